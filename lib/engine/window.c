#include "engine/window.h"

#include "base/pool.h"
#include "engine/look.h"

/*
 * How much of occurrences one verdict tells: its line must be read again.  What
 * is beyond that waits like the rest; at an end nothing does.
 */
#define BYTES_MAX (512UL * 1024)
#define BYTES_OVER 1024

/* What only goes on record, and ends, wait for nothing. */
static bool
is_free(const struct news *n)
{
	return (n->sort != NEWS_CONDITION && n->sort != NEWS_OCCURRENCE) ||
	    n->priority == PRIORITY_INFO || n->parked != NULL;
}

/* A stamp of the future has waited long enough: it makes nothing wait. */
static int64_t
age(const struct look *l, const struct news *n)
{
	if (n->since_ms > l->now_ms)
		return INT64_MAX;

	return l->now_ms - n->since_ms;
}

static bool
is_open(const struct look *l)
{
	int64_t at = l->s->subject.window_ms;

	return at > 0 && at <= l->now_ms && l->now_ms - at < l->w->window_ms;
}

static int64_t
longest(const struct look *l)
{
	if (l->w->window_ms < WATCH_WINDOW_OLDEST_MS)
		return l->w->window_ms;

	return WATCH_WINDOW_OLDEST_MS;
}

/* first: wake.  In an open window only what was told before does not wait. */
static bool
admits_wake(const struct look *l)
{
	const struct news *n;
	size_t i;

	if (!is_open(l))
		return true;

	for (i = 0; i < l->n_news; i++) {
		n = &l->news[i];
		if (is_free(n))
			continue;
		if (n->phase == PHASE_STILL || age(l, n) >= longest(l))
			return true;
	}
	return false;
}

/* What first: hold lets out once something else is old enough. */
static bool
may_ride(const struct look *l, const struct news *n)
{
	return !n->unsettled || l->w->window_ms == 0;
}

/*
 * first: hold.  Each waits from its own first sight; the oldest only so long.
 */
static bool
admits_hold(const struct look *l, bool *ret_all)
{
	bool ret = false;
	const struct news *n;
	size_t i;

	*ret_all = false;
	for (i = 0; i < l->n_news; i++) {
		n = &l->news[i];
		if (is_free(n))
			continue;
		if (age(l, n) >= WATCH_WINDOW_OLDEST_MS)
			*ret_all = true;
		if (may_ride(l, n) && age(l, n) >= l->w->window_ms)
			ret = true;
	}
	return ret || *ret_all;
}

/* When what waits is to be judged again. */
static void
wait(struct look *l, const struct news *n)
{
	int64_t until = n->since_ms + longest(l);

	if (l->w->first == FIRST_HOLD && n->unsettled)
		until = n->since_ms + WATCH_WINDOW_OLDEST_MS;
	else if (l->w->first != FIRST_HOLD &&
	    until > l->next->subject.window_ms + l->w->window_ms)
		until = l->next->subject.window_ms + l->w->window_ms;
	look_again(l, until);
	look_remark(l, n->key, WHY_HELD, until);
}

static void
hold(struct look *l, struct held *h, const struct news *n)
{
	if (n->held != NULL) {
		*h = *n->held;
		return;
	}
	h->since_ms = n->since_ms;
	h->time_ms = l->ev->time_ms;
	h->revision = n->revision;
	h->entry = *n->entry;
	if (n->pushed == NULL)
		return;

	event_print(n->pushed, &l->text);
	h->event.type = JSON_OBJECT;
	h->event.len = l->text.len;
	h->event.s = look_text(l).s;
}

/* Occurrences that wait are kept whole; conditions wait as keys. */
static void
keep(struct look *l)
{
	struct subject_state *s = &l->next->subject;
	const struct news *n;
	size_t i, kept = 0, waiting = 0;

	for (i = 0; i < l->n_news; i++) {
		if (!l->news[i].admitted)
			waiting++;
	}
	s->held = pool_new(l->p, waiting * sizeof(s->held[0]));
	for (i = 0; i < l->n_news; i++) {
		n = &l->news[i];
		if (n->admitted)
			continue;
		if (n->sort == NEWS_OCCURRENCE)
			hold(l, &s->held[kept++], n);
		wait(l, n);
	}
	if (kept != s->n_held)
		l->changed = true;
	s->n_held = kept;
}

static size_t
size(const struct news *n)
{
	size_t ret = BYTES_OVER + n->brief.len + n->data.len;

	return n->pushed == NULL ? ret : ret + n->pushed->data.len;
}

/* What waited before comes last in the list, and goes out first. */
static void
limit(struct look *l)
{
	size_t i, sum = 0;
	struct news *n;

	for (i = l->n_news; i > 0; i--) {
		n = &l->news[i - 1];
		if (n->sort != NEWS_OCCURRENCE || !n->admitted)
			continue;
		sum += size(n);
		if (sum > BYTES_MAX && sum > size(n))
			n->admitted = false;
	}
}

static void
admit(struct look *l, bool some, bool all)
{
	bool wakes = false;
	struct news *n;
	size_t i;

	for (i = 0; i < l->n_news; i++) {
		n = &l->news[i];
		n->admitted = is_free(n) || all || (some && may_ride(l, n));
		if (n->admitted && !is_free(n))
			wakes = true;
		if (n->immediate)
			n->admitted = true;
	}
	if (wakes)
		l->next->subject.window_ms = l->now_ms;
}

void
window_admit_all(struct look *l)
{
	if (l->n_news > 0) {
		admit(l, true, true);
		keep(l);
	}
}

void
window_admit(struct look *l)
{
	bool some, all;

	if (l->n_news == 0)
		return;

	if (l->w->first == FIRST_HOLD) {
		some = admits_hold(l, &all);
	} else {
		some = admits_wake(l);
		all = some;
	}
	admit(l, some, all);
	limit(l);
	keep(l);
}
