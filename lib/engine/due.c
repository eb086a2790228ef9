#include "engine/due.h"

#include "engine/backoff.h"
#include "engine/look.h"

/* Errors that are charged: a throttle is none. */
static bool
is_charged(const struct look *l)
{
	return l->o != NULL && !l->member && l->o->attempted &&
	    l->o->error != ERROR_NONE && l->o->error != ERROR_RATE_LIMITED;
}

static void
forget(struct row *r)
{
	r->error = ERROR_NONE;
	r->errors = 0;
	r->errors_since_ms = 0;
}

static void
add(struct look *l, struct row *r)
{
	/*
	 * one that began before the last had ended is no further one in a row
	 */
	if (r->error == l->o->error && l->as_of_ms < r->last_ms &&
	    r->last_ms <= l->now_ms)
		return;

	if (r->errors == 0 || r->errors_since_ms > l->now_ms)
		r->errors_since_ms = l->now_ms;
	r->errors = r->error == l->o->error ? r->errors + 1 : 1;
	r->error = l->o->error;
}

enum end_why
due_count(struct look *l)
{
	struct row *r = &l->next->row;
	int64_t bound = l->w->budget.errors;

	if (l->o == NULL || l->member || !l->o->attempted)
		return END_NONE;
	if (l->o->error == ERROR_NONE)
		forget(r);
	if (!is_charged(l))
		return END_NONE;

	add(l, r);
	if (error_class_is_subject(r->error) && r->errors >= DUE_SUBJECT_LOOKS)
		return r->error == ERROR_NOT_FOUND ? END_NOT_FOUND :
						     END_UNSUPPORTED;
	if (bound >= 0 && r->errors >= bound)
		return END_BUDGET_ERRORS;

	return END_NONE;
}

static int64_t
later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static void
by(struct row *r, int64_t ms)
{
	if (ms < r->next_ms)
		r->next_ms = ms;
}

/* A stamp further off than news can be is none of ours: the clock was set. */
bool
due_is_hot(const struct watch *w, const struct row *r, int64_t now_ms)
{
	return w->hot && w->every_ms > DUE_HOT_EVERY_MS &&
	    r->hot_until_ms > now_ms && r->hot_until_ms <= now_ms + DUE_HOT_MS;
}

static int64_t
every_ms(const struct look *l, const struct row *r)
{
	return due_is_hot(l->w, r, l->now_ms) ? DUE_HOT_EVERY_MS :
						l->w->every_ms;
}

/* From this look alone, before what waits is asked. */
static int64_t
next_look(const struct look *l, const struct row *r)
{
	int64_t every = l->now_ms + every_ms(l, r), next = every;
	int64_t asked = backoff_until(l->o->retry_at_ms, l->now_ms);

	if (l->o->error == ERROR_RATE_LIMITED ||
	    (!l->o->attempted && l->o->error != ERROR_NONE)) {
		next = later(every, l->now_ms + BACKOFF_FIRST_MS);
		if (asked > l->now_ms)
			next = asked;
	} else if (is_charged(l)) {
		next = later(l->now_ms + backoff_ms(r->errors), asked);
	}
	if (l->closed || l->terminal)
		next = later(next, l->now_ms + DUE_CLOSED_MS);
	return next;
}

/* The clause's own subject was looked at. */
static void
looked(struct look *l, struct row *r)
{
	int64_t before = r->next_ms;

	if (l->o->attempted && l->o->error != ERROR_RATE_LIMITED) {
		r->last_ms = l->now_ms;
		if (l->o->error == ERROR_NONE)
			r->answered_ms = l->now_ms;
		r->way = l->o->way;
	}
	r->next_ms = next_look(l, r);
	/* a member of it, seen in this look, may wait for less */
	if (l->clause != NULL && l->clause->collection && before > l->now_ms)
		by(r, before);
	/* a look that began before the hint came does not answer it */
	if (r->hint_ms > l->as_of_ms && r->hint_ms <= l->now_ms)
		r->next_ms = l->now_ms;
	else
		r->hint_ms = 0;
}

void
due_reckon(struct look *l)
{
	struct row *r = &l->next->row;
	const struct watch *w = l->w;

	if (l->next->watch.ended != END_NONE) {
		r->next_ms = DUE_NEVER;
		return;
	}
	if (w->hot && l->v->n_events > 0)
		r->hot_until_ms = l->now_ms + DUE_HOT_MS;
	if (l->o != NULL && !l->member)
		looked(l, r);
	else if (w->hot && l->v->n_events > 0)
		by(r, l->now_ms + every_ms(l, r));
	if (l->again_ms > 0)
		by(r, later(l->again_ms, l->now_ms));
	if (w->until == UNTIL_AT)
		by(r, w->until_at_ms);
	if (w->budget.runtime_ms >= 0)
		by(r, w->created_ms + w->budget.runtime_ms);
}
