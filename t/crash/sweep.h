#ifndef SGT_T_CRASH_SWEEP_H
#define SGT_T_CRASH_SWEEP_H

#include <stdint.h>

#include "world.h"

/* What the files of the sweep share: see sweep.c. */

#define CALLS_MAX 400

enum technique {
	KILL_BEFORE,
	KILL_AFTER,
	KILL_HALF,
	KILL_PAIR,
	KILL_ACROSS,
	CALL_FAILS,
	CALLS_FAIL,
	WRITE_SHORT,
	TWO_AT_ONCE,
	POWER_EXT4,
	POWER_XFS,
	TECHNIQUES
};

struct tally {
	long points[WORLD_PROGRAMS][TECHNIQUES];
	long failures[WORLD_PROGRAMS][TECHNIQUES];
	long complaints;
	/* no loop mounts here */
	bool refused;
};

struct sweep {
	struct world world;
	struct tally *tally;
	int job, jobs;
	/* one in so many is taken; of the work that all see alike */
	long sample;
	long turn;
	/* how each act ends when nobody dies */
	struct buf clean[WORLD_ACTS];
	/* the calls of each program in each act: w writes, s syncs */
	char calls[WORLD_ACTS][WORLD_PROGRAMS][CALLS_MAX];
	long n_calls[WORLD_ACTS][WORLD_PROGRAMS];
	uint64_t seed;
	bool lenient;
};

/* xorshift64: the same points every time */
uint64_t sweep_random(uint64_t *seed);
/* Is this point ours to try?  All jobs count alike. */
bool sweep_take(struct sweep *s, long one_in);
const char *sweep_act(int act);
/* Play the story undisturbed; keep what each act begins and ends with. */
int sweep_rehearse(struct sweep *s);
void sweep_complain(
    struct sweep *s, const char *what, int act, const struct buf *got);
/*
 * To rest from the nth run on, and to the story's end; is all as it would
 * have been?
 */
bool
sweep_compare(struct sweep *s, int act, int n, bool to_end, const char *what);
void sweep_count(struct sweep *s, int program, enum technique t, bool ok);

/* sweep-kill.c */
void sweep_singles(struct sweep *s);
void sweep_pairs(struct sweep *s);
/* Of pairs across all programs so many, by a fixed seed. */
void sweep_across(struct sweep *s, long n);

/* sweep-fail.c */
void sweep_refusals(struct sweep *s);
void sweep_twice(struct sweep *s, long n);
/* The same story, in a file system whose power fails. */
void sweep_power(struct sweep *s, const char *folder, const char *fs);

#endif
