/* sgt-cleanup - the workers and worktrees, the seal, the task */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/err.h"
#include "cleanup.h"
#include "cli/tool.h"
#include "store/worker.h"
#include "transport/git.h"
#include "transport/process.h"

/* for what a worker has started to end with it */
#define LEFT_MS 2000
#define KEPT_MAX 4097

/*
 * What the worktree says goes into the fleet before it goes: should we die
 * then, whoever comes next finds the same.
 */
static int
keep(const char *path, int state, struct err *e)
{
	struct buf text = { 0 };
	enum worker_file f;
	int r = 0;
	int tree = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (tree == -1)
		return err_sys(e, "cannot open '%s'", path);
	for (f = 0; r == 0 && f < WORKER_FILES; f++) {
		r = fleet_read_text(tree, worker_file_name(f, WORKER_IN_TREE),
		    KEPT_MAX, &text, e);
		if (r == 0)
			r = fleet_put(state,
			    worker_file_name(f, WORKER_IN_FLEET),
			    buf_as_span(&text), true, e);
		else if (r == 1)
			r = 0;
	}
	(void)close(tree);
	buf_done(&text);
	return r;
}

static int
note(void *arg, struct err *e)
{
	return task_worker_retiring(arg, e);
}

static int
remove_tree(const struct cleanup *c, const struct task_worker *w,
    const char *repo, struct err *e)
{
	char path[TASK_PATH_MAX], branch[TASK_BRANCH_MAX];
	const struct repo *r = project_repo(&c->project, span_of(repo));
	struct git_tree t = { NULL, path, branch };
	bool clean;
	int done;

	task_tree(c->trees, c->task, repo, path, branch);
	if (r == NULL || access(path, F_OK) == -1)
		return 0;
	t.repo = r->path;
	if (process_leave(path, LEFT_MS, e) == -1 ||
	    git_is_clean(path, &clean, e) == -1)
		return -1;
	/* the last words of one that was ended */
	if (!clean)
		return err_set(e, STATUS_TEMPORARY,
		    "the worktree of '%s' holds what is not committed", repo);
	if (keep(path, w->dir_held - 1, e) == -1)
		return -1;
	/* the branch, and what was done on it, stays */
	done = git_remove(&t, e);
	if (done == 1)
		return err_set(
		    e, STATUS_IO, "cannot remove the worktree '%s'", path);
	return done;
}

static int
remove_repo(const struct cleanup *c, const char *repo, struct err *e)
{
	struct task_worker w;
	int r = task_worker_open(c->task_held - 1, span_of(repo), &w, e);

	if (r == 0 && w.has_pane)
		r = panes_retire(&c->panes, &w.pane, true, note, &w, e);
	if (r == 0 && w.has_pane)
		r = task_worker_retired(&w, e);
	if (r == 0)
		r = remove_tree(c, &w, repo, e);
	task_worker_close(&w);
	return r == 0 ? 0 : -1;
}

/* No new event from here on; and none was made since we looked. */
static int
seal(struct cleanup *c, struct err *e)
{
	size_t left;
	int r = callbacks_seal(&c->callbacks, tool_warn, &left, e);

	if (r == 1)
		return err_set(e, STATUS_TEMPORARY,
		    "unacknowledged callback events remain: %zu", left);
	return r;
}

static int
bury(struct cleanup *c, struct err *e)
{
	struct admission a = c->admission.now;

	if (!c->has_admission || a.status == ADMISSION_TOMBSTONED)
		return 0;
	a.status = ADMISSION_TOMBSTONED;
	return admission_write(&c->admission, &a, e);
}

int
cleanup_remove(struct cleanup *c, struct err *e)
{
	char folder[TASK_PATH_MAX];
	size_t i;

	for (i = 0; i < c->n_repos; i++) {
		if (remove_repo(c, c->repos[i], e) == -1)
			return -1;
	}
	(void)snprintf(folder, sizeof(folder), "%s/%s", c->trees, c->task);
	if (rmdir(folder) == -1 && errno != ENOENT)
		return err_sys(e, "cannot remove '%s'", folder);
	if (c->has_callbacks && seal(c, e) == -1)
		return -1;
	if (bury(c, e) == -1)
		return -1;
	return tasks_remove(&c->fleet, c->task, e);
}
