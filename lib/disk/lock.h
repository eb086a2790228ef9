#ifndef SGT_DISK_LOCK_H
#define SGT_DISK_LOCK_H

#include <stdint.h>

struct err;

/*
 * flock on a permanent, empty file in locks/, with a deadline; the kernel
 * releases it with the process.  Nobody holds two; nothing slow happens under
 * one.  DESIGN.md 9, spec/durability.md 2.2 rule 8.
 */
struct lock {
	/* the descriptor + 1, so that zero holds nothing */
	int held;
};

#define LOCK_WAIT_MS 10000

/*
 * Take locks/<name> below dir within wait_ms (0: only if free).
 * 75 with "cannot lock '…': timed out after … ms" past it.
 */
int lock_take(struct lock *ret, int dir, const char *name, int64_t wait_ms,
    struct err *e);
/*
 * The same for a file that a protocol puts elsewhere: dir/<path>.  It must be
 * regular, ours, not writable by others (77), and is made 0600.
 */
int lock_take_file(struct lock *ret, int dir, const char *path, int64_t wait_ms,
    struct err *e);
/* Accepts one that holds nothing. */
void lock_drop(struct lock *l);

#endif
