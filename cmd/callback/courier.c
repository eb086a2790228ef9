/* several tasks' deliveries at once */

#include "courier.h"

#include "base/clock.h"
#include "cli/tool.h"
#include "lane.h"
#include "running.h"
#include "store/fleet.h"

struct courier {
	const struct fleet *fleet;
	struct lanes lanes;
	/* where the next look for a turn begins */
	size_t turn;
	size_t n_open;
	/* those whose lock is held; the next round asks again */
	struct delivery *locked;
	struct running running;
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
	running_add(&k->running, l, d);
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
	while (
	    k->lanes.n > 0 && idle < k->lanes.n && k->running.n < RUNNING_MAX) {
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
step_all(struct courier *k)
{
	int64_t now = clock_mono_ms();
	struct lane *l;
	size_t i;

	for (i = 0; i < k->running.n;) {
		struct delivery *d = k->running.list[i];

		if (!delivery_step(d, now)) {
			i++;
			continue;
		}
		l = running_drop(&k->running, i);
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
		if (k.running.n == 0 && k.locked == NULL)
			break;
		running_wait(&k.running, k.locked != NULL);
		step_all(&k);
	}
	lanes_done(&k.lanes);
}
