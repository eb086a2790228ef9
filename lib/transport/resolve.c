/* resolve - a spec becomes a watch */

#include "transport/resolve.h"

#include "base/err.h"
#include "base/num.h"
#include "base/pool.h"
#include "model/party.h"
#include "model/subject.h"

static int
refuse_kind(const struct kinds *ks, struct span name, struct err *e)
{
	struct buf known = { 0 };
	size_t i;

	for (i = 0; i < ks->n; i++) {
		buf_byte(&known, ' ');
		buf_span(&known, ks->list[i].name);
	}
	err_set(e, STATUS_USAGE, "no kind '%.*s', none of%s",
	    (int)(name.len > 64 ? 64 : name.len), name.s,
	    known.len == 0 ? " those there are" : known.s);
	buf_done(&known);
	return -1;
}

static int
resolve_clause(const struct kinds *ks, struct clause *c, struct pool *p,
    const struct kind **ret, struct err *e)
{
	const struct kind *only = NULL;
	struct kind_claim claim;

	if (subject_has_secret(c->subject))
		return err_set(e, STATUS_USAGE,
		    "a URL with a user or password in it is refused");
	if (c->kind.s != NULL) {
		only = kind_find_by_name(ks, c->kind);
		if (only == NULL)
			return refuse_kind(ks, c->kind, e);
	}
	if (kind_for(ks, only, c->subject, p, &claim, e) == -1)
		return -1;

	c->kind = claim.kind->name;
	c->subject = claim.subject;
	c->collection = claim.collection;
	/* A045: none or an empty list are the kind's own */
	if (json_count(&c->types) == 0)
		c->types = claim.kind->default_types;
	*ret = claim.kind;
	return 0;
}

static int
resolve_every(const struct kind *k, bool given, struct watch *w, struct err *e)
{
	char least[NUM_DURATION_MAX];
	char said[NUM_DURATION_MAX];

	if (!given && k->every_ms > w->every_ms)
		w->every_ms = k->every_ms;
	/* A173: who says how often is not looked for more often */
	w->hot = w->hot && k->hot && !given;
	if (w->every_ms >= k->every_min_ms)
		return 0;

	num_duration_print(least, k->every_min_ms);
	num_duration_print(said, w->every_ms);
	return err_set(e, STATUS_USAGE,
	    "'every' is %s: kind '%.*s' is looked at every %s at most", said,
	    (int)k->name.len, k->name.s, least);
}

/* The kinds' own, where they all have the same one. */
static struct span
default_objective(const struct kind *const *kinds, size_t n)
{
	size_t i;

	for (i = 1; i < n; i++) {
		if (!span_equal(kinds[0]->default_objective,
			kinds[i]->default_objective))
			return (struct span){ 0 };
	}
	return kinds[0]->default_objective;
}

/*
 * Has each subject an end, its own or the objective's?  A collection has none.
 */
static bool
has_end(const struct watch *w, const struct kind *const *kinds)
{
	size_t i;

	for (i = 0; i < w->n_clauses; i++) {
		if (w->clauses[i].collection)
			return false;
		if (w->objective.s == NULL && !kinds[i]->ends)
			return false;
	}
	return true;
}

static int
resolve_target(struct span default_to, struct watch *w, struct err *e)
{
	struct party party;

	if (w->to.s == NULL)
		w->to = default_to;
	if (party_parse(w->to, &party, NULL) == -1)
		return err_set(e, STATUS_USAGE,
		    "this user's name is no party's: 'to' must be given");
	if (party.kind != PARTY_SESSION)
		return 0;

	/* DESIGN.md 7: a session has budgets unasked */
	if (w->budget.turns == -1)
		w->budget.turns = WATCH_SESSION_TURNS;
	if (w->budget.tokens == -1)
		w->budget.tokens = WATCH_SESSION_TOKENS;
	if (w->budget.runtime_ms == -1)
		w->budget.runtime_ms = WATCH_SESSION_RUNTIME_MS;
	return 0;
}

/* What all clauses' kinds have to agree with. */
static int
check_kinds(
    const struct watch *w, const struct kind *const *kinds, struct err *e)
{
	size_t i;

	for (i = 0; i < w->n_clauses; i++) {
		if (w->objective.s != NULL &&
		    kind_check_objective(kinds[i], w->objective, e) == -1)
			return -1;
		if (i > 0 && kinds[i] == kinds[i - 1])
			continue;
		if (kind_check_config(kinds[i], &w->config, e) == -1)
			return -1;
	}
	return 0;
}

static int
check_twice(const struct watch *w, struct err *e)
{
	size_t i, j;

	for (i = 0; i < w->n_clauses; i++) {
		const struct clause *a = &w->clauses[i];

		for (j = 0; j < i; j++) {
			const struct clause *b = &w->clauses[j];

			if (span_equal(a->subject, b->subject) &&
			    span_equal(a->kind, b->kind))
				return err_set(e, STATUS_USAGE,
				    "'%.*s' is there twice",
				    (int)(a->subject.len > 120 ?
					    120 :
					    a->subject.len),
				    a->subject.s);
		}
	}
	return 0;
}

int
watch_resolve(const struct kinds *ks, struct span default_to, struct watch *w,
    struct pool *p, struct err *e)
{
	const struct kind **kinds = pool_new(p, w->n_clauses * sizeof(*kinds));
	bool given = w->every_ms != 0;
	size_t i;

	for (i = 0; i < w->n_clauses; i++) {
		if (resolve_clause(ks, &w->clauses[i], p, &kinds[i], e) == -1)
			return -1;
	}
	if (check_twice(w, e) == -1 || check_kinds(w, kinds, e) == -1)
		return -1;
	w->hot = true;
	for (i = 0; i < w->n_clauses; i++) {
		if (resolve_every(kinds[i], given, w, e) == -1)
			return -1;
	}
	if (w->objective.s == NULL)
		w->objective = default_objective(kinds, w->n_clauses);
	if (w->until == 0)
		w->until =
		    has_end(w, kinds) ? UNTIL_SUBJECT_TERMINAL : UNTIL_NEVER;
	return resolve_target(default_to, w, e);
}
