/* sgt-cleanup - take the lock, see what there is */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "cleanup.h"
#include "store/home.h"
#include "store/mutations.h"

static int
open_admission(struct cleanup *c, struct err *e)
{
	char correlation[CORRELATION_MAX + 1];
	int r = admission_find(
	    fleet_root(&c->fleet), span_of(c->task), correlation, e);

	if (r != 0)
		return r == 1 ? 0 : -1;
	r = admission_open(fleet_root(&c->fleet), span_of(correlation), false,
	    LOCK_WAIT_MS, &c->admission, e);
	c->has_admission = r == 0;
	return r == -1 ? -1 : 0;
}

/* What was never committed is undone, not cleaned up. */
static int
check_committed(const struct cleanup *c, struct err *e)
{
	bool pending = c->has_admission ?
	    c->admission.now.status == ADMISSION_PENDING :
	    c->task_held != 0 &&
		faccessat(c->task_held - 1, MUTATIONS_FILE, F_OK,
		    AT_SYMLINK_NOFOLLOW) == 0;

	if (!pending)
		return 0;
	return err_set(e, STATUS_TEMPORARY,
	    "task '%s' was never committed: sgt-dispatch goes on with it, or "
	    "sgt-dispatch --rollback ends it",
	    c->task);
}

static int
open_callbacks(struct cleanup *c, struct err *e)
{
	int r = callbacks_open(&c->fleet, span_of(c->task), &c->callbacks, e);

	c->has_callbacks = r == 0;
	if (r == 1 && c->has_admission)
		return err_set(e, STATUS_CONFIG,
		    "task '%s' has lost its callbacks", c->task);
	return r == -1 ? -1 : 0;
}

/* Unsealed by an operator it goes on, though it has been buried. */
static int
see_seal(struct cleanup *c, struct err *e)
{
	int sealed =
	    c->has_callbacks ? callbacks_is_sealed(&c->callbacks, e) : 0;

	c->is_over = cleanup_is_buried(c) && sealed == 1;
	return sealed == -1 ? -1 : 0;
}

static bool
is_there(const struct cleanup *c)
{
	struct stat st;

	return fstatat(fleet_root(&c->fleet), c->task, &st,
		   AT_SYMLINK_NOFOLLOW) == 0 ||
	    errno != ENOENT;
}

/* And what one that died left of it goes. */
static int
close_gone(const struct cleanup *c, struct err *e)
{
	if (c->has_admission && !cleanup_is_buried(c))
		return err_set(e, STATUS_CONFIG,
		    "task '%s' is gone from the fleet, but was not cleaned up",
		    c->task);
	return tasks_remove(&c->fleet, c->task, e) == -1 ? -1 : 1;
}

/* 1: whoever had it has cleaned up. */
static int
lock_task(struct cleanup *c, struct err *e)
{
	int dir = c->task_held - 1;
	int r;

	/* no lock is made in what is none of ours */
	if (c->has_admission || faccessat(dir, "lock", F_OK, 0) == -1)
		return 0;
	r = lock_take_file(&c->lock, dir, "lock", LOCK_WAIT_MS, e);
	return is_there(c) ? r : 1;
}

int
cleanup_open(struct cleanup *c, struct err *e)
{
	int r;

	if (home_trees_path(c->trees, e) == -1 ||
	    fleet_open(&c->fleet, e) == -1 || open_admission(c, e) == -1)
		return -1;
	c->panes = (struct panes){ .socket = home_variable("SGT_TMUX_SOCKET"),
		.folder = home_variable("TMUX_TMPDIR") };
	if (is_there(c)) {
		c->task_held = fleet_task(&c->fleet, span_of(c->task), e) + 1;
		/* unless another has just cleaned up */
		if (c->task_held == 0 && is_there(c))
			return -1;
	}
	if (check_committed(c, e) == -1)
		return -1;
	if (c->task_held == 0)
		return close_gone(c, e);
	r = lock_task(c, e);
	if (r != 0)
		return r;
	if (open_callbacks(c, e) == -1 || see_seal(c, e) == -1)
		return -1;
	return c->is_over ?
	    0 :
	    fleet_names(c->task_held - 1, &c->repos, &c->n_repos, e);
}

void
cleanup_close(struct cleanup *c)
{
	if (c->has_callbacks)
		callbacks_close(&c->callbacks);
	if (c->task_held != 0)
		(void)close(c->task_held - 1);
	c->task_held = 0;
	free(c->repos);
	c->repos = NULL;
	project_done(&c->project);
	fleet_close(&c->fleet);
	/* the locks go last */
	lock_drop(&c->lock);
	admission_close(&c->admission);
}
