/* several tasks' deliveries at once */

#include "courier.h"

#include <poll.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "cli/tool.h"
#include "store/fleet.h"

/* how often a lock that another holds is asked for */
#define LOCK_STEP_MS 5

/* The tasks of one profile that wait for their turn. */
struct lane {
	char profile[PROFILE_MAX + 1];
	struct delivery *first;
	struct delivery *last;
	size_t n_running;
};

struct courier {
	const struct fleet *fleet;
	struct lane *lanes;
	size_t n_lanes;
	size_t cap;
	/* where the next look for a turn begins */
	size_t turn;
	size_t n_open;
	/* those whose lock is held; the next round asks again */
	struct delivery *locked;
	struct delivery *running[COURIER_SLOTS];
	struct lane *lane_of[COURIER_SLOTS];
	size_t n_running;
};

static struct lane *
find_lane(struct courier *k, struct span profile)
{
	struct lane *l;
	size_t i;

	for (i = 0; i < k->n_lanes; i++) {
		if (span_is(profile, k->lanes[i].profile))
			return &k->lanes[i];
	}
	k->lanes = mem_grow(k->lanes, &k->cap, k->n_lanes + 1, sizeof(*l));
	l = &k->lanes[k->n_lanes++];
	*l = (struct lane){ 0 };
	memcpy(l->profile, profile.s, profile.len);
	return l;
}

static void
put_in_line(struct courier *k, struct lane *l, struct delivery *d)
{
	d->next = NULL;
	if (l->first == NULL)
		l->first = d;
	else
		l->last->next = d;
	l->last = d;
	if (d->open && k->n_open > COURIER_OPEN_MAX) {
		delivery_close(d);
		k->n_open--;
	}
}

static void
leave(struct courier *k, struct delivery *d)
{
	if (d->open)
		k->n_open--;
	delivery_close(d);
}

/* Its turn: true where a consumer runs now. */
static bool
begin(struct courier *k, struct lane *l, struct delivery *d)
{
	struct err e = { 0 };
	int r = 0;

	if (!d->open) {
		r = delivery_open(d, k->fleet, &e);
		k->n_open += r == 0;
	}
	if (r == -1)
		tool_warn(&e);
	if (r != 0 || (!delivery_begin(d) && d->left == 0)) {
		leave(k, d);
		return false;
	}
	if (d->locked_until_ms != 0 && !d->settles) {
		d->next = k->locked;
		k->locked = d;
		return false;
	}
	k->running[k->n_running] = d;
	k->lane_of[k->n_running++] = l;
	l->n_running++;
	return true;
}

/* As many as may: one of each lane at a time, so that all get theirs. */
static void
begin_all(struct courier *k)
{
	size_t idle = 0;
	struct delivery *d;

	while ((d = k->locked) != NULL) {
		k->locked = d->next;
		put_in_line(k, find_lane(k, d->c.origin.profile), d);
	}
	while (k->n_lanes > 0 && idle < k->n_lanes &&
	    k->n_running < COURIER_SLOTS) {
		struct lane *l = &k->lanes[k->turn++ % k->n_lanes];

		d = l->first;
		if (d == NULL || l->n_running >= COURIER_LANE_SLOTS) {
			idle++;
			continue;
		}
		idle = 0;
		l->first = d->next;
		(void)begin(k, l, d);
	}
}

static void
wait_for_some(const struct courier *k)
{
	struct pollfd fds[COURIER_SLOTS * SPAWN_POLL_MAX];
	int64_t now = clock_mono_ms();
	int64_t until = now + (k->locked == NULL ? 1000 : LOCK_STEP_MS);
	size_t n = 0;
	size_t i;

	for (i = 0; i < k->n_running; i++) {
		const struct consumer_run *r = &k->running[i]->run;

		n += consumer_poll(r, fds + n);
		if (k->running[i]->settles)
			until = now + LOCK_STEP_MS < until ?
			    now + LOCK_STEP_MS :
			    until;
		else if (r->spawn.pid == 0)
			until = now;
		else if (r->spawn.deadline_ms < until)
			until = r->spawn.deadline_ms;
	}
	if (until > now)
		(void)poll(fds, (nfds_t)n, (int)(until - now));
}

static void
step_all(struct courier *k)
{
	int64_t now = clock_mono_ms();
	size_t i;

	for (i = 0; i < k->n_running;) {
		struct delivery *d = k->running[i];
		struct lane *l = k->lane_of[i];

		if (!delivery_step(d, now)) {
			i++;
			continue;
		}
		k->n_running--;
		k->running[i] = k->running[k->n_running];
		k->lane_of[i] = k->lane_of[k->n_running];
		l->n_running--;
		if (d->left > 0)
			put_in_line(k, l, d);
		else
			leave(k, d);
	}
}

/* Opened to learn its profile; what cannot be opened is said. */
static void
add(struct courier *k, struct delivery *d)
{
	struct err e = { 0 };

	d->found = delivery_open(d, k->fleet, &e);
	if (d->found == -1)
		tool_warn(&e);
	if (d->found != 0)
		return;
	k->n_open++;
	put_in_line(k, find_lane(k, d->c.origin.profile), d);
}

void
courier_run(struct delivery *list, size_t n, const struct fleet *f)
{
	struct courier k = { .fleet = f };
	size_t i;

	/* all lanes are there before pointers to them are kept */
	for (i = 0; i < n; i++)
		add(&k, &list[i]);
	for (;;) {
		begin_all(&k);
		if (k.n_running == 0 && k.locked == NULL)
			break;
		wait_for_some(&k);
		step_all(&k);
	}
	free(k.lanes);
}
