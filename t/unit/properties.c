/* properties - what holds of decide over thousands of generated histories */

#include "told.h"
#include "unit.h"

#define HISTORIES 1000
#define STEPS 30
#define SETTLING 8

/* What went wrong first, and in which history. */
struct failures {
	const char *what;
	uint64_t seed;
	int n;
};

static void
fail(struct failures *f, const struct history *h, const char *what)
{
	if (f->n++ > 0)
		return;

	f->what = what;
	f->seed = h->seed;
}

static void
report(const struct failures *f)
{
	if (!OK(f->n == 0))
		printf("# %s (history %llu, %d times)\n", f->what,
		    (unsigned long long)f->seed, f->n);
}

/* The whole outcome as text: what is printed, and the state after it. */
static struct span
outcome(struct trial_state *t, struct pool *p)
{
	struct buf out = { 0 };
	struct span ret;

	verdict_print(&t->v, true, &out);
	subject_state_print(&t->next.subject, &out);
	watch_state_print(&t->next.watch, &out);
	row_print(&t->next.row, &out);
	ret = pool_copy(p, buf_as_span(&out));
	buf_done(&out);
	return ret;
}

/* Decide on the same fact once more, from the state it left. */
static void
check_again(struct history *h, struct step *s, struct failures *f)
{
	struct trial_state once = s->t, again = { 0 };
	size_t seen = h->n_seen;

	history_take_seen(h, &once.v);
	once.next.seen = history_seen;
	once.next.seen_arg = h;
	decide(&h->w, &s->fact, &once.next, h->now_ms, &s->p, &again.v,
	    &again.next);
	h->n_seen = seen;
	/* what spent the last of a budget is followed by the stop */
	if (again.v.kind == VERDICT_STOP)
		return;
	if (again.v.n_events != 0)
		fail(f, h, "told twice on the same input");
	if (again.v.changed)
		fail(f, h, "changed twice by the same input");
}

static void
check_order(struct history *h, struct step *s, struct failures *f)
{
	struct trial_state other = { 0 };

	if (s->fact.o == NULL)
		return;
	history_shuffle(h, &s->o);
	decide(&h->w, &s->fact, &s->state, h->now_ms, &s->p, &other.v,
	    &other.next);
	if (!span_equal(outcome(&s->t, &s->p), outcome(&other, &s->p)))
		fail(f, h, "another order, another outcome");
}

/* The state was read from its own text: so is the next, and decides alike. */
static void
check_text(struct history *h, struct step *s, struct failures *f)
{
	struct trial_state direct = { 0 }, read = { 0 };
	struct state back = s->t.next;
	int64_t later = h->now_ms + 400000;

	back.seen = s->t.next.seen = history_seen;
	back.seen_arg = s->t.next.seen_arg = h;
	history_reread(&back, &s->p);
	decide(
	    &h->w, &s->fact, &s->t.next, later, &s->p, &direct.v, &direct.next);
	decide(&h->w, &s->fact, &back, later, &s->p, &read.v, &read.next);
	if (!span_equal(outcome(&direct, &s->p), outcome(&read, &s->p)))
		fail(f, h, "a state read back decides otherwise");
}

static void
idempotent(void)
{
	struct failures again = { 0 }, order = { 0 }, text = { 0 };
	uint64_t seed;
	int i;

	for (seed = 1; seed <= HISTORIES; seed++) {
		struct history h = { 0 };
		struct step s = { 0 };

		history_begin(&h, seed);
		for (i = 0; i < STEPS; i++) {
			history_step(&h, &s, HISTORY_ANY);
			check_again(&h, &s, &again);
			check_text(&h, &s, &text);
			check_order(&h, &s, &order);
			history_commit(&h, &s);
		}
		step_done(&s);
		history_done(&h);
	}
	unit_case("tells nothing and changes nothing on the same input twice");
	report(&again);
	unit_case("does not care for the order of entries");
	report(&order);
	unit_case("decides alike from a state that was printed and read");
	report(&text);
}

/*
 * Told once on this revision, over and true again: its mask is the revision's.
 */
static bool
is_masked(const struct history *h, const struct told *t, const struct entry *e)
{
	return e->resets_on == RESETS_ON_REVISION && t->last_ms > 0 &&
	    t->revision == h->revision &&
	    h->now_ms - t->last_ms < h->w.realert_ms;
}

/* What is true at the end was told, and what happened was told once. */
static void
check_told(struct history *h, struct failures *f)
{
	struct told *t;
	size_t i;

	if (h->state.watch.ended != END_NONE || h->state.watch.n_closed > 0)
		return;

	for (i = 0; i < h->n_facts; i++) {
		t = &h->told[i];
		if (!h->facts[i].true_now)
			continue;
		if (h->facts[i].entry.resets_on == RESETS_ON_NEVER) {
			if (!t->baseline && t->times != 1)
				fail(f, h, "what happened was not told");
		} else if (!t->open && !is_masked(h, t, &h->facts[i].entry)) {
			fail(f, h, "what is true was not told");
		}
	}
}

/* Runs that die before they commit, and clocks that jump. */
static void
nothing_lost(bool jumps)
{
	struct failures lost = { 0 };
	uint64_t seed;
	int i;

	for (seed = 1; seed <= HISTORIES; seed++) {
		struct history h = { 0 };
		struct step s = { 0 };

		history_begin(&h, seed * 7919);
		h.w.budget.wakes = -1;
		h.w.budget.runtime_ms = -1;
		h.w.until = UNTIL_NEVER;
		for (i = 0; i < STEPS; i++) {
			if (jumps && history_random(&h, 8) == 0)
				h.now_ms -=
				    (int64_t)history_random(&h, 9000000);
			history_step(&h, &s, HISTORY_NO_END);
			if (history_random(&h, 3) != 0)
				history_commit(&h, &s);
		}
		for (i = 0; i < SETTLING; i++) {
			history_step(&h, &s, HISTORY_SETTLED);
			history_commit(&h, &s);
		}
		check_told(&h, &lost);
		step_done(&s);
		history_done(&h);
	}
	unit_case("loses nothing that is due, over any pattern of crashes%s",
	    jumps ? " and of clocks set back" : "");
	report(&lost);
}

static void
never_twice(void)
{
	struct failures twice = { 0 }, once = { 0 };
	uint64_t seed;
	int i;

	for (seed = 1; seed <= HISTORIES; seed++) {
		struct history h = { 0 };
		struct step s = { 0 };

		history_begin(&h, seed * 104729);
		for (i = 0; i < STEPS; i++) {
			history_step(&h, &s, HISTORY_ANY);
			history_commit(&h, &s);
			if (h.told_twice)
				fail(&twice, &h, "told inside its interval");
			if (h.occurred_twice)
				fail(&once, &h, "an occurrence told twice");
		}
		step_done(&s);
		history_done(&h);
	}
	unit_case("tells nothing twice inside its interval on one revision");
	report(&twice);
	unit_case("tells an occurrence once ever");
	report(&once);
}

static void
always_ends(void)
{
	struct failures terminal = { 0 }, budget = { 0 };
	uint64_t seed;
	bool ends;
	int i;

	for (seed = 1; seed <= HISTORIES; seed++) {
		struct history h = { 0 };
		struct step s = { 0 };

		history_begin(&h, seed * 15485863);
		h.w.to = span_of("session:sess_1");
		h.w.budget.runtime_ms = 20000000;
		h.w.budget.wakes = 6;
		for (i = 0; i < STEPS; i++) {
			history_step(&h, &s, HISTORY_ANY);
			ends = history_ends(&s);
			history_commit(&h, &s);
			if (ends && h.state.watch.ended == END_NONE)
				fail(&terminal, &h, "an end ended nothing");
		}
		if (h.state.watch.wakes > 7)
			fail(&budget, &h, "more wakes than there were");
		h.now_ms = h.w.created_ms + h.w.budget.runtime_ms;
		history_step(&h, &s, HISTORY_ANY);
		history_commit(&h, &s);
		if (h.state.watch.ended == END_NONE)
			fail(&budget, &h, "outlived its time");
		step_done(&s);
		history_done(&h);
	}
	unit_case("ends on every terminal entry");
	report(&terminal);
	unit_case("ends a session's watch within its budget");
	report(&budget);
}

int
main(void)
{
	idempotent();
	nothing_lost(false);
	nothing_lost(true);
	never_twice();
	always_ends();
	return unit_end();
}
