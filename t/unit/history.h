#ifndef SGT_T_HISTORY_H
#define SGT_T_HISTORY_H

#include <string.h>

#include "base/buf.h"
#include "base/id.h"
#include "base/pool.h"
#include "case.h"
#include "engine/decide.h"

/*
 * Generated histories of one watch on one subject: a world of a dozen facts
 * that come and go, looks at it that fail, are cut short or not made, pushed
 * events, new revisions.  All by a seed.
 */
#define FACTS_MAX 16
#define SEEN_MAX 512

enum history_sort {
	HISTORY_ANY,
	/* the subject does not end */
	HISTORY_NO_END,
	/* whole looks at a world that rests, time passing */
	HISTORY_SETTLED
};

struct a_fact {
	struct entry entry;
	bool true_now;
};

/* What was told of a fact. */
struct told {
	/* its beginning, and not yet its end */
	bool open;
	bool baseline;
	int times;
	int64_t last_ms;
	int revision;
};

struct trial_state {
	struct verdict v;
	struct state next;
};

struct step {
	struct pool p;
	struct event ev;
	struct observation o;
	struct fact fact;
	struct state state;
	struct trial_state t;
};

struct history {
	uint64_t seed;
	uint64_t random;
	struct watch w;
	struct clause clause;
	int64_t now_ms;
	int revision;
	bool looked;
	struct a_fact facts[FACTS_MAX];
	struct told told[FACTS_MAX];
	size_t n_facts;
	/* what is committed: texts of it live in `kept` */
	struct state state;
	struct pool kept;
	char seen[SEEN_MAX][ID_MAX];
	size_t n_seen;
	int n_pushed;
	bool told_twice;
	bool occurred_twice;
};

static inline uint64_t
history_random(struct history *h, uint64_t n)
{
	h->random ^= h->random << 13;
	h->random ^= h->random >> 7;
	h->random ^= h->random << 17;
	return h->random % n;
}

static inline bool
history_seen(void *arg, struct span id)
{
	const struct history *h = arg;
	size_t i;

	for (i = 0; i < h->n_seen; i++) {
		if (span_is(id, h->seen[i]))
			return true;
	}
	return false;
}

static inline void
history_take_seen(struct history *h, const struct verdict *v)
{
	size_t i;

	for (i = 0; i < v->n_seen && h->n_seen < SEEN_MAX; i++)
		(void)snprintf(h->seen[h->n_seen++], ID_MAX, "%.*s",
		    (int)v->seen[i].len, v->seen[i].s);
}

static inline void
history_facts(struct history *h)
{
	static const struct {
		const char *key;
		enum severity severity;
		enum resets_on resets_on;
		const char *type;
		const char *ended_type;
	} list[] = {
		{ "red:a", SEVERITY_WAKE, RESETS_ON_REVISION, "demo.red",
		    NULL },
		{ "red:b", SEVERITY_WAKE, RESETS_ON_REVISION, "demo.red",
		    NULL },
		{ "ready", SEVERITY_WAKE, RESETS_ON_REVISION, "demo.ready",
		    NULL },
		{ "conflict", SEVERITY_IMMEDIATE, RESETS_ON_REVISION,
		    "demo.conflict", NULL },
		{ "down", SEVERITY_WAKE, RESETS_ON_ABSENCE, "demo.down",
		    "demo.up" },
		{ "slow", SEVERITY_WAKE, RESETS_ON_ABSENCE, "demo.slow", NULL },
		{ "ref:x", SEVERITY_RECORD, RESETS_ON_ABSENCE, "demo.ref",
		    "demo.ref.deleted" },
		{ "comment:1", SEVERITY_WAKE, RESETS_ON_NEVER, "demo.comment",
		    NULL },
		{ "comment:2", SEVERITY_WAKE, RESETS_ON_NEVER, "demo.comment",
		    NULL },
		{ "alarm:1", SEVERITY_IMMEDIATE, RESETS_ON_NEVER, "demo.alarm",
		    NULL },
		{ "push:1", SEVERITY_RECORD, RESETS_ON_NEVER, "demo.push",
		    NULL },
	};
	size_t i;

	h->n_facts = sizeof(list) / sizeof(list[0]);
	for (i = 0; i < h->n_facts; i++) {
		struct entry *e = &h->facts[i].entry;

		e->key = span_of(list[i].key);
		e->brief = e->key;
		e->severity = list[i].severity;
		e->resets_on = list[i].resets_on;
		e->type = span_of(list[i].type);
		e->ended_type = span_of(list[i].ended_type);
	}
}

static inline void
history_begin(struct history *h, uint64_t seed)
{
	static const struct json all = { JSON_ARRAY, "[\"*\"]", 5 };
	static const int64_t fors[] = { 0, 0, 300000, 900000 };
	static const int64_t windows[] = { 240000, 240000, 0, 3600000 };

	h->seed = seed;
	h->random = seed * 2654435761 + 88172645463325252;
	h->now_ms = CASE_T0;
	h->clause.subject = span_of("demo:x");
	h->clause.kind = span_of("demo");
	h->clause.types = all;
	h->w.id = span_of("sen_1");
	h->w.clauses = &h->clause;
	h->w.n_clauses = 1;
	h->w.to = span_of("human:ann");
	h->w.urgency = URGENCY_NEXT_TURN;
	h->w.created_ms = CASE_T0;
	h->w.every_ms = 300000;
	h->w.realert_ms = WATCH_REALERT_MS;
	h->w.window_ms = windows[history_random(h, 4)];
	h->w.first = history_random(h, 3) == 0 ? FIRST_HOLD : FIRST_WAKE;
	h->w.for_ms = fors[history_random(h, 4)];
	h->w.floor = history_random(h, 4) == 0 ? 5 : 0;
	h->w.budget.wakes = history_random(h, 4) == 0 ? 5 : -1;
	h->w.budget.turns = -1;
	h->w.budget.tokens = -1;
	h->w.budget.runtime_ms = -1;
	h->w.budget.errors = -1;
	h->w.until = UNTIL_SUBJECT_TERMINAL;
	history_facts(h);
}

static inline struct span
history_name(struct pool *p, const char *what, int n)
{
	char text[32];

	(void)snprintf(text, sizeof(text), "%s%d", what, n);
	return pool_copy(p, span_of(text));
}

/* The world goes on: time, facts, revision. */
static inline void
history_pass(struct history *h, enum history_sort sort)
{
	size_t i;

	if (sort == HISTORY_SETTLED) {
		h->now_ms += 2000000;
		return;
	}
	h->now_ms += 1000 + (int64_t)history_random(h, 900000);
	if (history_random(h, 12) == 0)
		h->now_ms += 30000000;
	if (history_random(h, 10) == 0)
		h->revision++;
	for (i = 0; i < h->n_facts; i++) {
		if (history_random(h, 5) != 0)
			continue;
		h->facts[i].true_now = !h->facts[i].true_now ||
		    h->facts[i].entry.resets_on == RESETS_ON_NEVER;
	}
}

static inline void
history_look(struct history *h, struct step *s, enum history_sort sort)
{
	struct observation *o = &s->o;
	bool rests = sort == HISTORY_SETTLED;
	size_t i;

	o->kind = span_of("demo");
	o->revision = history_name(&s->p, "r", h->revision);
	o->attempted = rests || history_random(h, 12) != 0;
	o->complete = rests || (o->attempted && history_random(h, 5) != 0);
	o->settled = rests || history_random(h, 2) == 0;
	if (!rests && o->attempted && history_random(h, 6) == 0)
		o->error = history_random(h, 2) == 0 ? ERROR_TIMEOUT :
						       ERROR_RATE_LIMITED;
	o->entries = pool_new(&s->p, (FACTS_MAX + 1) * sizeof(o->entries[0]));
	if (!o->attempted || (o->error != ERROR_NONE && history_random(h, 2)))
		return;
	for (i = 0; i < h->n_facts; i++) {
		if (h->facts[i].true_now &&
		    (o->complete || history_random(h, 2)))
			o->entries[o->n_entries++] = h->facts[i].entry;
	}
	if (sort == HISTORY_ANY && history_random(h, 40) == 0) {
		o->entries[o->n_entries] = h->facts[0].entry;
		o->entries[o->n_entries].key = span_of("merged");
		o->entries[o->n_entries++].severity = SEVERITY_TERMINAL;
	}
}

/* The next fact, and what is decided on it from what is committed. */
static inline void
history_step(struct history *h, struct step *s, enum history_sort sort)
{
	history_pass(h, sort);
	pool_reset(&s->p);
	memset(&s->ev, 0, sizeof(s->ev));
	memset(&s->o, 0, sizeof(s->o));
	memset(&s->fact, 0, sizeof(s->fact));
	s->ev.subject = span_of("demo:x");
	s->ev.source = span_of("//hub");
	s->ev.time_ms = h->now_ms - 1;
	s->fact.ev = &s->ev;
	if (sort != HISTORY_SETTLED && history_random(h, 8) == 0) {
		s->ev.type = span_of("demo.push");
		s->ev.id = history_name(&s->p, "d", h->n_pushed++);
	} else {
		s->ev.type = span_of(OBSERVATION_TYPE);
		s->ev.id = span_of("obs_1");
		s->fact.o = &s->o;
		history_look(h, s, sort);
	}
	s->state = h->state;
	s->state.seen = history_seen;
	s->state.seen_arg = h;
	decide(
	    &h->w, &s->fact, &s->state, h->now_ms, &s->p, &s->t.v, &s->t.next);
}

static inline bool
history_ends(const struct step *s)
{
	size_t i;

	for (i = 0; s->fact.o != NULL && i < s->o.n_entries; i++) {
		if (s->o.entries[i].severity == SEVERITY_TERMINAL)
			return true;
	}
	return false;
}

static inline void
history_shuffle(struct history *h, struct observation *o)
{
	struct entry e;
	size_t i, j;

	for (i = o->n_entries; i > 1; i--) {
		j = (size_t)history_random(h, i);
		e = o->entries[i - 1];
		o->entries[i - 1] = o->entries[j];
		o->entries[j] = e;
	}
}

/* The state as it comes back from its text. */
static inline void
history_reread(struct state *s, struct pool *p)
{
	struct buf out = { 0 };
	struct err e = { 0 };
	struct json j;
	struct span text;

	subject_state_print(&s->subject, &out);
	text = pool_copy(p, buf_as_span(&out));
	if (json_scan(text.s, text.len, &j, &e) == -1 ||
	    subject_state_parse(&j, p, &s->subject, &e) == -1)
		printf("# %s: %.*s\n", e.text, (int)text.len, text.s);
	buf_reset(&out);
	watch_state_print(&s->watch, &out);
	text = pool_copy(p, buf_as_span(&out));
	if (json_scan(text.s, text.len, &j, &e) == -1 ||
	    watch_state_parse(&j, p, &s->watch, &e) == -1)
		printf("# %s\n", e.text);
	buf_done(&out);
}

static inline void
step_done(struct step *s)
{
	pool_done(&s->p);
}

static inline void
history_done(struct history *h)
{
	pool_done(&h->kept);
}

#endif
