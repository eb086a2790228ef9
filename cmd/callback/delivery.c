/* one task's turn in a drain */

#include "delivery.h"

#include "base/clock.h"
#include "cli/tool.h"
#include "profile.h"
#include "store/fleet.h"

static enum callback_result
result_of(enum reply r)
{
	switch (r) {
	case REPLY_ACK:
		return CALLBACK_ACK;
	case REPLY_RETRY:
		return CALLBACK_RETRY;
	case REPLY_REJECT:
		return CALLBACK_REJECT;
	case REPLY_TIMEOUT:
		return CALLBACK_TIMEOUT;
	case REPLY_INVALID:
		return CALLBACK_INVALID_ACK;
	case REPLY_ERROR:
		break;
	}
	return CALLBACK_ERROR;
}

int
delivery_open(struct delivery *d, const struct fleet *f, struct err *e)
{
	int r = callbacks_open(f, span_of(d->task), &d->c, e);

	d->open = r == 0;
	/* another descriptor's index */
	d->walk.begun = false;
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

static bool
fail(struct delivery *d, const struct err *e)
{
	tool_warn(e);
	d->left = 0;
	return false;
}

/* False where what came of it could not be written. */
static bool
settle(struct delivery *d, const struct answer *a)
{
	enum callback_result result = result_of(a->reply);
	struct err e = { 0 };
	int r = callbacks_settle(&d->c, &d->ours, d->walk.rules, result,
	    a->retry_after_s, clock_now_ms(), &e);

	if (r == -1)
		return fail(d, &e);
	if (r == 1) {
		(void)err_set(&e, STATUS_TEMPORARY,
		    "event %08lld of task '%s' was claimed by another drain "
		    "meanwhile: this answer came too late",
		    (long long)d->item.event.generation, d->task);
		return fail(d, &e);
	}
	if (result == CALLBACK_ACK)
		d->acknowledged++;
	else if (result != CALLBACK_REJECT)
		d->pending++;
	return true;
}

/* 0 it runs, 1 it could not be started and is settled, -1. */
static int
ask(struct delivery *d, struct err *e)
{
	struct answer none = { REPLY_ERROR, -1 };
	struct buf line = { 0 };
	int r;

	d->attempted++;
	callback_key(
	    d->key, d->item.event.correlation, d->item.event.generation);
	callback_event_print(&d->item.event, &line);
	r = profile_consumer(d->item.event.profile, &d->consumer, e);
	if (r == 0) {
		d->consumer.key = span_of(d->key);
		d->consumer.timeout_ms = d->walk.rules->timeout_s * 1000;
		/* without its newline */
		r = consumer_start(&d->run, &d->consumer,
		    (struct span){ line.s, line.len - 1 }, e);
	}
	buf_done(&line);
	if (r == 0)
		return 0;
	/* the profile's fault, not this program's: said, and still owed */
	tool_warn_text(STATUS_OK, "task '%s': %s", d->task, e->text);
	return settle(d, &none) ? 1 : 2;
}

bool
delivery_begin(struct delivery *d)
{
	struct err e = { 0 };
	int r;

	while (d->left > 0) {
		d->left--;
		r = callbacks_claim(
		    &d->c, &d->walk, clock_now_ms(), &d->item, &d->ours, &e);
		if (r == -1)
			return fail(d, &e);
		if (r == 1)
			break;
		r = ask(d, &e);
		if (r == 0)
			return true;
	}
	d->left = 0;
	return false;
}

bool
delivery_step(struct delivery *d, int64_t mono_ms)
{
	struct answer a;

	if (!consumer_step(&d->run, mono_ms))
		return false;
	consumer_end(&d->run, &d->consumer, &a, NULL, NULL);
	(void)settle(d, &a);
	return true;
}
