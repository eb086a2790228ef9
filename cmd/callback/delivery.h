#ifndef SGT_CALLBACK_DELIVERY_H
#define SGT_CALLBACK_DELIVERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "store/callbacks-claim.h"
#include "transport/consumer.h"

struct err;
struct fleet;

/*
 * One task's turn in a drain: event after event is claimed, its consumer asked,
 * and what came of it settled; one try at a time, each event at most once.
 */
struct delivery {
	const char *task;
	struct callbacks c;
	struct callbacks_walk walk;
	/* tries that may still begin */
	int64_t left;
	/* the running one, or the last */
	struct callback_item item;
	struct callback_try ours;
	char key[CALLBACK_KEY_MAX];
	struct consumer consumer;
	struct consumer_run run;
	struct answer answer;
	/* it has ended, but its answer waits for the lock */
	bool settles;
	/* somebody holds the lock, and it is waited for until then; 0: not */
	int64_t locked_until_ms;
	/* what drain prints */
	int64_t acknowledged;
	int64_t attempted;
	int64_t pending;
	/* 0 a task with an origin, 1 one without, -1 neither can be said */
	int found;
	bool open;
	/* in line behind it: for drain.c */
	struct delivery *next;
};

/*
 * Open the task: 0; 1 it has no origin; -1, said by the caller.  Close keeps
 * the figures and where the walk is; opened again it goes on there.
 */
int delivery_open(struct delivery *d, const struct fleet *f, struct err *e);
void delivery_close(struct delivery *d);
/* Release the rest. */
void delivery_done(struct delivery *d);

/*
 * Begin the next try.  True: its consumer runs, to be stepped.  False: there is
 * nothing (more) to try (left is 0), or the lock is held: later, again.  What
 * fails is said and ends the task's turn.  No lock is waited for here.
 */
bool delivery_begin(struct delivery *d);
/* True when the consumer has ended and what came of it is settled. */
bool delivery_step(struct delivery *d, int64_t mono_ms);

#endif
