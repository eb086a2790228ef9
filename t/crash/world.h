#ifndef SGT_T_CRASH_WORLD_H
#define SGT_T_CRASH_WORLD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/*
 * A home of its own with a kind of its own, in which the real programs play
 * a story: two watches of two people on one subject; it is red, then merged;
 * seven hours later two more watches, one of them for somebody who knows.
 */
#define WORLD_ACTS 3
#define WORLD_PROGRAMS 4
#define WORLD_PATH 256

struct world {
	char path[WORLD_PATH];
	const char *bin;
	const char *shim;
};

/* The pipeline's programs in their order. */
extern const char *const world_programs[WORLD_PROGRAMS];

/* What happens to `program` at its call `at` (0: nothing): see fault.c. */
struct fault {
	int program;
	long at;
	const char *how;
	int error;
};

void world_make(struct world *w, const char *path);
void world_remove(const struct world *w);
/* What changes outside when the act begins. */
void world_begin(const struct world *w, int act);
/* Keep home as `name`; make it what it was then. */
void world_save(const struct world *w, const char *name);
void world_restore(const struct world *w, const char *name);
/*
 * The pipeline once, the nth time in this act.  How the program with the fault
 * ended: its status, or -1 where it was killed.  log: gets the name of each
 * call of the program.
 */
int world_run(const struct world *w, int act, int n, const struct fault *f,
    const char *log);
/* The same until nothing is left to do, from the nth time on. */
bool world_rest(const struct world *w, int act, int n);
/*
 * What people were told, what decide remembers, what each finds in the
 * inbox: one text, the same for the same outcome.
 */
void world_tell(const struct world *w, struct buf *out);
/* All said on stderr by the last run. */
void world_complaints(const struct world *w, struct buf *out);

#endif
