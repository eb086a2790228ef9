/* sgt-dispatch - the commit: from here on nothing is undone */

#include <unistd.h>

#include "base/err.h"
#include "dispatch.h"
#include "store/callbacks.h"
#include "store/mutations.h"
#include "store/origins.h"
#include "workers.h"

#define RECEIPT_MAX 1024

static int
commit_admission(struct dispatch *d, struct admission *a, struct err *e)
{
	a->status = ADMISSION_COMMITTED;
	a->origin.profile = span_of(d->order->profile);
	a->origin.correlation = span_of(d->order->correlation);
	/* the receipt beside its origin */
	if (origins_register(
		&d->fleet, a->task, &a->origin, ORIGIN_ADMISSION, e) == -1)
		return -1;
	/* committed */
	return admission_write(&d->admission, a, e);
}

int
dispatch_commit(struct dispatch *d, struct err *e)
{
	struct admission a = { .task = span_of(d->task) };
	int r = workers_settle(d, e);

	if (r == 0)
		/* committed: what is journaled in a task is undone, else not */
		r = has_origin(d->order) ?
		    commit_admission(d, &a, e) :
		    mutations_clear(dispatch_journal(d), e);
	if (r == 0)
		dispatch_print(d->order, &a);
	return r;
}

/* Is the receipt there, beside the origin it is of? */
static bool
has_receipt(const struct dispatch *d, const struct admission *a)
{
	struct callbacks c = { 0 };
	struct buf text = { 0 };
	struct buf want = { 0 };
	int task = fleet_task(&d->fleet, a->task, NULL);
	bool ret = task != -1 &&
	    callbacks_open(&d->fleet, a->task, &c, NULL) == 0 &&
	    span_equal(c.origin.profile, a->origin.profile) &&
	    span_equal(c.origin.correlation, a->origin.correlation);

	admission_print_record(a, &want);
	if (ret)
		ret = fleet_read_text(task, DISPATCH_RECEIPT, RECEIPT_MAX,
			  &text, NULL) == 0 &&
		    span_equal(buf_as_span(&text), buf_as_span(&want));
	callbacks_close(&c);
	if (task != -1)
		(void)close(task);
	buf_done(&text);
	buf_done(&want);
	return ret;
}

int
dispatch_resume(struct dispatch *d, struct err *e)
{
	struct admission a = d->admission.now;

	if (!has_receipt(d, &a))
		return 0;
	a.status = ADMISSION_COMMITTED;
	/* committed */
	if (admission_write(&d->admission, &a, e) == -1)
		return -1;
	dispatch_print(d->order, &a);
	return 1;
}
