#include "store/decisions.h"

#include "base/err.h"

/* A way is counted once a batch, however many subjects are behind it. */

struct targets {
	struct decisions *d;
	struct buf list;
};

static void
add_target(void *arg, struct span watch)
{
	struct targets *t = arg;
	const struct watch *w = watches_find(&t->d->watches, watch);
	struct buf quoted = { 0 };

	if (w == NULL || w->paused)
		return;
	json_quote(&quoted, w->to);
	/* texts with their quotes: one is never found inside another */
	if (memmem(t->list.s, t->list.len, quoted.s, quoted.len) == NULL) {
		buf_byte(&t->list, t->list.len == 1 ? ' ' : ',');
		buf_span(&t->list, buf_as_span(&quoted));
	}
	buf_done(&quoted);
}

static struct json
targets_of(struct decisions *d, struct span way)
{
	struct targets t = { .d = d };
	struct span kept;

	buf_byte(&t.list, '[');
	schedule_each_on_way(d->schedule, way, add_target, &t);
	buf_byte(&t.list, ']');
	kept = pool_copy(&d->pool, buf_as_span(&t.list));
	buf_done(&t.list);
	return (struct json){ JSON_ARRAY, kept.s, kept.len };
}

static void
count(struct decisions *d, const struct way_look *l, struct way_state *w)
{
	if (l->good) {
		w->errors = 0;
		w->since_ms = 0;
		w->error = ERROR_NONE;
		return;
	}
	if (w->errors == 0)
		w->since_ms = d->now_ms;
	w->errors++;
	w->error = l->error;
}

static int
judge(struct decisions *d, const struct way_look *l, struct err *e)
{
	struct way_state *w = schedule_way(d->schedule, l->way, false);
	struct way_state told, s, next;
	struct json to;
	struct verdict v;
	struct span line;

	if (!l->good || (w != NULL && w->errors > 0)) {
		w = schedule_way(d->schedule, l->way, true);
		count(d, l, w);
	}
	s = (struct way_state){ .way = l->way };
	if (w != NULL)
		s = *w;
	if (states_way(d->states, l->way, &told)) {
		s.told_ms = told.told_ms;
		s.episode = told.episode;
	}
	if (s.errors == 0 && s.told_ms == 0)
		return 0;
	to = targets_of(d, l->way);
	if (!decide_way(&s, &to, d->now_ms, &d->pool, &v, &next))
		return 0;

	if (states_put_way(d->states, &next, &v, e) == -1)
		return -1;
	line = states_put_line(d->states);
	if (line.s != NULL) {
		buf_span(&d->out, line);
		buf_byte(&d->out, '\n');
	}
	return 0;
}

int
decisions_ways(struct decisions *d, struct err *e)
{
	size_t i;

	for (i = 0; i < d->n_ways; i++) {
		if (judge(d, &d->ways[i], e) == -1)
			return -1;
	}
	return 0;
}
