/* sgt-dispatch - wait for the workers, and hold fast what they said */

#include <fcntl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "disk/dir.h"
#include "disk/file.h"
#include "dispatch.h"
#include "model/task.h"
#include "store/briefs.h"
#include "transport/process.h"
#include "workers.h"

#define STEP_MS 50
#define ACK_LEN_MAX 128

/* Written by the worker alone: a file of ours that holds the very text. */
static bool
is_acknowledged(const struct worker *w, bool sync)
{
	struct buf text = { 0 };
	bool ret = false;
	int fd = -1;
	int dir = openat(w->tree_held - 1, BRIEF_ACKS,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (dir == -1)
		return false;
	if (fleet_read_text(dir, w->nonce, ACK_LEN_MAX, &text, NULL) == 0)
		ret = span_is(task_strip(buf_as_span(&text)), w->notification);
	if (ret && sync) {
		fd = openat(dir, w->nonce, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
		ret = fd != -1 && file_sync(fd, w->nonce, NULL) == 0 &&
		    dir_sync(dir, NULL) == 0;
	}
	if (fd != -1)
		(void)close(fd);
	(void)close(dir);
	buf_done(&text);
	return ret;
}

static int
look(struct worker *w, struct err *e)
{
	bool runs = process_is(w->pane.pid, w->pane.start);

	/* proof first: a fast worker may be done and gone */
	w->acknowledged = is_acknowledged(w, false);
	if (w->acknowledged || runs)
		return 0;
	return err_set(e, STATUS_TEMPORARY,
	    "the worker of '%s' ended before it acknowledged", w->repo->name);
}

int
workers_wait(struct dispatch *d, struct err *e)
{
	int64_t deadline = clock_mono_ms() + d->ack_ms;
	struct worker *waits;
	size_t i;

	for (;;) {
		waits = NULL;
		for (i = 0; i < d->n_repos; i++) {
			struct worker *w = &d->workers[i];

			if (!w->acknowledged && look(w, e) == -1)
				return -1;
			if (!w->acknowledged)
				waits = w;
		}
		if (waits == NULL)
			return 0;
		if (clock_mono_ms() >= deadline)
			return err_set(e, STATUS_TEMPORARY,
			    "the worker of '%s' did not acknowledge in time",
			    waits->repo->name);
		(void)clock_wait_until(clock_mono_ms() + STEP_MS);
	}
}

int
workers_settle(struct dispatch *d, struct err *e)
{
	size_t i;

	for (i = 0; i < d->n_repos; i++) {
		const struct worker *w = &d->workers[i];

		if (!is_acknowledged(w, true))
			return err_set(e, STATUS_TEMPORARY,
			    "the acknowledgement of '%s' is gone",
			    w->repo->name);
		/* what git made, too */
		if (syncfs(w->tree_held - 1) == -1)
			return err_set(e, STATUS_IO,
			    "cannot sync the worktree of '%s'", w->repo->name);
	}
	return 0;
}

void
workers_done(struct dispatch *d)
{
	size_t i;

	for (i = 0; d->workers != NULL && i < d->n_repos; i++) {
		if (d->workers[i].tree_held != 0)
			(void)close(d->workers[i].tree_held - 1);
		if (d->workers[i].state_held != 0)
			(void)close(d->workers[i].state_held - 1);
	}
	free(d->workers);
	d->workers = NULL;
}
