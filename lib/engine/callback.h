#ifndef SGT_ENGINE_CALLBACK_H
#define SGT_ENGINE_CALLBACK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/id.h"
#include "base/text.h"
#include "model/callback-state.h"

/*
 * When a callback may be tried, and what a try makes of its state.  Pure; in
 * whole seconds, as the files are.  Document 002, Retry And Recovery;
 * spec/callback.md 1; DESIGN.md 8 (claims).
 */

/* The settings, all of them: seconds, and events a task and drain. */
struct callback_rules {
	int64_t timeout_s;
	int64_t claim_s;
	int64_t base_s;
	int64_t max_s;
	int64_t events;
	/* no setting: how long a lock is waited for */
	int64_t lock_wait_s;
};

/* What ends a try, and the next one's time: a clock set back never waits. */
#define CALLBACK_GRACE_S 5
#define CALLBACK_AHEAD_MAX_S 3600

/*
 * How long another's claim is fresh: max(claim_s, time limit + grace + the wait
 * for a lock), so that a try always has the time to settle.
 */
int64_t callback_stale_s(const struct callback_rules *r);

/* May a try begin?  Also of a claim that is stale. */
bool callback_is_due(const struct callback_state *s,
    const struct callback_rules *r, int64_t now_s);
/* Is somebody trying just now? */
bool callback_is_claimed(const struct callback_state *s,
    const struct callback_rules *r, int64_t now_s);
/*
 * When the next try may begin, as it stands; 0: never by itself (acknowledged,
 * rejected).
 */
int64_t callback_due_s(const struct callback_state *s,
    const struct callback_rules *r, int64_t now_s);

/* Whose try it is: its id, of what, its number among the attempts. */
struct callback_try {
	char id[ID_MAX];
	int64_t generation;
	int64_t number;
	/* a random number, drawn once */
	uint64_t chance;
};

/* A try begins: counted, so that a death counts too; fills ours->number. */
void callback_begin(
    struct callback_state *s, struct callback_try *ours, int64_t now_s);

/*
 * A try has ended.  False, and s as it was, where the claim is no longer ours;
 * claimed_by: the id that stands beside the state.  ack and reject are final, all
 * else is pending and waits asked_s where the consumer said so (else -1), or
 * base * 2^(attempts - 1) up to max; chance adds to the latter at most a fifth of
 * it, within max.
 */
bool callback_settle(struct callback_state *s, const struct callback_try *ours,
    struct span claimed_by, enum callback_result result, int64_t asked_s,
    const struct callback_rules *r, int64_t now_s);

/* An operator has it tried again: due now, its attempts kept. */
void callback_retry(struct callback_state *s, int64_t now_s);

#endif
