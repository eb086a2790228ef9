/* sgt-watch - say what to look at, for whom, until when */

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

static const struct tool tool = {
	.name = "sgt-watch",
	.brief = "say what to look at, for whom, until when",
	.synopsis = "VERB [ARG...]",
	.verbs = verbs,
	.commits = true,
};

int
main(int argc, char *argv[])
{
	return tool_end(tool_run_verb(&tool, &argc, &argv));
}
