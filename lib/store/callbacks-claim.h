#ifndef SGT_STORE_CALLBACKS_CLAIM_H
#define SGT_STORE_CALLBACKS_CLAIM_H

#include <stdint.h>

#include "engine/callback.h"
#include "store/callbacks.h"

struct err;

/*
 * The tries of a task's events, each claimed durably before it and settled
 * after it, under the lock of the callbacks; nothing is locked between.
 */

/*
 * SGT_CALLBACK_TIMEOUT_SECONDS, _CLAIM_TIMEOUT_SECONDS, _RETRY_BASE_SECONDS,
 * _RETRY_MAX_SECONDS, _MAX_EVENTS, else their defaults: spec/callback.md 1.
 * Decimal digits alone; 78 for what is none or out of range.
 */
int callbacks_rules(struct callback_rules *ret, struct err *e);

/* One walk over a task's events, in order of generation. */
struct callbacks_walk {
	const struct callback_rules *rules;
	/* said of each event that cannot be read or written, once */
	void (*say)(const struct err *);
	/* all up to this one were looked at */
	int64_t generation;
	/* events that could not be claimed */
	int64_t failed;
	/* filled by the first claim */
	bool begun;
};

/*
 * Claim the next event that is due: 0, with the event and its state as it was,
 * and the try's id; 1 where none is left, or where somebody else's try of this
 * task is fresh (a correlation's events go out one after the other).  What an
 * event waits for never holds up the next.
 */
int
callbacks_claim(struct callbacks *c, struct callbacks_walk *w, int64_t now_ms,
    struct callback_item *ret, struct callback_try *ret_try, struct err *e);

/*
 * What came of it.  1, and nothing written, where the claim is no longer ours:
 * somebody thought us dead.
 */
int callbacks_settle(struct callbacks *c, const struct callback_try *ours,
    const struct callback_rules *r, enum callback_result result,
    int64_t asked_s, int64_t now_ms, struct err *e);

/*
 * An operator's wish: due now, under the same key.  64 no such event ("callback
 * event not found") or an acknowledged one; 75 while a try is fresh; 78 sealed.
 */
int callbacks_retry(struct callbacks *c, struct span key,
    const struct callback_rules *r, int64_t now_ms, struct err *e);

#endif
