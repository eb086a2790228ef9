#ifndef SGT_TRANSPORT_WANTED_H
#define SGT_TRANSPORT_WANTED_H

#include <stddef.h>

#include "base/pool.h"
#include "base/text.h"
#include "model/watch.h"
#include "transport/kinds.h"

struct err;

/*
 * The watches that specs ask for, resolved against the kinds there are, before
 * they have an id.  Owns all; wanted_done releases.
 */
struct wanted {
	struct kinds kinds;
	struct span default_to;
	struct watch *list;
	size_t n;
	size_t cap;
	/* conditions that compile: equal texts are tried once */
	struct span *compiled;
	size_t n_compiled;
	size_t cap_compiled;
	struct pool pool;
};

/* The folders as for kinds_load. */
int wanted_open(struct wanted *ret, const char *share, const char *config,
    const char *more, struct span default_to, struct err *e);
/*
 * One spec in JSON, its conditions compiled each alone; refused, the others
 * stay.
 */
int wanted_add(struct wanted *w, struct span spec, struct err *e);
void wanted_done(struct wanted *w);

#endif
