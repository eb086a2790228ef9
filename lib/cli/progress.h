#ifndef SGT_CLI_PROGRESS_H
#define SGT_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * How far a long act is, on one line of stderr that is wiped at the end; only
 * on a terminal, never with --quiet.
 */
struct progress {
	const char *what;
	size_t n;
	size_t total;
	bool shown;
};

/* what must outlive p: "looking" */
void progress_start(struct progress *p, const char *what, size_t total);
void progress_step(struct progress *p);
/* Wipe the line: at the end, and before anything else is said. */
void progress_end(struct progress *p);

#endif
