#include "store/decisions.h"

#include "base/clock.h"
#include "disk/lock.h"

/* rows of looks may be lost: they are saved once a second, and at the end */
#define SAVE_EVERY_MS 1000

/* What is told and got over: the first of it. */
static void
note(struct decisions *d, const struct err *e)
{
	if (d->soft.status == STATUS_OK)
		d->soft = *e;
}

int
decisions_refresh(struct decisions *d, bool write, struct err *e)
{
	struct err why = { 0 };
	int r = states_refresh(d->states, &why);

	if (r == -1) {
		*e = why;
		return -1;
	}
	if (r == 1)
		note(d, &why);
	why = (struct err){ 0 };
	/* a journal that cannot be read leaves verdicts open: told again */
	if (write && states_settle(d->states, &why) != 0)
		note(d, &why);
	return schedule_refresh(d->schedule, d->home, e);
}

int
decisions_save_rows(struct decisions *d, struct err *e)
{
	d->saved_ms = clock_mono_ms();
	return schedule_save(d->schedule, d->home, decisions_alive, d, e);
}

int
decisions_commit(struct decisions *d, struct err *e)
{
	struct err why = { 0 };

	if (states_commit(d->states, e) == -1)
		return -1;
	/* committed: what fails from here on loses nothing */
	if ((d->saved_ms == 0 ||
		clock_mono_ms() - d->saved_ms >= SAVE_EVERY_MS) &&
	    decisions_save_rows(d, &why) == -1)
		note(d, &why);
	if (states_compact(d->states,
		d->n_commits++ == 0 ? STATES_COMPACT_BYTES :
				      STATES_COMPACT_RUN_BYTES,
		decisions_alive, d, &why) != 0)
		note(d, &why);
	return 0;
}

static int
add_line(void *arg, struct span line)
{
	struct decisions *d = arg;

	buf_span(&d->out, line);
	buf_byte(&d->out, '\n');
	return 0;
}

int
decisions_repeat(struct decisions *d, struct err *e)
{
	return states_each_open(d->states, add_line, d, e);
}

bool
decisions_soft(struct decisions *d, struct err *ret)
{
	if (states_torn(d->states, ret))
		return true;
	if (d->soft.status == STATUS_OK && !states_fault(d->states, &d->soft))
		return false;
	*ret = d->soft;
	d->soft = (struct err){ 0 };
	return true;
}

int
decisions_finish(struct decisions *d, struct err *e)
{
	struct lock lock = { 0 };
	int ret = -1;

	if (!schedule_is_dirty(d->schedule))
		return 0;
	if (lock_take(&lock, d->home->workspace, "decide", LOCK_WAIT_MS, e) ==
	    -1)
		return -1;
	if (schedule_refresh(d->schedule, d->home, e) == 0)
		ret = decisions_save_rows(d, e);
	lock_drop(&lock);
	return ret;
}
