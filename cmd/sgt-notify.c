/* sgt-notify - mark that a task has something to say, and have it told */

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/stamp.h"
#include "cli/service.h"
#include "cli/tool.h"
#include "disk/file.h"
#include "model/task.h"
#include "store/fleet.h"

static const struct tool tool = {
	.name = "sgt-notify",
	.brief = "mark that a task has something to say, and have it told",
	.synopsis = "TASK MESSAGE",
	.commits = true,
};

/* By the message's beginning; the rest of it is nobody's business here. */
static const char *
event_of(const char *message)
{
	struct span s = span_of(message);

	if (span_begins(s, "done") || span_begins(s, "failed"))
		return "completion";
	if (span_begins(s, "needs_input") || span_begins(s, "blocked"))
		return "escalation";
	return "update";
}

static int
mark(int task, const char *event, struct err *e)
{
	char stamp[STAMP_MAX];
	struct buf text = { 0 };
	int r;

	stamp_print(stamp, clock_now_ms());
	buf_format(&text, "event=%s\nupdated=%s\n", event, stamp);
	/* committed */
	r = file_replace(task, "notify", buf_as_span(&text), true, e);
	buf_done(&text);
	return r;
}

/* A task without an origin owes nobody anything: nothing is run. */
static int
sync_task(int task, const char *name, struct err *e)
{
	const char *const argv[] = { "sgt-callback", "sync", name, NULL };
	struct stat st;
	int status;

	if (fstatat(task, ".callbacks", &st, AT_SYMLINK_NOFOLLOW) == -1)
		return errno == ENOENT ?
		    0 :
		    err_sys(e, "cannot look for '.callbacks'");
	service_find_own();
	if (service_run_argv(argv, &status, e) == -1)
		return -1;
	if (status != 0)
		/* it has said why */
		tool_note(status > STATUS_CONFIG ? STATUS_TEMPORARY :
						   (enum status)status);
	return 0;
}

int
main(int argc, char *argv[])
{
	struct fleet f = { 0 };
	struct err e = { 0 };
	int task = -1;
	int r;

	tool_start(&tool, &argc, &argv);
	if (argc != 2)
		tool_usage("a task and a message, no more and no less");
	if (task_name_check(span_of(argv[0]), &e) == -1)
		tool_usage("%s", e.text);
	r = fleet_open(&f, &e);
	if (r == 0)
		task = fleet_task(&f, span_of(argv[0]), &e);
	if (task != -1)
		r = mark(task, event_of(argv[1]), &e);
	if (task != -1 && r == 0 && !tool_is_quiet())
		tool_warn_text(STATUS_OK, "recorded durable %s update.",
		    event_of(argv[1]));
	if (task != -1 && r == 0)
		r = sync_task(task, argv[0], &e);
	if (task == -1 || r == -1)
		tool_warn(&e);
	if (task != -1)
		(void)close(task);
	fleet_close(&f);
	return tool_end(STATUS_OK);
}
