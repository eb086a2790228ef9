/* sgt-cleanup - may all of it go? */

#include <errno.h>
#include <unistd.h>

#include "base/err.h"
#include "cleanup.h"
#include "cli/service.h"
#include "cli/tool.h"
#include "store/home.h"
#include "transport/git.h"

/* What is still owed is tried once more, then all must be acknowledged. */
static int
check_acknowledged(struct cleanup *c, struct err *e)
{
	const char *const argv[] = { "sgt-callback", "sync", c->task, NULL };
	size_t left;
	int status;

	service_find_own();
	if (service_run_argv(argv, &status, e) == -1)
		return -1;
	if (status != 0)
		return err_set(e,
		    status > STATUS_CONFIG ? STATUS_TEMPORARY :
					     (enum status)status,
		    "cannot synchronize task '%s'", c->task);
	if (callbacks_unacknowledged(&c->callbacks, tool_warn, &left, e) == -1)
		return -1;
	if (left > 0)
		return err_set(e, STATUS_TEMPORARY,
		    "unacknowledged callback events remain: %zu", left);
	return 0;
}

static int
check_tree(const struct cleanup *c, const struct task_worker *w,
    const char *repo, struct err *e)
{
	char path[TASK_PATH_MAX], branch[TASK_BRANCH_MAX];
	bool clean;

	task_tree(c->trees, c->task, repo, path, branch);
	if (w->worktree.len == 0 ||
	    (access(w->worktree.s, F_OK) == -1 && errno == ENOENT))
		return 0;
	if (strcmp(w->worktree.s, path) != 0)
		return err_set(e, STATUS_CONFIG,
		    "the worktree of '%s' is none that sgt-dispatch made",
		    repo);
	if (project_repo(&c->project, span_of(repo)) == NULL)
		return err_set(e, STATUS_CONFIG,
		    "the project of task '%s' does not name '%s'", c->task,
		    repo);
	if (git_is_clean(path, &clean, e) == -1)
		return -1;
	if (!clean)
		return err_set(e, STATUS_TEMPORARY,
		    "the worktree of '%s' holds what is not committed", repo);
	return 0;
}

static int
check_repo(const struct cleanup *c, const char *repo, struct err *e)
{
	struct task_worker w;
	int r = task_worker_open(c->task_held - 1, span_of(repo), &w, e);

	if (r == 0)
		r = cleanup_check_ended(c, &w, repo, e);
	if (r == 0)
		r = check_tree(c, &w, repo, e);
	task_worker_close(&w);
	return r == 0 ? 0 : -1;
}

static int
open_project(struct cleanup *c, struct err *e)
{
	char name[TASK_NAME_MAX + 1], config[4096];
	int r = task_project(c->task_held - 1, name, e);

	/* not dispatched: it has no worktree of ours */
	if (r != 0)
		return r == 1 ? 0 : -1;
	if (home_config_path(config, e) == -1)
		return -1;
	return project_load(config, name, &c->project, e);
}

int
cleanup_look(struct cleanup *c, struct err *e)
{
	size_t i;

	if (open_project(c, e) == -1)
		return -1;
	for (i = 0; i < c->n_repos; i++) {
		if (check_repo(c, c->repos[i], e) == -1)
			return -1;
	}
	return c->has_callbacks ? check_acknowledged(c, e) : 0;
}
