#ifndef SGT_DISK_NOTICE_H
#define SGT_DISK_NOTICE_H

#include <stdint.h>

/*
 * Wait until something in a folder is written, made or removed.  Begin before
 * looking at the folder, so that nothing falls between look and wait.  Where
 * the kernel has no watch left it is a pause of NOTICE_PAUSE_MS instead.
 */
struct notice {
	/* the descriptor + 1; 0: only pauses */
	int held;
};

#define NOTICE_PAUSE_MS 1000

void notice_begin(struct notice *n, int dir);
/*
 * Returns after a change, at deadline_ms (clock_mono_ms), or early for no
 * reason; -1 when a signal was caught.
 */
int notice_wait(struct notice *n, int64_t deadline_ms);
/* For who waits for the descriptor himself: forget what it has to say. */
void notice_take(struct notice *n);
void notice_end(struct notice *n);

#endif
