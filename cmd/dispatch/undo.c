/* sgt-dispatch - undo what was journaled and not committed */

#include "undo.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "dispatch.h"
#include "store/mutations.h"
#include "store/tasks.h"

/* From the project's own document, never from the fleet. */
const struct repo *
undo_repo(const struct undo *u, const struct mutation *m, struct err *e)
{
	const struct repo *r = project_repo(&u->project, m->repo);

	if (r == NULL)
		(void)err_set(e, STATUS_CONFIG,
		    "cannot undo in '%.*s': its project does not name it",
		    (int)(m->repo.len > 100 ? 100 : m->repo.len), m->repo.s);
	return r;
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

int
undo_check(const struct dispatch *d, struct err *e)
{
	if (d->task_held == 0)
		return 0;
	if (faccessat(d->task_held - 1, ".callbacks/sequence", F_OK, 0) == 0)
		return err_set(e, STATUS_CONFIG,
		    "task '%s' has events already, and is kept as evidence",
		    d->task);
	if (faccessat(d->task_held - 1, DISPATCH_RECEIPT, F_OK, 0) == 0)
		return err_set(e, STATUS_CONFIG,
		    "task '%s' has its receipt: dispatched again it is "
		    "committed",
		    d->task);
	return 0;
}

static int
open_undo(struct undo *u, const struct mutations *m, struct err *e)
{
	char project[TASK_NAME_MAX + 1];
	int r;

	if (u->d->task_held == 0)
		return check_all_gone(u, m, e);
	/* before anything is undone */
	if (undo_check(u->d, e) == -1)
		return -1;
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
