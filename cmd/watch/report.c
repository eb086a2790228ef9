/* sgt-watch list, show, status - what is watched, and what became of it */

#include "base/buf.h"
#include "cli/events.h"
#include "cli/watch-table.h"
#include "opened.h"
#include "store/intent.h"
#include "store/survey.h"
#include "verbs.h"

static bool exit_code;
static bool nagios;

const struct opt status_opts[] = {
	OPT_FLAG(0, "exit-code", &exit_code, "1 where a watch needs care"),
	OPT_FLAG(0, "nagios", &nagios, "be a monitoring plugin"),
	OPT_END,
};

/*
 * The reports of those that are named, or of all where none is; in e the first
 * name that is none.
 */
static size_t
pick(struct survey *s, int argc, char *argv[], struct report **ret,
    struct err *e)
{
	struct report *reports = survey_reports(s);
	struct report *picked =
	    pool_new(&s->pool, ((size_t)argc + 1) * sizeof(*picked));
	size_t n = 0;
	int i;

	*ret = argc == 0 ? reports : picked;
	for (i = 0; i < argc; i++) {
		struct watch *w;
		struct err bad = { 0 };

		if (watches_named(&s->watches, argv[i], &w, &bad) == 0)
			picked[n++] = reports[w - s->watches.list];
		else if (!nagios)
			tool_warn(&bad);
		else if (e->status == STATUS_OK)
			*e = bad;
	}
	return argc == 0 ? s->watches.n : n;
}

/* A plugin that cannot tell says so on stdout, and exits 3. */
static int
show_unknown(const struct err *e)
{
	struct buf line = { 0 };

	buf_format(&line, "SERGEANT UNKNOWN - %s", e->text);
	event_emit_text(buf_as_span(&line));
	buf_done(&line);
	return 3;
}

/* What became of those that are named; the status that show ends with. */
static int
report(int argc, char *argv[], int (*each)(const struct report *, size_t))
{
	struct home h;
	struct survey s;
	struct report *reports;
	struct err e = { 0 };
	size_t n;
	int r;

	open_survey(&h, &s);
	n = pick(&s, argc, argv, &reports, &e);
	r = e.status == STATUS_OK ? each(reports, n) : show_unknown(&e);
	survey_done(&s);
	home_close(&h);
	return r;
}

int
list_verb(int argc, char *argv[])
{
	return report(argc, argv, watches_list);
}

int
show_verb(int argc, char *argv[])
{
	if (argc == 0)
		tool_usage("an ID or LABEL is missing");
	return report(argc, argv, watches_show_whole);
}

static int
judge(const struct report *reports, size_t n)
{
	int r =
	    nagios ? reports_show_nagios(reports, n) : reports_show(reports, n);

	return exit_code && reports_want_care(reports, n) ? STATUS_NO : r;
}

int
status_verb(int argc, char *argv[])
{
	if (nagios && exit_code)
		tool_usage("one of --nagios and --exit-code, not both");
	return report(argc, argv, judge);
}
