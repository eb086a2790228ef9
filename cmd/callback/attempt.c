/* one attempt of a delivery: asking, and what came of it */

#include "base/clock.h"
#include "cli/tool.h"
#include "delivery-inside.h"
#include "profile.h"

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

bool
delivery_fail(struct delivery *d, const struct err *e)
{
	tool_warn(e);
	d->left = 0;
	return false;
}

/* Another holds the lock: is it to be asked for again, a little later? */
bool
delivery_is_locked(struct delivery *d)
{
	int64_t now = clock_mono_ms();

	if (!d->c.busy)
		return false;
	if (d->locked_until_ms == 0)
		d->locked_until_ms = now + LOCK_WAIT_MS;
	return now < d->locked_until_ms;
}

/* What came of it, as soon as the lock is free: d->settles until then. */
void
delivery_settle(struct delivery *d)
{
	enum callback_result result = result_of(d->answer.reply);
	struct err e = { 0 };
	int r = callbacks_settle(&d->c, &d->ours, d->walk.rules, result,
	    d->answer.retry_after_s, clock_now_ms(), &e);

	d->settles = r == -1 && delivery_is_locked(d);
	if (d->settles)
		return;
	d->locked_until_ms = 0;
	if (r == 1)
		(void)err_set(&e, STATUS_TEMPORARY,
		    "event %08lld of task '%s' was claimed by another drain "
		    "meanwhile: this answer came too late",
		    (long long)d->item.event.generation, d->task);
	if (r != 0)
		(void)delivery_fail(d, &e);
	else if (result == CALLBACK_ACK)
		d->acknowledged++;
	else if (result != CALLBACK_REJECT)
		d->pending++;
}

/* True where it runs now; else that is what came of it. */
bool
delivery_ask(struct delivery *d, struct err *e)
{
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
		return true;
	/* the profile's fault, not this program's: said, and still owed */
	tool_warn_text(STATUS_OK, "task '%s': %s", d->task, e->text);
	d->answer = (struct answer){ REPLY_ERROR, -1 };
	delivery_settle(d);
	return false;
}
