/* sgt - run a program of Sergeant by its short name */

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/err.h"
#include "cli/nearest.h"
#include "cli/tool.h"
#include "sgt/verbs.h"

/* Next to ourselves first, so that a build tree runs its own; then PATH. */
static void
exec_program(const char *name, char *argv[])
{
	char path[4096];
	ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - 64);
	char *slash;

	if (len > 0) {
		path[len] = '\0';
		slash = strrchr(path, '/');
		(void)snprintf(slash + 1, 64, "%s", name);
		(void)execv(path, argv);
	}
	(void)execvp(name, argv);
}

/* For help and completions; any sgt-VERB that is found runs, listed or not. */
static const struct verb verbs[] = {
	{ .name = "watch",
	    .brief = "say what to look at, for whom, until when" },
	{ .name = "probe", .brief = "look: due lines in, observations out" },
	{ .name = "decide",
	    .brief = "conclude from observations what is worth saying" },
	{ .name = "deliver", .brief = "tell: verdicts in, receipts out" },
	{ .name = "tick", .brief = "run the pipeline, once or for ever" },
	{ .name = "journal", .brief = "what was told, to whom" },
	{ .name = "inbox", .brief = "the messages of each party" },
	{ .name = "callback",
	    .brief = "tell the origin of a task what it is owed" },
	{ .name = "dispatch",
	    .brief = "give a task to workers, each in a worktree of its own" },
	{ .name = "notify",
	    .brief =
		"mark that a task has something to say, and have it told" },
	{ .name = "cleanup",
	    .brief = "end a task whose work is done and whose origin knows" },
	{ .name = "status",
	    .run = status_verb,
	    .brief = "all of it on one screen" },
	{ .name = "help", .brief = "this, or VERB --help" },
	{ .name = NULL },
};

static const struct tool tool = {
	.name = "sgt",
	.brief = "watch things, decide what matters, tell it once",
	.synopsis = "VERB [ARG...]",
	.verbs = verbs,
};

static _Noreturn void
run(const char *verb, char *argv[])
{
	struct nearest near = { .word = verb };
	char name[64];
	const struct verb *v;
	bool found;
	struct err e;

	if (strchr(verb, '/') != NULL ||
	    snprintf(name, sizeof(name), "sgt-%s", verb) >= (int)sizeof(name))
		tool_usage("unknown verb '%.100s'", verb);
	argv[0] = name;
	exec_program(name, argv);
	found = errno != ENOENT;
	(void)err_sys(&e, "cannot run '%s'", name);
	for (v = verbs; v->name != NULL; v++)
		nearest_offer(&near, v->name);
	if (found || (near.name != NULL && near.slips == 0))
		tool_die(&e);
	if (near.name == NULL)
		tool_usage("unknown verb '%s'", verb);
	tool_usage("unknown verb '%s'; did you mean '%s'?", verb, near.name);
}

static _Noreturn void
help(const char *verb)
{
	static char ask[] = "--help";
	char name[] = "sgt";
	char *argv[] = { name, ask, NULL };
	struct err e;

	if (verb != NULL)
		run(verb, argv);
	(void)execv("/proc/self/exe", argv);
	(void)err_sys(&e, "cannot run '%s'", name);
	tool_die(&e);
}

int
main(int argc, char *argv[])
{
	bool options = argc > 1 && argv[1][0] == '-';

	if (argc > 1 && strcmp(argv[1], "status") == 0)
		return tool_end(tool_run_verb(&tool, &argc, &argv));
	tool_start(&tool, &argc, &argv);
	if (argc == 0)
		tool_usage("a verb is missing");
	if (options)
		tool_usage("options belong after the verb");
	if (strcmp(argv[0], "help") != 0)
		run(argv[0], argv);
	if (argc > 2)
		tool_usage("help takes one verb");
	help(argv[1]);
}
