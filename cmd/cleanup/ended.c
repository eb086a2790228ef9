/* sgt-cleanup - has a worker said how it ended? */

#include <fcntl.h>
#include <unistd.h>

#include "base/err.h"
#include "cleanup.h"
#include "store/worker.h"

#define TEXT_MAX 1024

/* Of the worktree where it is there, else what the fleet keeps. */
static int
read_either(const struct task_worker *w, enum worker_file f, struct buf *ret,
    struct err *e)
{
	int r = 1;
	int tree = w->worktree.len == 0 ?
	    -1 :
	    open(
		w->worktree.s, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	buf_reset(ret);
	if (tree != -1) {
		r = fleet_read_text(tree, worker_file_name(f, WORKER_IN_TREE),
		    TEXT_MAX, ret, e);
		(void)close(tree);
	}
	if (r == 1)
		r = fleet_read_text(w->dir_held - 1,
		    worker_file_name(f, WORKER_IN_FLEET), TEXT_MAX, ret, e);
	return r == -1 ? -1 : 0;
}

/*
 * Of what is owed to an origin nothing may be missing: done without a result,
 * failed without a reason, is nothing that could be told.
 */
int
cleanup_check_ended(const struct cleanup *c, const struct task_worker *w,
    const char *repo, struct err *e)
{
	struct buf text = { 0 };
	enum task_status status = TASK_WORKING;
	struct span s = { 0 };
	int r = read_either(w, WORKER_STATUS, &text, e);

	if (r == 0)
		status = task_status_of(buf_as_span(&text), &s);
	if (r == 0 && status == TASK_DONE) {
		r = read_either(w, WORKER_RESULT, &text, e);
		s = task_strip(buf_as_span(&text));
	}
	if (r == 0 && status != TASK_DONE && status != TASK_FAILED)
		r = err_set(e, STATUS_TEMPORARY,
		    "repository '%s' is neither done nor failed", repo);
	else if (r == 0 && c->has_callbacks && s.len == 0)
		r = err_set(e, STATUS_TEMPORARY,
		    "repository '%s' says nothing that could be told", repo);
	buf_done(&text);
	return r;
}
