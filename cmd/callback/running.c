/* the deliveries whose consumers run */

#include "running.h"

#include <poll.h>

#include "base/clock.h"
#include "delivery.h"
#include "lane.h"

/* how often a lock that another holds is asked for */
#define LOCK_STEP_MS 5

void
running_add(struct running *r, struct lane *l, struct delivery *d)
{
	r->list[r->n] = d;
	r->lanes[r->n++] = l;
	l->n_running++;
}

struct lane *
running_drop(struct running *r, size_t i)
{
	struct lane *l = r->lanes[i];

	r->n--;
	r->list[i] = r->list[r->n];
	r->lanes[i] = r->lanes[r->n];
	l->n_running--;
	return l;
}

void
running_wait(const struct running *r, bool locked)
{
	struct pollfd fds[RUNNING_MAX * SPAWN_POLL_MAX];
	int64_t now = clock_mono_ms();
	int64_t until = now + (locked ? LOCK_STEP_MS : 1000);
	size_t n = 0;
	size_t i;

	for (i = 0; i < r->n; i++) {
		const struct delivery *d = r->list[i];

		n += consumer_poll(&d->run, fds + n);
		if (d->settles)
			until = now + LOCK_STEP_MS < until ?
			    now + LOCK_STEP_MS :
			    until;
		else if (d->run.spawn.pid == 0)
			until = now;
		else if (d->run.spawn.deadline_ms < until)
			until = d->run.spawn.deadline_ms;
	}
	if (until > now)
		(void)poll(fds, (nfds_t)n, (int)(until - now));
}
