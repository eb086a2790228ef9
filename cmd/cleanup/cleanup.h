#ifndef SGT_CLEANUP_CLEANUP_H
#define SGT_CLEANUP_CLEANUP_H

#include <stdbool.h>
#include <stddef.h>

#include "store/admissions.h"
#include "store/callbacks.h"
#include "store/fleet.h"
#include "store/projects.h"
#include "store/tasks.h"
#include "transport/panes.h"

struct err;

/* What the parts of sgt-cleanup share.  sgt-cleanup(1). */
struct cleanup {
	const char *task;
	struct fleet fleet;
	/* descriptor + 1 */
	int task_held;
	/* where it was dispatched for an origin: its lock is ours to the end */
	struct admission_store admission;
	bool has_admission;
	/* without one: the task's own lock, where sgt-dispatch made it */
	struct lock lock;
	/* where it owes an origin something */
	struct callbacks callbacks;
	bool has_callbacks;
	/* sealed and buried by one that died: only its folder is left */
	bool is_over;
	/* its repositories: one allocation */
	char **repos;
	size_t n_repos;
	struct project project;
	char trees[4096];
	struct panes panes;
};

/*
 * open.c: take the lock, see what there is.  1: there is no such task any more,
 * and nothing is left of it.
 */
int cleanup_open(struct cleanup *c, struct err *e);
void cleanup_close(struct cleanup *c);

/* look.c: may all of it go?  Nothing is changed. */
int cleanup_look(struct cleanup *c, struct err *e);

/* ended.c: 75: it has not, or says nothing that could be told. */
int cleanup_check_ended(const struct cleanup *c, const struct task_worker *w,
    const char *repo, struct err *e);

/* remove.c: the workers and worktrees, then the task; the seal between. */
int cleanup_remove(struct cleanup *c, struct err *e);

/* Does its transaction say that it has been cleaned up? */
static inline bool
cleanup_is_buried(const struct cleanup *c)
{
	return c->has_admission &&
	    c->admission.now.status == ADMISSION_TOMBSTONED;
}

#endif
