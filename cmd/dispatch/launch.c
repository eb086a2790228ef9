/* sgt-dispatch - the worktrees, and in each a worker */

#include <fcntl.h>
#include <stdio.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/err.h"
#include "base/hash.h"
#include "disk/dir.h"
#include "dispatch.h"
#include "store/briefs.h"
#include "store/mutations.h"
#include "workers.h"

static int
make_tree(const struct dispatch *d, struct worker *w, struct err *e)
{
	struct git_tree t = { w->repo->path, w->path, w->branch };
	struct mutation m = { .kind = MUTATION_GIT,
		.repo = span_of(w->repo->name),
		.worktree = span_of(w->path),
		.branch = span_of(w->branch),
		.sha = span_of(w->sha),
		.state = span_of(w->repo->name) };

	if (mutations_add(dispatch_journal(d), &m, e) == -1 ||
	    git_add(&t, w->sha, e) == -1)
		return -1;
	w->tree_held = dir_open(AT_FDCWD, w->path, e) + 1;
	return w->tree_held == 0 ? -1 : 0;
}

/* What the worker is told, and how it answers. */
static void
render(const struct dispatch *d, const struct worker *w, struct buf *out)
{
	buf_span(out, buf_as_span(&d->brief));
	buf_format(out,
	    "\n\n---\n\nThis is task %s, repository %s.\n\n"
	    "First acknowledge it, in this folder:\n\n"
	    "    printf '%%s' '%s' >" BRIEF_ACKS "/%s\n\n"
	    "Say how it stands in .sergeant-status: working, needs_input, "
	    "blocked,\nfailed: REASON, or done. A question or an obstacle "
	    "belongs in\n.sergeant-message (each new one with the next number "
	    "in\n.sergeant-gate-generation), what came of it in "
	    ".sergeant-result:\nplain short sentences. Write it before the "
	    "status.\n",
	    d->task, w->repo->name, w->notification, w->nonce);
}

static int
tell(const struct dispatch *d, struct worker *w, struct err *e)
{
	unsigned char bytes[32];
	struct buf text = { 0 };
	int acks, r = -1;

	if (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes))
		return err_sys(e, "cannot make a nonce");
	hash_hex(w->nonce, bytes, 16);
	(void)snprintf(w->notification, sizeof(w->notification), "ntf_");
	hash_hex(w->notification + 4, bytes + 16, 16);
	(void)snprintf(w->notification + 36, sizeof(w->notification) - 36,
	    "|%s", w->nonce);
	acks = fleet_make(w->tree_held - 1, BRIEF_ACKS, true, e);
	if (acks != -1) {
		(void)close(acks);
		render(d, w, &text);
		r = fleet_put(
		    w->tree_held - 1, BRIEF_FILE, buf_as_span(&text), true, e);
	}
	buf_done(&text);
	return r;
}

static int
launch(struct dispatch *d, struct worker *w, struct err *e)
{
	w->state_held =
	    fleet_make(d->task_held - 1, w->repo->name, true, e) + 1;
	if (w->state_held == 0 || worker_make_external(d, w, e) == -1 ||
	    worker_put(w->state_held - 1, "worktree", w->path, e) == -1 ||
	    worker_put(w->state_held - 1, "branch", w->branch, e) == -1 ||
	    worker_put(w->state_held - 1, "status", "working", e) == -1 ||
	    worker_put_exclude(w, e) == -1 || make_tree(d, w, e) == -1 ||
	    tell(d, w, e) == -1 ||
	    worker_put(w->state_held - 1, "notification", w->notification, e) ==
		-1)
		return -1;
	return worker_open_window(d, w, e);
}

int
dispatch_launch(struct dispatch *d, struct err *e)
{
	struct buf folder = { 0 };
	struct worker *w;
	size_t i;
	int dir;

	buf_format(&folder, "%s/%s", d->trees, d->task);
	dir = dir_make(AT_FDCWD, folder.s, e);
	buf_done(&folder);
	if (dir == -1)
		return -1;
	(void)close(dir);
	for (i = 0; i < d->n_repos; i++) {
		w = &d->workers[i];
		w->repo = d->repos[i];
		w->sha = d->sha[i];
		task_tree(d->trees, d->task, w->repo->name, w->path, w->branch);
		if (launch(d, w, e) == -1)
			return -1;
	}
	return workers_wait(d, e);
}
