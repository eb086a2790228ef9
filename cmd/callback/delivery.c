/* one task's turn in a drain */

#include "delivery-inside.h"

#include "base/clock.h"
#include "base/err.h"
#include "store/fleet.h"

int
delivery_open(struct delivery *d, const struct fleet *f, struct err *e)
{
	int r = callbacks_open(f, span_of(d->task), &d->c, e);

	d->open = r == 0;
	/* another descriptor's index */
	d->walk.begun = false;
	d->c.no_wait = true;
	return r;
}

void
delivery_close(struct delivery *d)
{
	if (d->open)
		callbacks_close(&d->c);
	d->open = false;
}

void
delivery_done(struct delivery *d)
{
	delivery_close(d);
	callback_item_done(&d->item);
}

bool
delivery_begin(struct delivery *d)
{
	struct err e = { 0 };
	int r;

	while (d->left > 0) {
		r = callbacks_claim(
		    &d->c, &d->walk, clock_now_ms(), &d->item, &d->ours, &e);
		if (r == -1 && delivery_is_locked(d))
			return false;
		if (r == -1)
			return delivery_fail(d, &e);
		d->locked_until_ms = 0;
		if (r == 1)
			break;
		d->left--;
		if (delivery_ask(d, &e) || d->settles)
			return true;
	}
	d->left = 0;
	return false;
}

bool
delivery_step(struct delivery *d, int64_t mono_ms)
{
	if (!d->settles) {
		if (!consumer_step(&d->run, mono_ms))
			return false;
		consumer_end(&d->run, &d->consumer, &d->answer, NULL, NULL);
	}
	delivery_settle(d);
	return !d->settles;
}
