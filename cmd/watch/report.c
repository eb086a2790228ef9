/* sgt-watch list, show, status - what is watched, and what became of it */

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

/* The reports of those that are named, or of all where none is. */
static size_t
pick(struct survey *s, int argc, char *argv[], struct report **ret)
{
	struct report *reports = survey_reports(s);
	struct report *picked =
	    pool_new(&s->pool, ((size_t)argc + 1) * sizeof(*picked));
	size_t n = 0;
	int i;

	*ret = argc == 0 ? reports : picked;
	for (i = 0; i < argc; i++) {
		struct watch *w;
		struct err e = { 0 };

		if (watches_named(&s->watches, argv[i], &w, &e) == -1)
			tool_warn(&e);
		else
			picked[n++] = reports[w - s->watches.list];
	}
	return argc == 0 ? s->watches.n : n;
}

/* What became of those that are named; the status that show ends with. */
static int
report(int argc, char *argv[], int (*each)(const struct report *, size_t))
{
	struct home h;
	struct survey s;
	struct report *reports;
	size_t n;
	int r;

	open_survey(&h, &s);
	n = pick(&s, argc, argv, &reports);
	r = each(reports, n);
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
	return report(argc, argv, judge);
}
