#ifndef SGT_STORE_WATCHES_H
#define SGT_STORE_WATCHES_H

#include <stddef.h>

#include "base/buf.h"
#include "base/pool.h"
#include "model/watch.h"
#include "store/home.h"

struct err;

/*
 * watches/ID.json: intent, committed by sgt-watch under locks/watches, by rename;
 * read by everybody without a lock.
 */
struct watches {
	struct watch *list;
	size_t n;
	size_t cap;
	struct pool pool;
	struct buf text;
	/* documents moved aside or unreadable: reported, and the rest goes on */
	size_t n_bad;
	char **bad;
	/* id -> index */
	size_t *table;
	size_t table_size;
};

/* All of them, sorted by id (creation).  Owns all; watches_done releases. */
int watches_load(const struct home *h, struct watches *ret, struct err *e);
struct watch *watches_find(const struct watches *ws, struct span id);
void watches_done(struct watches *ws);

/* One change of one or many: save and remove in one commit. */
struct watches_change {
	struct span id;
	/* NULL removes */
	const struct watch *save;
};

/* Under locks/watches, which it takes and drops. */
int watches_commit(const struct home *h, const struct watches_change *c,
    size_t n, struct err *e);

#endif
