/* several tasks' deliveries at once */

#include "courier.h"

#include <poll.h>

#include "base/clock.h"
#include "cli/tool.h"
#include "lane.h"
#include "store/fleet.h"

/* how often a lock that another holds is asked for */
#define LOCK_STEP_MS 5

struct courier {
	const struct fleet *fleet;
	struct lanes lanes;
	/* where the next look for a turn begins */
	size_t turn;
	size_t n_open;
	/* those whose lock is held; the next round asks again */
	struct delivery *locked;
	struct delivery *running[COURIER_SLOTS];
	struct lane *lane_of[COURIER_SLOTS];
	size_t n_running;
};

static void
put_in_line(struct courier *k, struct lane *l, struct delivery *d)
{
	lane_put(l, d);
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

/* Its turn: a consumer runs then, or the lock is held, or it is over. */
static void
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
		return;
	}
	if (d->locked_until_ms != 0 && !d->settles) {
		d->next = k->locked;
		k->locked = d;
		return;
	}
	k->running[k->n_running] = d;
	k->lane_of[k->n_running++] = l;
	l->n_running++;
}

/* As many as may: one of each lane at a time, so that all get theirs. */
static void
begin_all(struct courier *k)
{
	size_t idle = 0;
	struct delivery *d;

	while ((d = k->locked) != NULL) {
		k->locked = d->next;
		put_in_line(k, lanes_find(&k->lanes, d->c.origin.profile), d);
	}
	while (k->lanes.n > 0 && idle < k->lanes.n &&
	    k->n_running < COURIER_SLOTS) {
		struct lane *l = &k->lanes.list[k->turn++ % k->lanes.n];

		if (l->first == NULL || l->n_running >= COURIER_LANE_SLOTS) {
			idle++;
			continue;
		}
		idle = 0;
		begin(k, l, lane_take(l));
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
	put_in_line(k, lanes_find(&k->lanes, d->c.origin.profile), d);
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
	lanes_done(&k.lanes);
}
