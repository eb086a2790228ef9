#include "engine/close.h"

#include "base/pool.h"
#include "engine/look.h"
#include "engine/mask.h"

static bool
holds(const struct watch_state *s, struct span subject)
{
	size_t i;

	for (i = 0; i < s->n_closed; i++) {
		if (span_equal(s->closed[i], subject))
			return true;
	}
	return false;
}

bool
close_is(const struct look *l)
{
	const struct subject_state *s = &l->s->subject;
	size_t i;

	if (holds(&l->s->watch, l->ev->subject))
		return true;

	/* the list holds the newest; the subject itself knows too */
	for (i = 0; i < s->n_keys; i++) {
		if (s->keys[i].severity == SEVERITY_TERMINAL)
			return true;
	}
	return false;
}

/*
 * The list without the subject, at most max of the newest, with room for one.
 */
static void
drop(struct look *l, size_t max)
{
	struct watch_state *s = &l->next->watch;
	struct span *kept;
	size_t i, n = 0;

	kept = pool_new(l->p, (s->n_closed + 1) * sizeof(kept[0]));
	for (i = 0; i < s->n_closed; i++) {
		if (s->n_closed - i <= max &&
		    !span_equal(s->closed[i], l->ev->subject))
			kept[n++] = s->closed[i];
	}
	s->closed = kept;
	s->n_closed = n;
	l->changed = true;
}

static void
add_closed(struct look *l)
{
	struct watch_state *s = &l->next->watch;

	if (holds(s, l->ev->subject))
		return;

	drop(l, STATE_CLOSED_MAX - 1);
	s->closed[s->n_closed++] = l->ev->subject;
}

void
close_reopen(struct look *l)
{
	drop(l, STATE_CLOSED_MAX);
	mask_reopen(l);
	l->closed = false;
}

bool
close_reopens(struct span type)
{
	static const char end[] = ".reopened";
	size_t n = sizeof(end) - 1;

	return type.len > n && memcmp(type.s + type.len - n, end, n) == 0;
}

/* Do all the clauses' subjects lie behind us?  A collection never does. */
static bool
is_last(const struct look *l)
{
	const struct clause *c;
	size_t i;

	for (i = 0; i < l->w->n_clauses; i++) {
		c = &l->w->clauses[i];
		if (c->collection || !holds(&l->next->watch, c->subject))
			return false;
	}
	return true;
}

bool
close_alone(struct look *l)
{
	add_closed(l);
	return !is_last(l);
}

void
close_end(struct look *l, enum outcome outcome)
{
	struct watch_state *s = &l->next->watch;

	add_closed(l);
	l->v->outcome = outcome;
	/* one that is blocked is not made good by another's success */
	if (outcome > s->outcome)
		s->outcome = outcome;
	if (l->w->until == UNTIL_SUBJECT_TERMINAL && is_last(l)) {
		s->ended = END_TERMINAL;
		s->ended_ms = l->now_ms;
	}
}
