/* sgt-dispatch - the undo of each sort of thing that it makes */

#include "undo.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/err.h"
#include "disk/tree.h"
#include "dispatch.h"
#include "store/mutations.h"
#include "store/tasks.h"
#include "transport/process.h"

/* for processes in a worktree to go */
#define LEFT_MS 2000

static int
note(void *arg, struct err *e)
{
	return task_worker_retiring(arg, e);
}

/* Its window was asked for, and nobody knows who is in it: it waits still. */
static int
close_unknown(const struct undo *u, const struct mutation *m, struct err *e)
{
	char window[300];
	struct pane pane;
	int r;

	(void)snprintf(
	    window, sizeof(window), "%.*s", (int)m->name.len, m->name.s);
	r = panes_find(&u->d->panes, window, &pane, e);
	if (r == 0)
		return panes_close(&u->d->panes, &pane, e);
	return r == 1 ? 0 : -1;
}

static int
undo_pane(const struct undo *u, const struct mutation *m, struct err *e)
{
	struct task_worker w;
	int r = task_worker_open(u->d->task_held - 1, m->state, &w, e);

	if (r == 0 && w.has_pane)
		r = panes_retire(&u->d->panes, &w.pane,
		    u->gone_is_fine || w.is_retiring, note, &w, e);
	else if (r == 0)
		r = close_unknown(u, m, e);
	if (r == 0)
		r = task_worker_retired(&w, e);
	task_worker_close(&w);
	return r == 1 ? 0 : r;
}

static int
undo_git(const struct undo *u, const struct mutation *m, struct err *e)
{
	char path[TASK_PATH_MAX], branch[TASK_BRANCH_MAX], sha[GIT_SHA_MAX];
	const struct repo *repo = undo_repo(u, m, e);
	struct git_tree t;
	int r;

	if (repo == NULL)
		return -1;
	task_tree(u->d->trees, u->d->task, repo->name, path, branch);
	if (!span_is(m->worktree, path) || !span_is(m->branch, branch) ||
	    m->sha.len >= sizeof(sha))
		return err_set(e, STATUS_CONFIG,
		    "cannot undo in '%s': it was made elsewhere", repo->name);
	(void)snprintf(sha, sizeof(sha), "%.*s", (int)m->sha.len, m->sha.s);
	t = (struct git_tree){ repo->path, path, branch };
	r = process_leave(path, LEFT_MS, e);
	if (r == 0)
		r = git_remove(&t, e);
	if (r == 1 && tree_remove(AT_FDCWD, path, e) != -1)
		r = git_remove(&t, e);
	if (r == 1)
		return err_set(e, STATUS_IO, "cannot remove '%s'", path);
	return r == 0 ? git_forget(&t, sha, e) : r;
}

static int
undo_task(const struct undo *u, struct err *e)
{
	char path[4400];

	/* meanwhile, too */
	if (undo_check(u->d, e) == -1)
		return -1;
	(void)snprintf(path, sizeof(path), "%s/%s", u->d->trees, u->d->task);
	if (rmdir(path) == -1 && errno != ENOENT)
		return err_sys(e, "cannot remove '%s'", path);
	return tasks_remove(&u->d->fleet, u->d->task, e);
}

int
undo_one(const struct undo *u, const struct mutation *m, struct err *e)
{
	switch (m->kind) {
	case MUTATION_TASK:
		return undo_task(u, e);
	case MUTATION_EXTERNAL:
		return undo_external(u, m, e);
	case MUTATION_GIT:
		return undo_git(u, m, e);
	case MUTATION_PANE:
		return undo_pane(u, m, e);
	}
	return 0;
}
