#ifndef SGT_STORE_WATCHLIST_H
#define SGT_STORE_WATCHLIST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "model/plan.h"
#include "model/watch.h"
#include "store/watches.h"

struct err;
struct pool;

/*
 * What has to be done so that the watches are those of a list: a row is known
 * by its label, else by its subjects and target.  A row of another kind, other
 * subjects or another argv is another watch.  Issue "The spine", 3.
 */
struct plan {
	struct plan_item *items;
	size_t n;
};

/* What is asked for. */
struct list_wish {
	/* resolved, without an id */
	struct watch *wanted;
	size_t n;
	/* the list's real path */
	struct span file;
	/* also remove what that file made and lists no more */
	bool prune;
	bool dry_run;
	int64_t now_ms;
};

/*
 * The wanted get their id, and keep created, managed and paused of the watch
 * they change; new ones are managed by the file and created now.  Two rows for
 * one watch, a label that another file manages, a subject with two argv are
 * refused.  Spans and items in p.
 */
int plan_make(const struct watches *ws, const struct list_wish *wish,
    struct pool *p, struct plan *ret, struct err *e);

/* Between watches_begin and lock_drop: one commit. */
int plan_commit(const struct home *h, const struct plan *pl, struct err *e);

/*
 * Is a subject with an argv (command:NAME) watched, or wanted, with another
 * one?  Refused, and e names both.  Of ws those with gone[i] are left out
 * (NULL: none).
 */
int watches_check_argv(const struct watches *ws, const bool *gone,
    const struct watch *wanted, size_t n, struct pool *p, struct err *e);

#endif
