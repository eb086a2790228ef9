/* sgt-journal - append to, read and look after the journal */

#include "journal/verbs.h"

static const struct verb verbs[] = {
	{ "append", append_verb, "[FILE...]", "events in, receipts out",
	    append_opts },
	{ "read", read_verb, NULL, "events, oldest first", read_opts },
	{ "tail", tail_verb, NULL, "the newest events", read_opts },
	{ "verify", verify_verb, NULL, "check every line", verify_opts },
	{ "rotate", rotate_verb, NULL, "let go of what is old", NULL },
	{ .name = NULL },
};

static const struct tool tool = {
	.name = "sgt-journal",
	.brief = "what was told, to whom",
	.verbs = verbs,
	.commits = true,
};

int
main(int argc, char *argv[])
{
	return tool_end(tool_run_verb(&tool, &argc, &argv));
}
