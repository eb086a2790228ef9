#ifndef SGT_TRANSPORT_KINDS_H
#define SGT_TRANSPORT_KINDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/pool.h"
#include "base/text.h"
#include "transport/kind.h"

/* All kinds; owns everything.  What could not be read is in faults. */
struct kinds {
	struct kind *list;
	size_t n;
	size_t cap;
	struct err *faults;
	size_t n_faults;
	size_t cap_faults;
	struct pool pool;
};

/*
 * Read <share>/kinds, <config>/kinds, then each folder of `more` (colons
 * between, as SERGEANT_KINDS; NULL for none), where each folder of kinds has
 * one folder a kind.  A broken kind is a fault and stops no other; a name that
 * was read before is a fault that names both folders, and the first holds.
 * Folders that are not there are passed over.  Unknown members of kind.json are
 * refused by name.  The user's own hosts are "credential_hosts" of
 * <config>/config.json; a broken one is a fault, and none are known.
 */
int kinds_load(const char *share, const char *config, const char *more,
    struct kinds *ret, struct err *e);
void kinds_done(struct kinds *ks);

/* NULL where there is none; the fault says why, if its folder is broken. */
const struct kind *kind_find_by_name(const struct kinds *ks, struct span name);

struct kind_claim {
	const struct kind *kind;
	/* canonical, in the pool */
	struct span subject;
	/* the subject holds others */
	bool collection;
};

/*
 * Which kind claims a subject or URL?  `urls` of all kinds are asked first,
 * then `subject`; only kind `only` where that is not NULL.  -1 with 65 where
 * none claims it, or 64 where two do (say --kind).
 */
int kind_for(const struct kinds *ks, const struct kind *only, struct span text,
    struct pool *p, struct kind_claim *ret, struct err *e);

#endif
