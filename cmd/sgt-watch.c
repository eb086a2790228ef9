/* sgt-watch - say what to look at, for whom, until when */

#include <unistd.h>

#include "base/err.h"
#include "cli/service.h"
#include "watch/verbs.h"

static const struct verb verbs[] = {
	{ "add", add_verb, "SUBJECT|URL... [-- COMMAND ARG...] | -",
	    "watch something", add_opts },
	{ "list", list_verb, "[ID|LABEL...]", "the watches there are", NULL },
	{ "show", show_verb, "ID|LABEL...", "one whole", NULL },
	{ "status", status_verb, "[ID|LABEL...]", "what became of each",
	    status_opts },
	{ "rm", rm_verb, "ID|LABEL...", "watch it no more", NULL },
	{ "pause", pause_verb, "ID|LABEL...", "do not look for a while", NULL },
	{ "resume", resume_verb, "ID|LABEL...", "go on looking", NULL },
	{ "apply", apply_verb, "FILE", "make the watches those of a list",
	    apply_opts },
	{ "due", due_verb, "", "what is to be looked at now, for sgt-probe",
	    due_opts },
	{ "poll", poll_verb, "[ID|LABEL]", "look, judge and tell now", NULL },
	{ NULL, NULL, NULL, NULL, NULL },
};

static const char *sync_task;

static const struct opt opts[] = {
	OPT_TEXT(0, "sync", "TASK", &sync_task,
	    "tell the origin of a fleet task how it stands"),
	OPT_END,
};

static const struct tool tool = {
	.name = "sgt-watch",
	.brief = "say what to look at, for whom, until when",
	.synopsis = "VERB [ARG...]",
	.opts = opts,
	.verbs = verbs,
	.commits = true,
};

/* The name that document 002 gives it; the work is sgt-callback's. */
static _Noreturn void
run_sync(const char *task)
{
	const char *const argv[] = { "sgt-callback", "sync", task, NULL };
	struct err e = { 0 };

	service_find_own();
	(void)execvp(argv[0], (char *const *)(uintptr_t)argv);
	(void)err_sys(&e, "cannot run '%s'", argv[0]);
	tool_die(&e);
}

int
main(int argc, char *argv[])
{
	if (argc > 1 && strncmp(argv[1], "--sync", 6) == 0) {
		tool_start(&tool, &argc, &argv);
		tool_refuse_operands(argc, argv);
		run_sync(sync_task);
	}
	return tool_end(tool_run_verb(&tool, &argc, &argv));
}
