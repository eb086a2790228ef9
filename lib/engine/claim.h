#ifndef SGT_ENGINE_CLAIM_H
#define SGT_ENGINE_CLAIM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/id.h"
#include "base/text.h"

/*
 * The durable right to try one piece of work now.  Pure: the owner keeps it
 * in a document and changes it under that document's lock; the work itself
 * runs with no lock held.
 *
 *	lock, claim_is_due, claim_begin, commit, drop;  work;
 *	lock, claim_settle: false = no longer ours, write nothing; commit, drop
 *
 * One for callbacks, wakes, webhooks, hooks and dispatch.  DESIGN.md 8.
 */
struct claim {
	/* of the one who tries now; empty where nobody does */
	char attempt[ID_MAX];
	/* tries begun, counted before each, so that a death counts too */
	int64_t attempts;
	/* when the last try began */
	int64_t begun_ms;
	/* not before; reckoned when the last try was settled */
	int64_t next_ms;
	int64_t settled_ms;
	/* acknowledged, rejected or given up: never due again */
	bool done;
};

/* How long a try may take, end to end. */
struct claim_limits {
	/* 0: only what follows from the others */
	int64_t stale_ms;
	int64_t time_limit_ms;
	int64_t kill_grace_ms;
	int64_t lock_wait_ms;
};

/*
 * May a try begin?  Not while another's is fresh, not before next_ms.  A claim
 * later than now by more than the wait for a lock, and an outcome later than
 * now, were written before the clock was set back: they make nothing wait.
 */
bool claim_is_due(
    const struct claim *c, const struct claim_limits *l, int64_t now_ms);

/* attempt: fresh and never used before (ulid_new), at most ID_MAX - 1. */
void claim_begin(struct claim *c, struct span attempt, int64_t now_ms);

/*
 * The outcome of that attempt: done, or due again at next_ms.  False, and c
 * as it was, where the claim is no longer this attempt's.
 */
bool claim_settle(struct claim *c, struct span attempt, int64_t now_ms,
    bool done, int64_t next_ms);

#endif
