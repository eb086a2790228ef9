/* scenes - whole stories, step by step, each state through its own text */

#include "compare.h"
#include "table.h"
#include "unit.h"

#define SEEN_MAX 64

struct scene {
	struct watch w;
	struct state state;
	char seen[SEEN_MAX][ID_MAX];
	size_t n_seen;
	/* the watch and the states live as long as the scene */
	struct pool p;
	struct buf told;
};

static bool
is_seen(void *arg, struct span id)
{
	const struct scene *s = arg;
	size_t i;

	for (i = 0; i < s->n_seen; i++) {
		if (span_is(id, s->seen[i]))
			return true;
	}
	return false;
}

/* The next state as it comes back from its text. */
static void
keep(struct scene *s, struct trial *t)
{
	struct json j;
	size_t i;

	s->state.row = t->next.row;
	s->state.row.way = span_of(NULL);
	if (!t->v.changed)
		return;

	subject_state_print(&t->next.subject, &t->text);
	j = trial_built(t, "part");
	j.s = pool_copy(&s->p, json_span(&j)).s;
	trial_check(t, subject_state_parse(&j, &s->p, &s->state.subject, NULL),
	    "part", &(struct err){ .text = "not read" });
	watch_state_print(&t->next.watch, &t->text);
	j = trial_built(t, "own");
	j.s = pool_copy(&s->p, json_span(&j)).s;
	trial_check(t, watch_state_parse(&j, &s->p, &s->state.watch, NULL),
	    "own", &(struct err){ .text = "not read" });
	for (i = 0; i < t->v.n_seen && s->n_seen < SEEN_MAX; i++)
		(void)snprintf(s->seen[s->n_seen++], ID_MAX, "%.*s",
		    (int)t->v.seen[i].len, t->v.seen[i].s);
}

static void
hear(struct scene *s, const struct trial *t, int64_t at)
{
	struct buf one = { 0 };
	size_t i;

	for (i = 0; i < t->v.n_events; i++) {
		buf_reset(&one);
		compare_list_event(&one, &t->v.events[i]);
		buf_text(&s->told, s->told.len > 1 ? ",\"" : "\"");
		buf_int(&s->told, at);
		buf_byte(&s->told, ' ');
		buf_add(&s->told, one.s + 1, one.len - 1);
	}
	buf_done(&one);
}

static void
step(struct scene *s, struct trial *t, const struct json *in, int64_t at)
{
	struct fact f;

	t->now_ms = CASE_T0 + at * 1000;
	f = trial_fact(t, in);
	s->state.seen = is_seen;
	s->state.seen_arg = s;
	decide(&s->w, &f, &s->state, t->now_ms, &t->p, &t->v, &t->next);
	keep(s, t);
	hear(s, t, at);
}

static int64_t
seconds(const struct json *in, const char *name, int64_t otherwise)
{
	struct json j = json_get(in, name);

	return j.type == JSON_NUMBER ? (case_ms(&j) - CASE_T0) / 1000 :
				       otherwise;
}

static void
play(struct scene *s, struct trial *t, const struct json *steps)
{
	struct json_item it = { 0 };
	int64_t at, to, by;

	while (json_each(steps, &it)) {
		at = seconds(&it.value, "at", 0);
		to = seconds(&it.value, "to", at);
		by = seconds(&it.value, "by", 300);
		for (; at <= to; at += by) {
			struct trial one = { .w = s->w };

			step(s, &one, &it.value, at);
			buf_span(&t->wrong, buf_as_span(&one.wrong));
			trial_done(&one);
		}
	}
}

static void
run(const struct line *l)
{
	struct trial t = { 0 };
	struct scene s = { 0 };
	struct json in = trial_scan(&t, l->input, "input"), w, steps;

	w = json_get(&in, "watch");
	steps = json_get(&in, "steps");
	case_watch(&t.text, &w);
	w = trial_built(&t, "watch");
	w.s = pool_copy(&s.p, json_span(&w)).s;
	trial_check(&t, watch_parse(&w, &s.p, &s.w, NULL), "watch",
	    &(struct err){ .text = "not read" });
	buf_byte(&s.told, '[');
	play(&s, &t, &steps);
	buf_byte(&s.told, ']');
	compare_same(&t, "told", buf_as_span(&s.told), l->expect);

	unit_case("%.*s", (int)l->title.len, l->title.s);
	if (t.wrong.len > 0)
		printf("# line %d\n%.*s", l->line, (int)t.wrong.len, t.wrong.s);
	OK(t.wrong.len == 0);
	pool_done(&s.p);
	buf_done(&s.told);
	trial_done(&t);
}

int
main(void)
{
	static struct table table;
	size_t i;

	unit_case("has its scenes");
	OK(table_read(&table, "t/golden/decide-scenes.golden"));
	for (i = 0; i < table.n; i++)
		run(&table.lines[i]);
	table_done(&table);
	return unit_end();
}
