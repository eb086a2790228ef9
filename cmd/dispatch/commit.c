/* sgt-dispatch - the commit: from here on nothing is undone */

#include <unistd.h>

#include "base/err.h"
#include "disk/dir.h"
#include "dispatch.h"
#include "store/mutations.h"
#include "store/origins.h"
#include "workers.h"

static int
put_record(const struct dispatch *d, const struct admission *a, struct err *e)
{
	struct buf out = { 0 };
	int dir = dir_open(d->task_held - 1, ".callbacks", e);
	int r;

	if (dir == -1)
		return -1;
	admission_print_record(a, &out);
	r = fleet_put(dir, "admission.json", buf_as_span(&out), true, e);
	(void)close(dir);
	buf_done(&out);
	return r;
}

static int
commit_admission(struct dispatch *d, struct admission *a, struct err *e)
{
	a->status = ADMISSION_COMMITTED;
	a->origin.profile = span_of(d->order->profile);
	a->origin.correlation = span_of(d->order->correlation);
	if (origins_register(
		&d->fleet, a->task, &a->origin, ORIGIN_ADMISSION, e) == -1 ||
	    put_record(d, a, e) == -1)
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
