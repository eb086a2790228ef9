#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "transport/look-conditions.h"
#include "transport/look-part.h"

/*
 * The programs of conditions: equal texts once, at most 128 in one, the oldest
 * given up for a new one.
 */

static const char *const operations[] = { "conditions", NULL };

size_t
condition_uses(
    const struct look *l, struct pool *p, struct use *ret, size_t max)
{
	struct json when = json_get(&l->config, "when");
	struct json changed = json_get(&l->config, "changed");
	struct json_item it = { 0 };
	size_t n = 0;

	while (n < max && json_each(&when, &it)) {
		ret[n] = (struct use){ .name = it.key };
		if (json_text(&it.value, "when", p, &ret[n].text, NULL) == 0)
			n++;
	}
	if (n < max && changed.type == JSON_TEXT) {
		ret[n] = (struct use){ 0 };
		if (json_text(&changed, "changed", p, &ret[n].text, NULL) == 0)
			n++;
	}
	return n;
}

bool
condition_find(struct looks *ls, struct use *u)
{
	size_t s;
	size_t i;

	for (s = 0; s < ls->n_sets; s++) {
		for (i = 0; i < ls->sets[s]->n; i++) {
			if (!span_equal(ls->sets[s]->list[i].text, u->text))
				continue;
			u->set = ls->sets[s];
			u->i = i;
			return true;
		}
	}
	return false;
}

static void
set_free(struct condition_set *s)
{
	jq_stop_worker(&s->worker);
	buf_done(&s->program);
	pool_done(&s->pool);
	free(s);
}

/* A set that still takes texts: one that has not started yet. */
static struct condition_set *
open_set(struct looks *ls)
{
	struct condition_set *s =
	    ls->n_sets > 0 ? ls->sets[ls->n_sets - 1] : NULL;

	if (s != NULL && !s->sealed && s->n < JQ_CONDITIONS_MAX)
		return s;
	if (ls->n_sets == SETS_MAX) {
		set_free(ls->sets[0]);
		memmove(ls->sets, ls->sets + 1,
		    (SETS_MAX - 1) * sizeof(ls->sets[0]));
		ls->n_sets--;
	}
	s = mem_new(sizeof(*s));
	s->worker.nursery = &ls->nursery;
	s->worker.deadline_ms = CONDITION_DEADLINE_MS;
	s->worker.program.name = "condition";
	s->worker.program.ops = operations;
	ls->sets[ls->n_sets++] = s;
	return s;
}

void
conditions_register(struct looks *ls, const struct look *l)
{
	struct use list[JQ_CONDITIONS_MAX];
	struct condition_set *s;
	struct pool p = { 0 };
	size_t n = condition_uses(l, &p, list, JQ_CONDITIONS_MAX);
	size_t i;

	for (i = 0; i < n; i++) {
		if (condition_find(ls, &list[i]))
			continue;
		s = open_set(ls);
		s->list[s->n++] =
		    (struct condition){ .text =
					    pool_copy(&s->pool, list[i].text) };
	}
	pool_done(&p);
}

void
conditions_done(struct looks *ls)
{
	while (ls->n_sets > 0)
		set_free(ls->sets[--ls->n_sets]);
}

static void
write_program(struct condition_set *s)
{
	struct span texts[JQ_CONDITIONS_MAX];
	size_t i;

	for (i = 0; i < s->n; i++)
		texts[i] = s->list[i].bad ? span_of("null") : s->list[i].text;
	buf_reset(&s->program);
	jq_conditions_text(texts, s->n, &s->program);
	s->worker.program.text = buf_as_span(&s->program);
}

/* The program does not compile: find out which texts do not. */
static void
find_bad(struct looks *ls, struct condition_set *s)
{
	struct jq_worker w = { .nursery = &ls->nursery };
	struct buf text = { 0 };
	struct err e = { 0 };
	size_t i;

	w.program =
	    (struct jq_program){ .name = "condition", .ops = operations };
	for (i = 0; i < s->n; i++) {
		buf_reset(&text);
		jq_conditions_text(&s->list[i].text, 1, &text);
		w.program.text = buf_as_span(&text);
		w.failures = 0;
		s->list[i].bad = jq_start_worker(&w, &e) == -1;
		jq_stop_worker(&w);
	}
	buf_done(&text);
	write_program(s);
}

void
condition_seal(struct looks *ls, struct condition_set *s)
{
	struct err e = { 0 };

	if (s->sealed)
		return;
	s->sealed = true;
	write_program(s);
	if (jq_start_worker(&s->worker, &e) == -1 && e.status == STATUS_CONFIG)
		find_bad(ls, s);
}
