#ifndef SGT_STORE_WATCHES_H
#define SGT_STORE_WATCHES_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/pool.h"
#include "disk/lock.h"
#include "model/watch.h"
#include "store/home.h"

/*
 * watches/ID.json: intent, committed by sgt-watch under locks/watches, by
 * rename; read by everybody without a lock.
 */

/* A document that cannot be used: it is passed over, and the rest goes on. */
struct watches_bad {
	/* the file's name */
	struct span name;
	/*
	 * 78 damaged or of an unknown version; 74, 77 where it cannot be read
	 */
	struct err err;
};

struct watches {
	/* sorted by id (creation) */
	struct watch *list;
	size_t n;
	size_t cap;
	struct pool pool;
	struct watches_bad *bad;
	size_t n_bad;
	size_t cap_bad;
	/* id -> place in list + 1 */
	size_t *table;
	size_t table_size;
};

/* All of them.  Owns all; watches_done releases.  Writes nothing. */
int watches_load(const struct home *h, struct watches *ret, struct err *e);
struct watch *watches_find(const struct watches *ws, struct span id);
void watches_done(struct watches *ws);

/*
 * Take locks/watches, remove temporary files of the dead, move damaged
 * documents and those of an unknown version to quarantine/ (each is then in
 * ret->bad, and says where it is now), load the rest.  What is decided from ret
 * is still true at watches_commit.  On failure the lock is not held.
 */
int watches_begin(
    const struct home *h, struct lock *l, struct watches *ret, struct err *e);

/* One change of one or many: save and remove in one commit. */
struct watches_change {
	struct span id;
	/* NULL removes */
	const struct watch *save;
};

/* Between watches_begin and lock_drop. */
int watches_commit(const struct home *h, const struct watches_change *c,
    size_t n, struct err *e);

#endif
