/* sgt-dispatch - what may be asked together */

#include "base/err.h"
#include "cli/tool.h"
#include "dispatch.h"
#include "model/origin.h"
#include "model/task.h"

/* [a-z][a-z0-9-]*: what td calls its tasks; an argument of td, never an option. */
static bool
is_td(const char *s)
{
	const char *p;

	for (p = s; *p != '\0'; p++) {
		if (!(*p >= 'a' && *p <= 'z') &&
		    (p == s || !((*p >= '0' && *p <= '9') || *p == '-')))
			return false;
	}
	return p > s && p - s <= 64;
}

static void
check_json(const struct order *o)
{
	if (!has_origin(o))
		tool_usage("--json needs --origin-profile and "
			   "--correlation-id");
	if (o->brief != NULL)
		tool_usage("--json takes no brief but --brief-file");
	if (o->brief_file == NULL)
		tool_usage("--json needs --brief-file");
	if (o->dry_run)
		tool_usage("--json cannot be combined with --dry-run");
}

void
order_check(const struct order *o)
{
	struct err e = { 0 };

	if (o->project == NULL)
		tool_usage("a project is missing");
	if ((o->profile == NULL) != (o->correlation == NULL))
		tool_usage("--origin-profile and --correlation-id belong "
			   "together");
	if (o->json)
		check_json(o);
	if (o->brief != NULL && o->brief_file != NULL)
		tool_usage("one brief only: as an operand or --brief-file");
	if (o->brief == NULL && o->brief_file == NULL && o->td == NULL)
		tool_usage("a brief is missing");
	if (o->td != NULL && !is_td(o->td))
		tool_usage("--td takes a task of td's, not '%.64s'", o->td);
	if (!task_name_is(span_of(o->project)))
		tool_usage("'%.100s' is no project's name", o->project);
	if (has_origin(o) &&
	    origin_check(span_of(o->profile), span_of(o->correlation), &e) ==
		-1)
		tool_usage("%s", e.text);
}
