/* sgt-tick - run the pipeline, once or for ever */

#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "cli/service.h"
#include "cli/tool.h"
#include "disk/lock.h"
#include "disk/notice.h"
#include "store/home.h"
#include "store/survey.h"

/* Between two runs of the loop. */
#define WAIT_MIN_MS 1000
#define WAIT_MAX_MS 60000

static bool loop;

static const struct opt opts[] = {
	OPT_FLAG('l', "loop", &loop, "for ever, as often as something is due"),
	OPT_END,
};

static const struct tool tool = {
	.name = "sgt-tick",
	.brief = "run the pipeline, once or for ever",
	.synopsis = "[--loop]",
	.opts = opts,
};

/* locks/tick guards no file: it only keeps two timers apart. */
static int
take_turn(const struct home *h, struct lock *lock, struct err *e)
{
	if (lock_take(lock, h->workspace, "tick", 0, e) == 0)
		return 0;
	if (e->status != STATUS_TEMPORARY)
		return -1;
	if (!tool_is_quiet())
		tool_warn_text(STATUS_OK, "skipped: another tick is running");
	return 1;
}

/* One tick; its status, or that of what kept it from running. */
static int
tick(const struct home *h)
{
	struct lock lock = { 0 };
	char path[4096];
	struct err e;
	int status = STATUS_OK;
	int turn;

	turn = take_turn(h, &lock, &e);
	if (turn == 1)
		return STATUS_OK;
	if (turn == -1 || home_tick_path(path, &e) != 0 ||
	    service_run(path, &status, &e) != 0) {
		tool_warn(&e);
		status = (int)e.status;
	}
	lock_drop(&lock);
	return status;
}

/* What is due though it was just looked at waits longer each time. */
static int64_t
next_wait(const struct home *h, int64_t last_ms)
{
	int64_t now_ms = clock_now_ms();
	int64_t wait_ms = WAIT_MAX_MS;
	struct survey s;
	struct err e;

	if (survey_open(h, &s, &e) != 0) {
		tool_warn(&e);
		return WAIT_MAX_MS;
	}
	if (survey_next(&s, now_ms) - now_ms < wait_ms)
		wait_ms = survey_next(&s, now_ms) - now_ms;
	survey_done(&s);

	if (wait_ms <= 0)
		wait_ms = last_ms * 2;
	if (wait_ms < WAIT_MIN_MS)
		return WAIT_MIN_MS;
	return wait_ms > WAIT_MAX_MS ? WAIT_MAX_MS : wait_ms;
}

/* A watch that is added ends it, though not at once. */
static void
pause_(struct service *s, struct notice *watches, int64_t wait_ms)
{
	int64_t mono_ms = clock_mono_ms();

	(void)service_wait(s, mono_ms + WAIT_MIN_MS, -1);
	if (service_wait(s, mono_ms + wait_ms, watches->held - 1))
		notice_take(watches);
}

static void
run_loop(struct service *s, const struct home *h, struct notice *watches)
{
	int64_t wait_ms = 0;
	int status;

	service_notify(s, "READY=1");
	while (!s->stopping) {
		status = tick(h);
		if (status != STATUS_OK && !tool_is_quiet())
			tool_warn_text(
			    STATUS_OK, "a run ended with status %d", status);
		service_ping(s);
		wait_ms = next_wait(h, wait_ms);
		pause_(s, watches, wait_ms);
	}
	service_notify(s, "STOPPING=1");
}

int
main(int argc, char *argv[])
{
	struct notice watches = { 0 };
	struct service service;
	struct home home;
	struct err e;
	int dir, status = STATUS_OK;

	tool_start(&tool, &argc, &argv);
	tool_refuse_operands(argc, argv);
	if (home_open(&home, &e) != 0 || service_start(&service, &e) != 0)
		tool_die(&e);
	service_find_own();

	if ((dir = home_dir(&home, "watches", &e)) == -1)
		tool_die(&e);
	if (loop) {
		notice_begin(&watches, dir);
		run_loop(&service, &home, &watches);
		notice_end(&watches);
	} else {
		status = tick(&home);
	}
	(void)close(dir);
	service_end(&service);
	home_close(&home);
	return tool_end(status);
}
