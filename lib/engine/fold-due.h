#ifndef SGT_ENGINE_FOLD_DUE_H
#define SGT_ENGINE_FOLD_DUE_H

#include <stdint.h>

#include "engine/fold.h"

/* Parts of the fold: what holds a delivery, and until when. */

/* Mutes, quiet hours and `ack --for`, but not the rate. */
enum hold fold_judge(const struct inbox *in, const struct policy *p,
    const struct delivery *d, struct span key, int64_t at_ms,
    int64_t *ret_due_ms);

/*
 * One wake in rate_ms, burst of them at once.  What is over waits for the
 * next one, together.  0 where this one is free; it is counted.
 */
int64_t fold_rate_due(struct inbox *in, const struct policy *p, int64_t at_ms);

#endif
