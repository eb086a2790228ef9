/* sgt-dispatch - the transaction and the task's folder */

#include <fcntl.h>
#include <stdio.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/err.h"
#include "base/hash.h"
#include "base/mem.h"
#include "disk/dir.h"
#include "dispatch.h"
#include "store/home.h"
#include "store/mutations.h"
#include "store/origins.h"
#include "workers.h"

static int
new_task(struct dispatch *d, struct err *e)
{
	const char *prefix = has_origin(d->order) ? "hermes-" : "task-";
	unsigned char bytes[16];

	if (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes))
		return err_sys(e, "cannot make a task's name");
	(void)snprintf(d->task, sizeof(d->task), "%s", prefix);
	hash_hex(d->task + strlen(prefix), bytes, sizeof(bytes));
	return 0;
}

static int
make_fleet(struct dispatch *d, struct err *e)
{
	char path[4096];
	int fd;

	if (d->fleet.root_held != 0)
		return 0;
	if (home_fleet_path(path, e) == -1)
		return -1;
	fd = dir_make(AT_FDCWD, path, e);
	if (fd == -1)
		return -1;
	(void)close(fd);
	return fleet_open(&d->fleet, e);
}

/* A first attempt: the transaction, and the correlation for this task alone. */
static int
begin_new(struct dispatch *d, struct err *e)
{
	struct admission a = { .status = ADMISSION_PENDING,
		.origin = { span_of(d->order->profile),
		    span_of(d->order->correlation) } };

	if (new_task(d, e) == -1)
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

static int
begin_transaction(struct dispatch *d, struct err *e)
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

static int
describe(const struct dispatch *d, struct err *e)
{
	struct buf out = { 0 };
	size_t i;
	int r;

	buf_format(&out, "Project: %s\nBrief: private\nBranch: sergeant/%s\n",
	    d->order->project, d->task);
	buf_text(&out, "Repos:");
	for (i = 0; i < d->n_repos; i++)
		buf_format(&out, " %s", d->repos[i]->name);
	buf_byte(&out, '\n');
	r = fleet_put(d->task_held - 1, "brief.md", buf_as_span(&out), true, e);
	buf_done(&out);
	return r;
}

int
dispatch_lock(struct dispatch *d, struct err *e)
{
	return lock_take_file(
	    &d->lock, d->task_held - 1, "lock", LOCK_WAIT_MS, e);
}

int
dispatch_journal(const struct dispatch *d)
{
	return has_origin(d->order) ? admission_dir(&d->admission) :
				      d->task_held - 1;
}

int
dispatch_begin(struct dispatch *d, struct err *e)
{
	struct mutation m = { .kind = MUTATION_TASK };
	int r = make_fleet(d, e);

	if (r == 0)
		r = has_origin(d->order) ? begin_transaction(d, e) :
					   new_task(d, e);
	if (r != 0)
		return r;
	m.name = span_of(d->task);
	if (has_origin(d->order) &&
	    mutations_add(dispatch_journal(d), &m, e) == -1)
		return -1;
	d->task_held = fleet_make(fleet_root(&d->fleet), d->task, true, e) + 1;
	if (d->task_held == 0)
		return -1;
	if (!has_origin(d->order) &&
	    (dispatch_lock(d, e) == -1 ||
		mutations_add(dispatch_journal(d), &m, e) == -1))
		return -1;
	d->workers = mem_new(d->n_repos * sizeof(*d->workers));
	return describe(d, e);
}
