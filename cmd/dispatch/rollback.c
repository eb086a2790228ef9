/* sgt-dispatch --rollback - an operator ends what was not committed */

#include <fcntl.h>
#include <unistd.h>

#include "base/err.h"
#include "dispatch.h"
#include "model/task.h"
#include "store/home.h"
#include "store/mutations.h"

static int
check_pending(const struct dispatch *d, struct err *e)
{
	if (has_origin(d->order)) {
		if (d->admission.now.status == ADMISSION_PENDING)
			return 0;
	} else if (faccessat(d->task_held - 1, MUTATIONS_FILE, F_OK,
		       AT_SYMLINK_NOFOLLOW) == 0) {
		return 0;
	}
	return err_set(e, STATUS_CONFIG,
	    "task '%s' was committed: sgt-cleanup ends it", d->task);
}

/* Of an origin's task the journal is in its transaction. */
static int
open_journal(
    struct dispatch *d, struct order *o, char correlation[160], struct err *e)
{
	int r = admission_find(
	    fleet_root(&d->fleet), span_of(d->task), correlation, e);

	if (r == 0) {
		/* whose it is does not matter here, only that it has one */
		o->profile = "";
		o->correlation = correlation;
		r = admission_open(fleet_root(&d->fleet), span_of(correlation),
		    false, LOCK_WAIT_MS, &d->admission, e);
	} else if (r == 1) {
		d->task_held = fleet_task(&d->fleet, span_of(d->task), e) + 1;
		/* no lock is made in what is none of ours */
		if (d->task_held == 0 || check_pending(d, e) == -1)
			return -1;
		r = dispatch_lock(d, e);
	}
	return r;
}

int
dispatch_rollback(const char *task, struct err *e)
{
	struct order o = { 0 };
	struct dispatch d = { .order = &o };
	char correlation[160];
	int r;

	if (task_name_check(span_of(task), e) == -1)
		return -1;
	if (strlen(task) >= sizeof(d.task))
		return err_set(
		    e, STATUS_CONFIG, "'%.64s' is no task of ours", task);
	memcpy(d.task, task, strlen(task) + 1);
	r = dispatch_settings(&d, e);
	if (r == 0)
		r = fleet_open(&d.fleet, e);
	if (r == 0)
		r = open_journal(&d, &o, correlation, e);
	if (r == 0)
		r = check_pending(&d, e);
	if (r == 0)
		r = dispatch_undo(&d, true, e);
	dispatch_done(&d);
	return r;
}
