/* sgt-watch - say what to look at, for whom, until when */

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "cli/events.h"
#include "cli/service.h"
#include "cli/specs.h"
#include "cli/tool.h"
#include "cli/watch-flags.h"
#include "cli/watch-table.h"
#include "store/intent.h"
#include "store/survey.h"
#include "transport/wanted.h"

static struct watch_flags flags;
static bool all;
static bool dry_run;
static bool exit_code;
static bool nagios;
static bool prune;
static const char *only;

static const struct opt add_opts[] = {
	WATCH_FLAGS_OPTIONS(flags),
	OPT_END,
};
static const struct opt status_opts[] = {
	OPT_FLAG(0, "exit-code", &exit_code, "1 where a watch needs care"),
	OPT_FLAG(0, "nagios", &nagios, "be a monitoring plugin"),
	OPT_END,
};
static const struct opt apply_opts[] = {
	OPT_FLAG('n', "dry-run", &dry_run, "print the plan, write nothing"),
	OPT_FLAG(0, "prune", &prune, "remove what FILE made and lists no more"),
	OPT_END,
};
static const struct opt due_opts[] = {
	OPT_FLAG(0, "all", &all, "every watch, due or not"),
	OPT_TEXT(0, "id", "ID", &only, "that watch alone, due or not"),
	OPT_END,
};

static void
warn_bad(const struct watches *ws)
{
	size_t i;

	for (i = 0; i < ws->n_bad; i++)
		tool_warn(&ws->bad[i].err);
}

static void
open_wanted(struct home *h, struct wanted *w)
{
	char share[4096], config[4096], party[80];
	bool named = home_default_party(party, NULL) == 0;
	struct err e = { 0 };

	if (home_open(h, &e) == -1 || home_share_path(share, &e) == -1 ||
	    home_config_path(config, &e) == -1 ||
	    wanted_open(w, share, config, home_kinds(),
		span_of(named ? party : NULL), &e) == -1)
		tool_die(&e);
}

static void
open_survey(struct home *h, struct survey *s)
{
	struct err e = { 0 };

	if (home_open(h, &e) == -1 || survey_open(h, s, &e) == -1)
		tool_die(&e);
	warn_bad(&s->watches);
	if (s->fault.status != STATUS_OK)
		tool_warn(&s->fault);
}

/* False where a line was refused. */
static bool
want_lines(struct wanted *w, const char *file)
{
	struct specs in;
	struct span line;
	struct err e = { 0 };
	bool good = true;

	if (specs_open(&in, file, &e) == -1)
		tool_die(&e);
	while (specs_next(&in, &line)) {
		if (wanted_add(w, line, &e) == 0)
			continue;
		specs_complain(&in, &e);
		good = false;
	}
	specs_close(&in);
	return good;
}

/* A refusal of what stands on the command line is a usage error. */
static void
want_flags(struct wanted *w, int n, int argc, char *argv[])
{
	struct buf spec = { 0 };
	struct err e = { 0 };

	if (watch_flags_print(&flags, argv, n, argv + n, argc - n, &spec, &e) ==
		-1 ||
	    wanted_add(w, buf_as_span(&spec), &e) == -1) {
		if (e.status == STATUS_DATA)
			e.status = STATUS_USAGE;
		tool_warn(&e);
	}
	buf_done(&spec);
}

static int
add(int argc, char *argv[])
{
	static const struct watch_flags none;
	int n = tool_operands_before_dashes();
	struct home h;
	struct wanted w;
	struct watches ws = { 0 };
	struct err e = { 0 };

	if (n == 0)
		tool_usage("a subject is missing");
	if (n > 1 || strcmp(argv[0], "-") != 0) {
		open_wanted(&h, &w);
		want_flags(&w, n, argc, argv);
	} else if (argc > 1 || memcmp(&flags, &none, sizeof(none)) != 0) {
		tool_usage("'add -' takes everything from stdin");
	} else {
		open_wanted(&h, &w);
		(void)want_lines(&w, "-");
	}
	if (w.n > 0 &&
	    watches_add(&h, w.list, w.n, clock_now_ms(), &w.pool, &ws, &e) ==
		-1) {
		tool_warn(&e);
	} else {
		watches_show(w.list, w.n);
		watches_say_prefixes(w.list, w.n);
	}
	warn_bad(&ws);
	watches_done(&ws);
	wanted_done(&w);
	home_close(&h);
	return STATUS_OK;
}

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

static int
list(int argc, char *argv[])
{
	return report(argc, argv, watches_list);
}

static int
show(int argc, char *argv[])
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

static int
status(int argc, char *argv[])
{
	return report(argc, argv, judge);
}

static int
edit(enum edit_kind kind, int argc, char *argv[])
{
	struct edit *edits = mem_new((size_t)argc * sizeof(*edits));
	struct watches ws = { 0 };
	struct home h;
	struct err e = { 0 };
	int i;

	if (argc == 0)
		tool_usage("an ID or LABEL is missing");
	for (i = 0; i < argc; i++)
		edits[i].name = argv[i];
	if (home_open(&h, &e) == -1)
		tool_die(&e);
	if (watches_edit(&h, kind, edits, (size_t)argc, &ws, &e) == -1)
		tool_warn(&e);
	for (i = 0; e.status == STATUS_OK && i < argc; i++) {
		if (edits[i].watch == NULL)
			tool_warn(&edits[i].err);
		else
			watches_show(edits[i].watch, 1);
	}
	warn_bad(&ws);
	watches_done(&ws);
	free(edits);
	home_close(&h);
	return STATUS_OK;
}

static int
rm(int argc, char *argv[])
{
	return edit(EDIT_REMOVE, argc, argv);
}

static int
pause_(int argc, char *argv[])
{
	return edit(EDIT_PAUSE, argc, argv);
}

static int
resume(int argc, char *argv[])
{
	return edit(EDIT_RESUME, argc, argv);
}

static int
apply(int argc, char *argv[])
{
	char *file = NULL;
	struct list_wish wish;
	bool good;
	struct home h;
	struct wanted w;
	struct watches ws = { 0 };
	struct plan plan = { 0 };
	struct err e = { 0 };

	if (argc != 1)
		tool_usage("one FILE is what apply takes");
	file = realpath(argv[0], NULL);
	if (file == NULL) {
		(void)err_sys(&e, "cannot open '%s'", argv[0]);
		tool_die(&e);
	}
	open_wanted(&h, &w);
	good = want_lines(&w, argv[0]);
	wish = (struct list_wish){ w.list, w.n, span_of(file), prune, dry_run,
		clock_now_ms() };
	/* half a list is not what anybody wants */
	if (!good) {
		tool_warn_text(STATUS_DATA, "'%s': nothing is done", argv[0]);
	} else if (watches_apply(&h, &wish, &w.pool, &ws, &plan, &e) == -1) {
		tool_warn(&e);
	} else {
		plan_show(plan.items, plan.n, dry_run);
	}
	warn_bad(&ws);
	watches_done(&ws);
	wanted_done(&w);
	home_close(&h);
	free(file);
	return STATUS_OK;
}

static int
due(int argc, char *argv[])
{
	int64_t now_ms = clock_now_ms();
	struct home h;
	struct survey s;
	struct watch *w = NULL;
	struct err e = { 0 };
	size_t i;

	if (argc > 0)
		tool_usage("due takes no operand: '%.100s'", argv[0]);
	open_survey(&h, &s);
	if (only != NULL && watches_named(&s.watches, only, &w, &e) == -1)
		tool_warn(&e);
	else if (w != NULL)
		survey_due(&s, w, true, now_ms, event_emit_text);
	for (i = 0; only == NULL && i < s.watches.n; i++)
		survey_due(
		    &s, &s.watches.list[i], all, now_ms, event_emit_text);
	survey_done(&s);
	home_close(&h);
	return STATUS_OK;
}

/* The pipeline once, over what is due or not: it takes the tick's own way. */
static int
poll_(int argc, char *argv[])
{
	char path[4096];
	char id[] = "--id";
	char every[] = "--all";
	char *arguments[] = { path, argc == 0 ? every : id,
		argc == 0 ? NULL : argv[0], NULL };
	struct home h;
	struct watches ws;
	struct watch *w;
	struct err e = { 0 };

	if (argc > 1)
		tool_usage("poll takes one ID or LABEL");
	if (home_open(&h, &e) == -1 || watches_load(&h, &ws, &e) == -1 ||
	    (argc == 1 && watches_named(&ws, argv[0], &w, &e) == -1) ||
	    home_tick_path(path, &e) == -1)
		tool_die(&e);
	watches_done(&ws);
	home_close(&h);
	service_find_own();
	/* a filter of the pipeline dies of a broken pipe, as from a shell */
	(void)signal(SIGPIPE, SIG_DFL);
	(void)execv(path, arguments);
	(void)err_sys(&e, "cannot run '%s'", path);
	tool_die(&e);
}

static const struct verb verbs[] = {
	{ "add", add, "SUBJECT|URL... [-- COMMAND ARG...] | -",
	    "watch something", add_opts },
	{ "list", list, "[ID|LABEL...]", "the watches there are", NULL },
	{ "show", show, "ID|LABEL...", "one whole", NULL },
	{ "status", status, "[ID|LABEL...]", "what became of each",
	    status_opts },
	{ "rm", rm, "ID|LABEL...", "watch it no more", NULL },
	{ "pause", pause_, "ID|LABEL...", "do not look for a while", NULL },
	{ "resume", resume, "ID|LABEL...", "go on looking", NULL },
	{ "apply", apply, "FILE", "make the watches those of a list",
	    apply_opts },
	{ "due", due, "", "what is to be looked at now, for sgt-probe",
	    due_opts },
	{ "poll", poll_, "[ID|LABEL]", "look, judge and tell now", NULL },
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
