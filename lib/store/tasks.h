#ifndef SGT_STORE_TASKS_H
#define SGT_STORE_TASKS_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/text.h"
#include "model/pane.h"
#include "model/task.h"

struct err;
struct fleet;

/*
 * What a dispatched task keeps in the fleet: <task>/brief.md, and for each
 * repository a folder with worktree, branch, notification, status, pane and
 * pane_identity.  sgt-store(5).
 */
struct task_worker {
	/* descriptor + 1 */
	int dir_held;
	/* where it was made, as the fleet says: to be compared, not trusted */
	struct buf worktree;
	/* its identity is known */
	bool has_pane;
	/* it was about to be ended, and whoever was at it has died */
	bool is_retiring;
	struct pane pane;
};

/* Where the worktree of a repository is, and what its branch is called. */
#define TASK_PATH_MAX 4400
#define TASK_BRANCH_MAX 160
void task_tree(const char *trees, const char *task, const char *repo,
    char ret_path[TASK_PATH_MAX], char ret_branch[TASK_BRANCH_MAX]);

/* 1 where there is no such repository; 77, 78. */
int task_worker_open(
    int task, struct span repo, struct task_worker *ret, struct err *e);
void task_worker_close(struct task_worker *w);

/* Durably: it is about to be ended; it has ended. */
int task_worker_retiring(struct task_worker *w, struct err *e);
int task_worker_retired(struct task_worker *w, struct err *e);

/* The project's name that brief.md holds; 1 where there is none. */
int task_project(int task, char ret[TASK_NAME_MAX + 1], struct err *e);

/*
 * The task's folder and all in it, gone in one step: renamed to a name that
 * nobody reads, then removed.  What is left of an earlier time goes with it.
 */
int tasks_remove(const struct fleet *f, const char *task, struct err *e);

#endif
