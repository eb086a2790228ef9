#ifndef SGT_CALLBACK_COURIER_H
#define SGT_CALLBACK_COURIER_H

#include <stddef.h>

#include "delivery.h"

struct fleet;

/*
 * Who carries events to consumers: several tasks at once, each task's events
 * one after the other, in turns, so that a slow task or profile holds up
 * nobody: a profile has COURIER_LANE_SLOTS consumers at once, of its own.
 */
#define COURIER_LANE_SLOTS 4
/* so many tasks stay open while they wait for their turn */
#define COURIER_OPEN_MAX 100

/*
 * All of them, to their end; each says in `found` what it is.  What cannot be
 * opened, or fails, is said.
 */
void courier_run(struct delivery *list, size_t n, const struct fleet *f);

#endif
