#ifndef SGT_TRANSPORT_LOOK_CONDITIONS_H
#define SGT_TRANSPORT_LOOK_CONDITIONS_H

#include "transport/look-part.h"

/*
 * The conditions that watches ask of what was read: `when` and `changed`, jq
 * programs of their users.  DESIGN.md 6.
 */

/* one watch's conditions, once */
#define CONDITION_DEADLINE_MS 2000

struct condition {
	struct span text;
	int failures;
	bool bad;
};

/* At most 128 conditions in one program, equal texts once. */
struct condition_set {
	struct jq_worker worker;
	struct pool pool;
	struct condition list[JQ_CONDITIONS_MAX];
	size_t n;
	struct buf program;
	bool sealed;
};

/* One condition of a look: `when` has a name, `changed` has none. */
struct use {
	struct span name;
	struct span text;
	struct condition_set *set;
	size_t i;
};

/* The conditions of a look, at most max; how many.  Spans of it, or in p. */
size_t condition_uses(
    const struct look *l, struct pool *p, struct use *ret, size_t max);
/* Fill in where it is; false where it was put into no set. */
bool condition_find(struct looks *ls, struct use *u);
/* Compile it, once: what does not compile is marked bad, the rest counts. */
void condition_seal(struct looks *ls, struct condition_set *s);
/* Put the look's conditions into sets, each text once. */
void conditions_register(struct looks *ls, const struct look *l);

/* Values (or the fault) of each look of the call that has conditions. */
void
conditions_ask(struct looks *ls, struct call *c, const struct buf *responses);
void conditions_done(struct looks *ls);

#endif
