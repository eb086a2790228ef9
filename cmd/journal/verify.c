/* sgt-journal verify - check every line */

#include "run.h"
#include "store/journal.h"
#include "verbs.h"

static bool salvage;

const struct opt verify_opts[] = {
	OPT_FLAG(0, "salvage", &salvage, "keep what is whole, and go on"),
	OPT_END,
};

static void
say(void *arg, const char *text)
{
	(void)arg;
	tool_warn_text(STATUS_OK, "%s", text);
}

static int
verify(struct journal *j, char *files[], struct err *e)
{
	int r = journal_verify(j, salvage, say, NULL, e);

	(void)files;
	/* a torn tail is said, and is no fault */
	if (r == 1)
		tool_note(STATUS_NO);
	return r;
}

int
verify_verb(int argc, char *argv[])
{
	tool_refuse_operands(argc, argv);
	return run(salvage, verify, argv);
}
