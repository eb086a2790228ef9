#ifndef SGT_STORE_CALLBACKS_H
#define SGT_STORE_CALLBACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/pool.h"
#include "disk/lock.h"
#include "model/callback-state.h"
#include "model/callback.h"
#include "model/origin.h"
#include "model/task.h"
#include "store/callbacks-index.h"

struct err;
struct fleet;

/*
 * <task>/.callbacks: what a task owes its origin.  events/NNNNNNNN/event.json
 * never changes, state.json beside it says what became of it; both are
 * committed under .callbacks/lock, which nobody holds while a consumer runs.
 * Document 002; spec/callback.md 1; sgt-store(5).
 */
struct callbacks {
	/* descriptors + 1: .callbacks and .callbacks/events */
	int dir_held;
	int events_held;
	char task[TASK_NAME_MAX + 1];
	struct origin origin;
	/* what origin points into */
	struct buf origin_text;
	struct lock lock;
	/* take the lock only if it is free; busy: that is why the last failed */
	bool no_wait;
	bool busy;
	/* loaded when it is needed */
	struct callbacks_index index;
};

/*
 * 0 opened, 1 the task has no origin and no .callbacks: nothing was made or
 * changed.  78 where .callbacks has lost its origin or its events ("fails
 * closed"); 64, 77, 78 for the task.
 */
int callbacks_open(const struct fleet *f, struct span task,
    struct callbacks *ret, struct err *e);
void callbacks_close(struct callbacks *c);

/*
 * Make an event (0), or find the one that this type and source made before (1),
 * whatever its payload and though the task is sealed: its generation.  payload:
 * as payload_check gave it.  78 where the task is sealed.
 */
int callbacks_enqueue(struct callbacks *c, enum callback_type type,
    struct span source, struct span payload, int64_t now_ms,
    int64_t *ret_generation, struct err *e);

/* How many are not acknowledged; what cannot be read is not, and say is told. */
int callbacks_unacknowledged(struct callbacks *c,
    void (*say)(const struct err *), size_t *ret, struct err *e);

/*
 * The terminal seal, which sgt-cleanup puts on under the callback lock before
 * it deletes: it takes the lock, counts again, and refuses (1, with the count)
 * while anything is unacknowledged.  0 sealed, now or before.
 */
int callbacks_seal(struct callbacks *c, void (*say)(const struct err *),
    size_t *ret_left, struct err *e);
/* Take only that gate away.  Both: 78 where it is no seal of ours. */
int callbacks_unseal(struct callbacks *c, struct err *e);
/* 1 sealed, 0 not. */
int callbacks_is_sealed(const struct callbacks *c, struct err *e);

/* One event and what became of it; the texts are what it points into. */
struct callback_item {
	struct callback_event event;
	struct callback_state state;
	struct buf event_text;
	struct buf state_text;
	struct pool pool;
};

/*
 * Read a generation, checked against its folder and its origin.  1 where there
 * is none; 77, 78.  The same item may be read into again; item_done releases.
 */
int callbacks_item(const struct callbacks *c, int64_t generation,
    struct callback_item *ret, struct err *e);
void callback_item_done(struct callback_item *it);

/*
 * The generations there are, ascending; *ret is one allocation: free() it.  78
 * where the sequence counts events and none is there.
 */
int callbacks_generations(
    const struct callbacks *c, int64_t **ret, size_t *ret_n, struct err *e);

#endif
