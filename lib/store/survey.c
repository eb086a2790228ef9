#include "store/survey.h"

#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "engine/status.h"

int
survey_open(const struct home *h, struct survey *ret, struct err *e)
{
	struct survey s = { 0 };

	if (watches_load(h, &s.watches, e) == -1)
		return -1;
	if (states_open(h, false, &s.states, &s.fault) == -1) {
		*e = s.fault;
		survey_done(&s);
		return -1;
	}
	if (schedule_load(h, &s.schedule, e) == -1) {
		survey_done(&s);
		return -1;
	}
	*ret = s;
	return 0;
}

void
survey_done(struct survey *s)
{
	schedule_free(s->schedule);
	if (s->states != NULL)
		states_close(s->states);
	watches_done(&s->watches);
	pool_done(&s->pool);
	memset(s, 0, sizeof(*s));
}

/* The parts of all watches, grouped as they are met. */
struct part {
	struct span subject;
	const struct subject_state *state;
	struct part *next;
};

struct gathering {
	struct survey *s;
	/* by the watch's place in the list */
	struct part **parts;
	size_t *n_parts;
};

static void
gather(void *arg, struct span watch, struct span kind, struct span subject)
{
	struct gathering *g = arg;
	struct watch *w = watches_find(&g->s->watches, watch);
	struct subject_state *copy;
	struct part *p;
	struct state state;
	size_t i;

	if (w == NULL)
		return;

	states_get(g->s->states, watch, kind, subject, &state);
	copy = pool_new(&g->s->pool, sizeof(*copy));
	*copy = state.subject;
	p = pool_new(&g->s->pool, sizeof(*p));
	p->subject = subject;
	p->state = copy;
	i = (size_t)(w - g->s->watches.list);
	p->next = g->parts[i];
	g->parts[i] = p;
	g->n_parts[i]++;
}

static void
report(struct survey *s, const struct watch *w, const struct part *parts,
    size_t n, struct report *ret)
{
	const struct row **rows =
	    pool_new(&s->pool, (w->n_clauses + 1) * sizeof(struct row *));
	struct span *subjects = pool_new(&s->pool, (n + 1) * sizeof(*subjects));
	const struct subject_state **states =
	    pool_new(&s->pool, (n + 1) * sizeof(struct subject_state *));
	struct status_facts f = { 0 };
	size_t i;

	for (i = 0; i < w->n_clauses; i++)
		rows[i] =
		    schedule_find(s->schedule, w->id, w->clauses[i].subject);
	/* met last, listed first: turn them round */
	for (i = n; i > 0; i--, parts = parts->next) {
		subjects[i - 1] = parts->subject;
		states[i - 1] = parts->state;
	}
	f.own = states_watch(s->states, w->id);
	f.rows = rows;
	f.subjects = subjects;
	f.parts = states;
	f.n_parts = n;
	watch_status(w, &f, &s->pool, ret);
}

struct report *
survey_reports(struct survey *s)
{
	size_t n = s->watches.n;
	struct report *ret = pool_new(&s->pool, (n + 1) * sizeof(*ret));
	struct gathering g = { .s = s };
	size_t i;

	g.parts = mem_new(n * sizeof(struct part *));
	g.n_parts = mem_new(n * sizeof(*g.n_parts));
	states_each_part(s->states, gather, &g);
	for (i = 0; i < n; i++)
		report(
		    s, &s->watches.list[i], g.parts[i], g.n_parts[i], &ret[i]);
	free(g.parts);
	free(g.n_parts);
	return ret;
}
