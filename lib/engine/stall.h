#ifndef SGT_ENGINE_STALL_H
#define SGT_ENGINE_STALL_H

#include <stdbool.h>

struct look;

/*
 * DESIGN.md 7, steps 6 and 7: what a quiet look still means.  Both are
 * differences of times, never counters, so a quiet look writes nothing.
 */

/* The subject has been quiet for so many intervals that it is told: a wake. */
bool stall_floor(struct look *l);

/* Has the same settled quiet verdict stood too long? */
bool stall_is(struct look *l);

/* Something else than a settled quiet look: the streak ends. */
void stall_break(struct look *l);

#endif
