#include "store/inboxes.h"

#include <unistd.h>

#include "base/clock.h"
#include "disk/notice.h"
#include "engine/fold.h"

/* Also without a change: a clock that was set, a machine that slept. */
#define LOOK_AGAIN_MS 60000

/* What is held is looked at when it is due. */
static int64_t
next_look(const struct inbox *in, int64_t deadline_ms)
{
	int64_t due_ms = fold_next_due(in);
	int64_t wait_ms = LOOK_AGAIN_MS;
	int64_t mono_ms = clock_mono_ms();

	if (due_ms != 0 && due_ms - clock_now_ms() < wait_ms)
		wait_ms = due_ms - clock_now_ms();
	/* a fixed clock never gets there: no busy loop */
	if (wait_ms < NOTICE_PAUSE_MS)
		wait_ms = NOTICE_PAUSE_MS;
	return deadline_ms - mono_ms < wait_ms ? deadline_ms :
						 mono_ms + wait_ms;
}

static bool
is_awake(const struct inbox *in)
{
	size_t i;

	for (i = 0; i < in->n_messages; i++) {
		if (fold_is_waiting(&in->messages[i]))
			return true;
	}
	return false;
}

static int
wait_for(const struct inbox_reader *r, int64_t deadline_ms,
    struct notice *notice, struct inbox *ret, struct err *e)
{
	int64_t now_ms;

	for (;;) {
		now_ms = clock_now_ms();
		if (inboxes_read(r, now_ms, ret, e) != 0)
			return -1;
		fold_release(ret, r->policy, now_ms);
		if (is_awake(ret))
			return 0;
		if (clock_mono_ms() >= deadline_ms) {
			inbox_done(ret);
			return 1;
		}
		(void)notice_wait(notice, next_look(ret, deadline_ms));
		inbox_done(ret);
	}
}

int
inboxes_wait(const struct inbox_reader *r, int64_t deadline_ms,
    struct inbox *ret, struct err *e)
{
	struct notice notice;
	int dir, status;

	dir = home_dir(r->home, "journal", e);
	if (dir == -1)
		return -1;

	/* before the first look, so that nothing falls in between */
	notice_begin(&notice, dir);
	status = wait_for(r, deadline_ms, &notice, ret, e);
	notice_end(&notice);
	(void)close(dir);
	return status;
}
