#ifndef SGT_DISPATCH_WORKERS_H
#define SGT_DISPATCH_WORKERS_H

#include "model/pane.h"
#include "store/projects.h"
#include "store/tasks.h"
#include "transport/git.h"

struct dispatch;
struct err;

/* One repository of a task: its worktree, its window, its acknowledgement. */
struct worker {
	const struct repo *repo;
	/* where HEAD was */
	const char *sha;
	char path[TASK_PATH_MAX];
	char branch[TASK_BRANCH_MAX];
	/* descriptors + 1: the worktree, the folder of its state in the fleet */
	int tree_held;
	int state_held;
	struct pane pane;
	/* "ntf_…|NONCE": what the file named NONCE must hold */
	char notification[80];
	char nonce[40];
	bool acknowledged;
};

/* external.c: where the order names a task of td's. */
int worker_make_external(
    const struct dispatch *d, const struct worker *w, struct err *e);

/* exclude.c: the list of what its git leaves out. */
int worker_put_exclude(const struct worker *w, struct err *e);

/* window.c: a line of a file of its state; its window, and who is in it. */
int worker_put(int dir, const char *name, const char *text, struct err *e);
int
worker_open_window(const struct dispatch *d, struct worker *w, struct err *e);

/*
 * Until each has acknowledged.  What is on disk counts before whether it still
 * runs.  75 where one ends, or time runs out, without.
 */
int workers_wait(struct dispatch *d, struct err *e);

/* Look once more, and make each acknowledgement and worktree durable. */
int workers_settle(struct dispatch *d, struct err *e);

void workers_done(struct dispatch *d);

#endif
