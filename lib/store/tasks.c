#include "store/tasks.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "disk/dir.h"
#include "disk/file.h"
#include "disk/tree.h"
#include "store/fleet.h"

#define LINE_MAX_LEN 4200
#define IDENTITY "pane_identity"
#define RETIRING "pane_retiring"

void
task_tree(const char *trees, const char *task, const char *repo,
    char ret_path[TASK_PATH_MAX], char ret_branch[TASK_BRANCH_MAX])
{
	(void)snprintf(ret_path, TASK_PATH_MAX, "%s/%s/%s", trees, task, repo);
	(void)snprintf(ret_branch, TASK_BRANCH_MAX, "sergeant/%s", task);
}

static int
read_identity(struct task_worker *w, struct err *e)
{
	struct buf text = { 0 };
	int dir = w->dir_held - 1;
	int r = fleet_read_text(dir, IDENTITY, LINE_MAX_LEN, &text, e);

	if (r == 0)
		r = pane_parse(buf_as_span(&text), &w->pane, e);
	w->has_pane = r == 0;
	buf_done(&text);
	if (r == -1)
		return -1;
	w->is_retiring =
	    faccessat(dir, RETIRING, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
	return 0;
}

int
task_worker_open(
    int task, struct span repo, struct task_worker *ret, struct err *e)
{
	struct task_worker w = { 0 };
	char name[TASK_NAME_MAX + 1];
	struct stat st;
	int r;

	*ret = w;
	if (task_name_check(repo, e) == -1)
		return -1;
	memcpy(name, repo.s, repo.len);
	name[repo.len] = '\0';
	if (fstatat(task, name, &st, AT_SYMLINK_NOFOLLOW) == -1 &&
	    errno == ENOENT)
		return 1;
	w.dir_held = dir_open(task, name, e) + 1;
	if (w.dir_held == 0)
		return -1;
	r = fleet_read_text(
	    w.dir_held - 1, "worktree", LINE_MAX_LEN, &w.worktree, e);
	while (w.worktree.len > 0 && w.worktree.s[w.worktree.len - 1] == '\n')
		w.worktree.s[--w.worktree.len] = '\0';
	if (r != -1)
		r = read_identity(&w, e);
	*ret = w;
	return r;
}

void
task_worker_close(struct task_worker *w)
{
	if (w->dir_held != 0)
		(void)close(w->dir_held - 1);
	w->dir_held = 0;
	buf_done(&w->worktree);
}

int
task_worker_retiring(struct task_worker *w, struct err *e)
{
	return fleet_put(w->dir_held - 1, RETIRING, span_of("\n"), true, e);
}

int
task_worker_retired(struct task_worker *w, struct err *e)
{
	int dir = w->dir_held - 1;

	if (file_remove(dir, IDENTITY, e) == -1 ||
	    file_remove(dir, RETIRING, e) == -1)
		return -1;
	w->has_pane = false;
	w->is_retiring = false;
	return 0;
}

int
task_project(int task, char ret[TASK_NAME_MAX + 1], struct err *e)
{
	static const char head[] = "Project: ";
	struct buf text = { 0 };
	struct span s;
	int r = fleet_read_text(task, "brief.md", LINE_MAX_LEN, &text, e);

	s = buf_as_span(&text);
	if (r == 0 && span_begins(s, head)) {
		s = span_after(s, sizeof(head) - 1);
		s.len = s.len == 0 ? 0 : strcspn(s.s, "\n");
	}
	if (r == 0 && !task_name_is(s))
		r = err_set(e, STATUS_CONFIG, "'brief.md' names no project");
	if (r == 0) {
		memcpy(ret, s.s, s.len);
		ret[s.len] = '\0';
	}
	buf_done(&text);
	return r;
}

int
tasks_remove(const struct fleet *f, const char *task, struct err *e)
{
	int root = fleet_root(f);
	char aside[TASK_NAME_MAX + 16];
	int r;

	if (task_name_check(span_of(task), e) == -1)
		return -1;
	(void)snprintf(aside, sizeof(aside), ".removing-%s", task);
	if (tree_remove(root, aside, e) == -1)
		return -1;
	/* committed, once the folder is synced */
	r = renameat(root, task, root, aside);
	if (r == -1 && errno != ENOENT)
		return err_sys(e, "cannot remove task '%s'", task);
	if (dir_sync(root, e) == -1)
		return -1;
	return tree_remove(root, aside, e) == -1 ? -1 : 0;
}
