/* sgt-callback - tell the origin of a task what it is owed */

#include "callback/verbs.h"

static const struct verb verbs[] = {
	{ "register", register_verb, "TASK PROFILE CORRELATION",
	    "bind a task to its origin", NULL },
	{ "validate-origin", validate_origin_verb, "PROFILE CORRELATION",
	    "could a task be bound to it?", NULL },
	{ "enqueue", enqueue_verb, "TASK TYPE SOURCE",
	    "make an event of what stdin says", NULL },
	{ "sync", sync_verb, "TASK", "make events of what its workers say",
	    NULL },
	{ "drain", drain_verb, "TASK | --all", "try what is due", drain_opts },
	{ "check-acked", check_acked_verb, "TASK",
	    "is everything acknowledged?", NULL },
	{ "retry", retry_verb, "TASK KEY", "have one tried again", NULL },
	{ "unseal", unseal_verb, "TASK", "take cleanup's seal away", NULL },
	{ "list", list_verb, "[TASK]", "the events there are", NULL },
	{ "show", show_verb, "TASK KEY", "one whole", NULL },
	{ "explain", explain_verb, "TASK KEY", "why it is not told yet", NULL },
	{ "fsck", fsck_verb, "", "check every file", NULL },
	{ .name = NULL },
};

static const struct tool tool = {
	.name = "sgt-callback",
	.brief = "tell the origin of a task what it is owed",
	.verbs = verbs,
	.commits = true,
};

int
main(int argc, char *argv[])
{
	return tool_end(tool_run_verb(&tool, &argc, &argv));
}
