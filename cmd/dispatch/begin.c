/* sgt-dispatch - it begins: the fleet, the transaction, the task's folder */

#include <fcntl.h>
#include <unistd.h>

#include "base/err.h"
#include "base/mem.h"
#include "disk/dir.h"
#include "dispatch.h"
#include "store/home.h"
#include "store/mutations.h"
#include "workers.h"

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
		r = has_origin(d->order) ? dispatch_transact(d, e) :
					   dispatch_name(d, e);
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
