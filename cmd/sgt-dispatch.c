/* sgt-dispatch - give a task to workers, each in a worktree of its own */

#include "cli/tool.h"
#include "dispatch/dispatch.h"

static struct order order = { .harness = "default" };
static const char *rollback;
static bool json;
static bool worker;

static const struct opt opts[] = {
	OPT_TEXT(0, "brief-file", "FILE", &order.brief_file,
	    "the brief: a private file, mode 0600"),
	OPT_TEXT('r', "repos", "NAME,...", &order.repos,
	    "of the project only these"),
	OPT_TEXT(
	    0, "harness", "NAME", &order.harness, "what works on it (default)"),
	OPT_TEXT(0, "td", "ID", &order.td, "a task of td's that it is for"),
	OPT_TEXT(0, "origin-profile", "PROFILE", &order.profile,
	    "who is told what becomes of it"),
	OPT_TEXT(0, "correlation-id", "ID", &order.correlation,
	    "the request's opaque name"),
	OPT_FLAG(0, "json", &json, "print the admission, and nothing else"),
	OPT_FLAG('n', "dry-run", &order.dry_run, "only say what would be done"),
	OPT_TEXT(
	    0, "rollback", "TASK", &rollback, "undo what was not committed"),
	OPT_FLAG(0, "worker", &worker, NULL),
	OPT_END,
};

static const struct tool tool = {
	.name = "sgt-dispatch",
	.brief = "give a task to workers, each in a worktree of its own",
	.synopsis = "[OPTION...] PROJECT [BRIEF]",
	.opts = opts,
	.commits = true,
};

/*
 * From the brief to the commit; what was made is unmade where it fails.  1: all
 * is said.
 */
static int
run(struct dispatch *d, struct err *e)
{
	int r = dispatch_brief(d, e);

	if (r == 0)
		r = dispatch_receipt(d, e);
	if (r == 0)
		r = dispatch_ready(d, e);
	if (r == 0 && order.dry_run) {
		dispatch_show(d);
		return 0;
	}
	if (r == 0)
		r = dispatch_begin(d, e);
	/* what an origin's transaction holds is undone by the next attempt */
	if (r == 1 || (r == -1 && (d->task_held == 0 || has_origin(&order))))
		return r;
	if (r == 0)
		r = dispatch_launch(d, e);
	if (r == 0)
		return dispatch_commit(d, e);
	tool_warn(e);
	return dispatch_undo(d, false, e) == -1 ? -1 : 1;
}

static int
dispatch(struct err *e)
{
	struct dispatch d = { .order = &order };
	int r = run(&d, e);

	dispatch_done(&d);
	return r;
}

int
main(int argc, char *argv[])
{
	struct err e = { 0 };
	int r;

	tool_start(&tool, &argc, &argv);
	order.json = json;
	if (worker && argc == 2) {
		r = dispatch_worker(argv[0], argv[1], order.harness, &e);
	} else if (rollback != NULL) {
		tool_refuse_operands(argc, argv);
		r = dispatch_rollback(rollback, &e);
	} else {
		if (argc > 2)
			tool_usage("too many operands");
		order.project = argc > 0 ? argv[0] : NULL;
		order.brief = argc > 1 ? argv[1] : NULL;
		order_check(&order);
		r = dispatch(&e);
	}
	if (r == -1)
		tool_warn(&e);
	return tool_end(STATUS_OK);
}
