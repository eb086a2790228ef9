/* sgt-probe - look: due lines in, observations out */

#include "cli/events.h"
#include "cli/tool.h"
#include "model/due-line.h"
#include "model/subject.h"
#include "probe/run.h"
#include "probe/verbs.h"
#include "transport/look.h"

static bool
bare(struct span line, struct event *ret, struct pool *p)
{
	if (line.len > SUBJECT_MAX || !text_is_utf8(line) ||
	    text_has_control(line))
		return false;
	*ret = (struct event){ .type = span_of(DUE_LINE_TYPE) };
	ret->subject = pool_copy(p, line);
	return true;
}

static int
filter(int argc, char *argv[])
{
	struct run r = { 0 };
	struct events in;
	struct event ev;

	events_open(&in, argc, argv);
	in.bare = bare;
	run_open(&r, true);
	while (events_batch(&in)) {
		while (events_next_in_batch(&in, &ev)) {
			if (event_is(&ev, DUE_LINE_TYPE))
				looks_add(r.looks, &ev);
			else
				event_emit(&ev);
		}
		looks_run(r.looks, in.fd);
	}
	looks_run(r.looks, -1);
	run_close(&r);
	return events_close(&in);
}

static const struct opt no_opts[] = {
	OPT_END,
};

static const struct verb verbs[] = {
	{ "kinds", kinds_verb, "", "what can be looked at", no_opts },
	{ "check", check_verb, "[KIND]", "whether kinds are sound", no_opts },
	{ "explain", explain_verb, "SUBJECT", "what would be asked, and said",
	    explain_opts },
	{ .name = NULL },
};

static const struct tool tool = {
	.name = "sgt-probe",
	.brief = "look: due lines in, observations out",
	.synopsis = "[FILE...]",
	.opts = no_opts,
	.verbs = verbs,
};

/* A verb, or files: without one it is a filter. */
static bool
has_verb(int argc, char *argv[])
{
	const struct verb *v;
	int i = 1;

	while (i < argc && argv[i][0] == '-' && argv[i][1] != '\0')
		i++;
	for (v = verbs; i < argc && v->name != NULL; v++)
		if (strcmp(argv[i], v->name) == 0)
			return true;
	return false;
}

int
main(int argc, char *argv[])
{
	if (has_verb(argc, argv))
		return tool_end(tool_run_verb(&tool, &argc, &argv));
	tool_start(&tool, &argc, &argv);
	return tool_end(filter(argc, argv));
}
