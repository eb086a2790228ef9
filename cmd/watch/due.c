/* sgt-watch due - what is to be looked at now */

#include "base/clock.h"
#include "cli/events.h"
#include "opened.h"
#include "store/intent.h"
#include "store/survey.h"
#include "verbs.h"

static bool all;
static const char *only;

const struct opt due_opts[] = {
	OPT_FLAG(0, "all", &all, "every watch, due or not"),
	OPT_TEXT(0, "id", "ID", &only, "that watch alone, due or not"),
	OPT_END,
};

int
due_verb(int argc, char *argv[])
{
	int64_t now_ms = clock_now_ms();
	struct home h;
	struct survey s;
	struct watch *w = NULL;
	struct err e = { 0 };
	size_t i;

	tool_refuse_operands(argc, argv);
	if (all && only != NULL)
		tool_usage("one of --all and --id, not both");
	open_survey(&h, &s);
	if (only != NULL && watches_named(&s.watches, only, &w, &e) == -1)
		tool_warn(&e);
	else if (w != NULL)
		survey_due(&s, w, ASK_NAMED, now_ms, event_emit_text);
	for (i = 0; only == NULL && i < s.watches.n; i++)
		survey_due(&s, &s.watches.list[i], all ? ASK_LIVE : ASK_DUE,
		    now_ms, event_emit_text);
	survey_done(&s);
	home_close(&h);
	return STATUS_OK;
}
