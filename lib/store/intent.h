#ifndef SGT_STORE_INTENT_H
#define SGT_STORE_INTENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "store/watches.h"
#include "store/watchlist.h"

struct pool;

/*
 * The changes of intent that sgt-watch makes, each one commit under
 * locks/watches.  ret: the watches as they were under the lock, the damaged
 * ones moved aside; watches_done releases it also after a failure.
 */

/* Give each its id and created now, and save them all. */
int watches_add(const struct home *h, struct watch *list, size_t n,
    int64_t now_ms, struct pool *p, struct watches *ret, struct err *e);

enum edit_kind {
	EDIT_REMOVE = 1,
	EDIT_PAUSE,
	EDIT_RESUME
};

/* An id or a label, and what it named: a watch of ret, or why there is none. */
struct edit {
	const char *name;
	struct watch *watch;
	struct err err;
};

/* Those that are named are changed, the others have their err. */
int watches_edit(const struct home *h, enum edit_kind kind, struct edit *list,
    size_t n, struct watches *ret, struct err *e);

/*
 * Make the watches those of a list: plan_make, and unless dry_run plan_commit.
 * dry_run takes no lock, moves nothing aside, writes nothing.
 */
int watches_apply(const struct home *h, const struct list_wish *wish,
    struct pool *p, struct watches *ret, struct plan *ret_plan, struct err *e);

/*
 * The watch of that id, else the one of that label.  -1: there is none, or
 * several have the label (64).
 */
int watches_named(const struct watches *ws, const char *name,
    struct watch **ret, struct err *e);

#endif
