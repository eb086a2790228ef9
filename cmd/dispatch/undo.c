/* sgt-dispatch - undo what was journaled and not committed */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "disk/dir.h"
#include "disk/file.h"
#include "disk/tree.h"
#include "dispatch.h"
#include "store/mutations.h"
#include "store/tasks.h"
#include "transport/command.h"
#include "transport/process.h"

/* for processes in a worktree to go */
#define LEFT_MS 2000

struct undo {
	const struct dispatch *d;
	/* of the attempt that is undone */
	struct project project;
	bool gone_is_fine;
};

/* From the project's own document, never from the fleet. */
static const struct repo *
repo_of(const struct undo *u, const struct mutation *m, struct err *e)
{
	const struct repo *r = project_repo(&u->project, m->repo);

	if (r == NULL)
		(void)err_set(e, STATUS_CONFIG,
		    "cannot undo in '%.*s': its project does not name it",
		    (int)(m->repo.len > 100 ? 100 : m->repo.len), m->repo.s);
	return r;
}

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
	const struct repo *repo = repo_of(u, m, e);
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

/*
 * The id that a line of td's gives to the task it tells of; false where that is
 * none of ours, for a search may find more than was sought.
 */
static bool
take_id(const struct undo *u, struct span line, char ret[64])
{
	static const char plain[] = "0123456789abcdefghijklmnopqrstuvwxyz";
	const char *at = memmem(line.s, line.len, "td-", 3);

	if (at == NULL ||
	    memmem(line.s, line.len, u->d->task, strlen(u->d->task)) == NULL)
		return false;
	(void)snprintf(ret, 64, "td-%.*s", (int)strspn(at + 3, plain), at + 3);
	return true;
}

/* td's own search finds what may have been made; then each is deleted. */
static int
undo_external(const struct undo *u, const struct mutation *m, struct err *e)
{
	char title[300], id[64];
	const struct repo *repo = repo_of(u, m, e);
	const char *const search[] = { "td", "search", title, NULL };
	const char *const delete[] = { "td", "delete", id, NULL };
	struct command c = { .argv = search };
	struct buf out = { 0 };
	struct span rest, line;
	int r;

	if (repo == NULL)
		return -1;
	(void)snprintf(
	    title, sizeof(title), "%.*s", (int)m->name.len, m->name.s);
	c.cwd = repo->path;
	r = command_do(&c, "look for tasks of td's", &out, e);
	c.argv = delete;
	for (rest = buf_as_span(&out); r == 0 && rest.len > 0;) {
		line = rest;
		line.len = strcspn(rest.s, "\n");
		rest =
		    span_after(rest, line.len + (line.len < rest.len ? 1 : 0));
		if (take_id(u, line, id))
			r = command_do(&c, "delete a task of td's", NULL, e);
	}
	buf_done(&out);
	return r;
}

/* A task that has said something to its origin is no attempt any more. */
static int
undo_task(const struct undo *u, struct err *e)
{
	char path[4400];

	if (u->d->task_held != 0 &&
	    faccessat(u->d->task_held - 1, ".callbacks/sequence", F_OK, 0) == 0)
		return err_set(e, STATUS_CONFIG,
		    "task '%s' has events already, and is kept as evidence",
		    u->d->task);
	(void)snprintf(path, sizeof(path), "%s/%s", u->d->trees, u->d->task);
	if (rmdir(path) == -1 && errno != ENOENT)
		return err_sys(e, "cannot remove '%s'", path);
	return tasks_remove(&u->d->fleet, u->d->task, e);
}

static int
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

static bool
needs_project(const struct mutations *m)
{
	size_t i;

	for (i = 0; i < m->n; i++) {
		if (m->list[i].kind == MUTATION_GIT ||
		    m->list[i].kind == MUTATION_EXTERNAL)
			return true;
	}
	return false;
}

/*
 * The task's folder goes last: without it all else has gone before, or somebody
 * else has taken it, and what there is stays.
 */
static int
check_all_gone(const struct undo *u, const struct mutations *m, struct err *e)
{
	char path[TASK_PATH_MAX];
	size_t i;

	for (i = 0; i < m->n; i++) {
		if (m->list[i].kind != MUTATION_GIT)
			continue;
		(void)snprintf(path, sizeof(path), "%.*s",
		    (int)m->list[i].worktree.len, m->list[i].worktree.s);
		if (access(path, F_OK) == 0)
			return err_set(e, STATUS_TEMPORARY,
			    "task '%s' is gone from the fleet, and its "
			    "worktrees are kept as evidence",
			    u->d->task);
	}
	return 0;
}

static int
open_undo(struct undo *u, const struct mutations *m, struct err *e)
{
	char project[TASK_NAME_MAX + 1];
	int r;

	if (u->d->task_held == 0)
		return check_all_gone(u, m, e);
	if (!needs_project(m))
		return 0;
	r = task_project(u->d->task_held - 1, project, e);
	if (r == 1)
		return err_set(e, STATUS_CONFIG,
		    "cannot undo task '%s': its project is not known",
		    u->d->task);
	return r == 0 ? project_load(u->d->config, project, &u->project, e) : r;
}

/* The task's folder, where it is there. */
static int
open_task(struct dispatch *d, struct err *e)
{
	struct stat st;

	if (d->task_held != 0 ||
	    (fstatat(fleet_root(&d->fleet), d->task, &st,
		 AT_SYMLINK_NOFOLLOW) == -1 &&
		errno == ENOENT))
		return 0;
	d->task_held = fleet_task(&d->fleet, span_of(d->task), e) + 1;
	return d->task_held == 0 ? -1 : 0;
}

int
dispatch_undo(struct dispatch *d, bool gone_is_fine, struct err *e)
{
	struct undo u = { .d = d, .gone_is_fine = gone_is_fine };
	struct mutations m = { 0 };
	int r = open_task(d, e);
	size_t i;

	if (r == 0)
		r = mutations_load(dispatch_journal(d), &m, e);
	if (r == 0)
		r = open_undo(&u, &m, e);
	/* each undone twice is undone once */
	for (i = m.n; r == 0 && i > 0; i--) {
		if (d->task_held != 0 || m.list[i - 1].kind == MUTATION_TASK)
			r = undo_one(&u, &m.list[i - 1], e);
	}
	/* of a task's own journal, this was its folder's end */
	if (r == 0 && has_origin(d->order))
		r = mutations_clear(dispatch_journal(d), e);
	mutations_done(&m);
	project_done(&u.project);
	if (r == 0 && d->task_held != 0) {
		(void)close(d->task_held - 1);
		d->task_held = 0;
	}
	return r;
}
