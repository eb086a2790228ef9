/* sgt-dispatch - the task's name, and the transaction that it is taken in */

#include <stdio.h>
#include <sys/random.h>

#include "base/err.h"
#include "base/hash.h"
#include "dispatch.h"
#include "store/origins.h"

int
dispatch_name(struct dispatch *d, struct err *e)
{
	const char *prefix = has_origin(d->order) ? "hermes-" : "task-";
	unsigned char bytes[16];

	if (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes))
		return err_sys(e, "cannot make a task's name");
	(void)snprintf(d->task, sizeof(d->task), "%s", prefix);
	hash_hex(d->task + strlen(prefix), bytes, sizeof(bytes));
	return 0;
}

/* A first attempt: the transaction, and the correlation for this task alone. */
static int
begin_new(struct dispatch *d, struct err *e)
{
	struct admission a = { .status = ADMISSION_PENDING,
		.origin = { span_of(d->order->profile),
		    span_of(d->order->correlation) } };

	if (dispatch_name(d, e) == -1)
		return -1;
	a.task = span_of(d->task);
	return admission_write(&d->admission, &a, e);
}

static int
begin_again(struct dispatch *d, struct err *e)
{
	struct span task = d->admission.now.task;
	int r;

	if (task.len >= sizeof(d->task))
		return err_set(e, STATUS_CONFIG, "no task of ours");
	memcpy(d->task, task.s, task.len);
	d->task[task.len] = '\0';
	r = dispatch_resume(d, e);
	return r == 0 ? dispatch_undo(d, false, e) : r;
}

int
dispatch_transact(struct dispatch *d, struct err *e)
{
	bool first;
	int r = admission_open(fleet_root(&d->fleet),
	    span_of(d->order->correlation), true, LOCK_WAIT_MS, &d->admission,
	    e);

	if (r == 0)
		r = dispatch_judge(d, &d->admission.now, e);
	if (r != 0)
		return r;
	first = d->admission.now.status == 0;
	r = first ? begin_new(d, e) : begin_again(d, e);
	if (r == 0)
		r = origins_reserve(&d->fleet, span_of(d->order->correlation),
		    ORIGIN_ADMISSION, span_of(d->task), e);
	/*
	 * another had it meanwhile: nothing was made for this one.  Whatever
	 * else failed, the name may be given, and is kept.
	 */
	if (r == -1 && first && e->status == STATUS_USAGE)
		(void)admission_retract(&d->admission, NULL);
	return r;
}
