#ifndef SGT_DISPATCH_DISPATCH_H
#define SGT_DISPATCH_DISPATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "disk/lock.h"
#include "order.h"
#include "store/admissions.h"
#include "store/fleet.h"
#include "store/projects.h"
#include "transport/git.h"
#include "transport/panes.h"

struct worker;

/* What the parts of sgt-dispatch share.  sgt-dispatch(1). */

#define TASK_ID_MAX 48

/* One dispatch on its way. */
struct dispatch {
	const struct order *order;
	struct buf brief;
	char config[4096];
	/* where worktrees are */
	char trees[4096];
	struct project project;
	const struct repo *repos[PROJECT_REPOS_MAX];
	char sha[PROJECT_REPOS_MAX][GIT_SHA_MAX];
	size_t n_repos;
	struct panes panes;
	int64_t ack_ms;

	struct fleet fleet;
	/* with an origin: its transaction, whose lock is ours */
	struct admission_store admission;
	/* "hermes-" or "task-" and 32 hex digits */
	char task[TASK_ID_MAX];
	/* descriptor + 1: the task's folder */
	int task_held;
	/* without an origin: the task's own lock, ours from its making on */
	struct lock lock;
	/* n_repos of them, once it has begun */
	struct worker *workers;
};

/*
 * The parts, in their order.  Each: 0, or -1 and e.  Until dispatch_begin
 * nothing is made.
 */

/* brief.c; receipt.c: the receipt there is (1: it is printed); ready.c. */
int dispatch_brief(struct dispatch *d, struct err *e);
int dispatch_receipt(struct dispatch *d, struct err *e);
/* 1: it was taken before, and that is said; -1: it is another's. */
int dispatch_judge(
    const struct dispatch *d, const struct admission *a, struct err *e);
/* What the environment says; dispatch_ready begins with it. */
int dispatch_settings(struct dispatch *d, struct err *e);
int dispatch_ready(struct dispatch *d, struct err *e);
/* receipt.c: the part of it that is about the origin */
int dispatch_origin_ready(struct dispatch *d, struct err *e);
/* What would be done, what it was taken as: on stdout. */
void dispatch_show(const struct dispatch *d);
void dispatch_print(const struct order *o, const struct admission *a);
void dispatch_done(struct dispatch *d);

/* transaction.c: 1: it was taken meanwhile. */
int dispatch_name(struct dispatch *d, struct err *e);
int dispatch_transact(struct dispatch *d, struct err *e);

/* begin.c: both, and the task's folder. */
int dispatch_begin(struct dispatch *d, struct err *e);
/* A task without an origin is in one pair of hands until it is committed. */
int dispatch_lock(struct dispatch *d, struct err *e);
/* What is begun by an origin is journaled there, all else in the task. */
int dispatch_journal(const struct dispatch *d);

/* launch.c: the worktrees and the workers, until each has acknowledged. */
int dispatch_launch(struct dispatch *d, struct err *e);

/*
 * commit.c.  resume: an attempt that died when nothing but the commit was left
 * (its receipt is there, so all else is) is committed: 1, and that is said; 0
 * there is none.
 */
#define DISPATCH_RECEIPT ".callbacks/admission.json"
int dispatch_commit(struct dispatch *d, struct err *e);
int dispatch_resume(struct dispatch *d, struct err *e);

/*
 * undo.c: all that the journal names, newest first.  gone_is_fine: a worker
 * that has provably ended by itself is one less to end, as an operator says;
 * else it is evidence, and nothing goes on (75).
 */
int dispatch_undo(struct dispatch *d, bool gone_is_fine, struct err *e);

/* rollback.c: --rollback TASK; worker.c: what runs in a window first. */
int dispatch_rollback(const char *task, struct err *e);
int dispatch_worker(
    const char *task, const char *repo, const char *harness, struct err *e);

#endif
