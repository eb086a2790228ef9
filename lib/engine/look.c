#include "engine/look.h"

#include "base/id.h"
#include "base/pool.h"
#include "engine/match.h"

/* Of several reasons to be quiet the strongest is the verdict's. */
static int
strength(enum why why)
{
	static const enum why order[] = { WHY_FILTERED, WHY_BASELINE,
		WHY_MASKED, WHY_MATURING, WHY_FLAPPING, WHY_HELD };
	size_t i;

	for (i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		if (order[i] == why)
			return (int)i + 1;
	}
	return 0;
}

void *
look_more(struct look *l, void *items, size_t n, size_t *max, size_t size)
{
	void *ret = items;

	if (n < *max)
		return ret;

	*max = *max == 0 ? 8 : *max * 2;
	ret = pool_new(l->p, *max * size);
	if (n > 0)
		memcpy(ret, items, n * size);
	return ret;
}

struct news *
look_news(struct look *l)
{
	l->news =
	    look_more(l, l->news, l->n_news, &l->cap_news, sizeof(l->news[0]));
	return &l->news[l->n_news++];
}

void
look_again(struct look *l, int64_t ms)
{
	if (l->again_ms == 0 || ms < l->again_ms)
		l->again_ms = ms;
}

void
look_remark(struct look *l, struct span key, enum why why, int64_t until)
{
	struct verdict *v = l->v;
	struct remark *r;

	v->remarks =
	    look_more(l, v->remarks, v->n_remarks, &l->cap_remarks, sizeof(*r));
	r = &v->remarks[v->n_remarks++];
	r->key = key;
	r->why = why;
	r->until_ms = until;
	if (strength(why) > strength(l->quiet))
		l->quiet = why;
	if (why == WHY_MATURING)
		look_again(l, until);
}

struct span
look_id(struct look *l, const char *prefix, const struct span *parts, size_t n)
{
	char id[ID_MAX];

	id_of(id, prefix, parts, n);
	return pool_copy(l->p, span_of(id));
}

struct span
look_number(struct look *l, int64_t n)
{
	buf_int(&l->text, n);
	return look_text(l);
}

bool
look_asks(const struct look *l, struct span type)
{
	size_t i;

	for (i = 0; i < l->n_clauses && !l->all_types; i++) {
		if (match_types(&l->clauses[i]->types, type))
			return true;
	}
	return l->all_types;
}

struct span
look_text(struct look *l)
{
	struct span ret = pool_copy(l->p, buf_as_span(&l->text));

	buf_reset(&l->text);
	return ret;
}

bool
look_seen(const struct look *l, struct span id)
{
	return l->s->seen != NULL && l->s->seen(l->s->seen_arg, id);
}

void
look_add_seen(struct look *l, struct span id)
{
	struct verdict *v = l->v;

	v->seen = look_more(l, v->seen, v->n_seen, &l->cap_seen, sizeof(id));
	v->seen[v->n_seen++] = id;
	l->changed = true;
}
