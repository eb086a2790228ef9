/* sgt-probe - look: due lines in, observations out */

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>

#include "cli/events.h"
#include "cli/table.h"
#include "cli/tool.h"
#include "disk/file.h"
#include "model/subject.h"
#include "store/home.h"
#include "store/probes.h"
#include "transport/kind.h"
#include "transport/look.h"

static const char *kind_name;
static const char *saved;

/* What is looked at, with what, and what is remembered. */
struct run {
	struct home home;
	struct probes probes;
	struct kinds kinds;
	struct looks *looks;
	char share[4096];
	char config[4096];
};

static void
open_run(struct run *r, bool remember)
{
	struct looks_settings s = { .kinds = &r->kinds, .config = r->config };
	struct err e = { 0 };
	size_t i;

	(void)signal(SIGCHLD, SIG_DFL);
	if (home_share_path(r->share, &e) == -1 ||
	    home_config_path(r->config, &e) == -1 ||
	    kinds_load(r->share, r->config, home_kinds(), &r->kinds, &e) == -1)
		tool_die(&e);
	for (i = 0; i < r->kinds.n_faults; i++)
		tool_warn(&r->kinds.faults[i]);
	if (remember &&
	    (home_open(&r->home, &e) == -1 ||
		probes_open(&r->home, &r->probes, &e) == -1))
		tool_die(&e);
	if (remember)
		s.memory = (struct look_memory){ &r->probes, probes_recall,
			probes_keep, probes_resting, probes_rest };
	s.emit = event_emit_text;
	s.warn = tool_warn;
	r->looks = looks_new(&s, &e);
	if (r->looks == NULL)
		tool_die(&e);
}

static void
close_run(struct run *r)
{
	looks_free(r->looks);
	kinds_done(&r->kinds);
	probes_close(&r->probes);
	home_close(&r->home);
}

static bool
bare(struct span line, struct event *ret, struct pool *p)
{
	if (line.len > SUBJECT_MAX || !text_is_utf8(line) ||
	    text_has_control(line))
		return false;
	*ret = (struct event){ .type = span_of("sergeant.watch.due") };
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
	open_run(&r, true);
	while (events_batch(&in)) {
		while (events_next_in_batch(&in, &ev)) {
			if (event_is(&ev, "sergeant.watch.due"))
				looks_add(r.looks, &ev);
			else
				event_emit(&ev);
		}
		looks_run(r.looks, in.fd);
	}
	looks_run(r.looks, -1);
	close_run(&r);
	return events_close(&in);
}

static int
kinds(int argc, char *argv[])
{
	static const char *const heads[] = { "KIND", "SUBJECT", "FOLDER" };
	struct run r = { 0 };
	struct table *t;
	struct buf line = { 0 };
	size_t i;

	if (argc > 0)
		tool_usage("unexpected operand '%s'", argv[0]);
	open_run(&r, false);
	t = tool_wants_json() ? NULL : table_new(heads, 3);
	for (i = 0; i < r.kinds.n; i++) {
		const struct kind *k = &r.kinds.list[i];

		buf_reset(&line);
		kind_print(k, &line);
		if (t == NULL) {
			event_emit_text(buf_as_span(&line));
			continue;
		}
		table_cell(t, k->name);
		table_cell(t, k->form.s != NULL ? k->form : k->scheme);
		table_cell(t, k->folder);
	}
	if (t != NULL)
		table_print_free(t);
	buf_done(&line);
	close_run(&r);
	return STATUS_OK;
}

static int
check(int argc, char *argv[])
{
	struct run r = { 0 };
	struct err e = { 0 };
	bool found = argc == 0;
	size_t i;

	if (argc > 1)
		tool_usage("unexpected operand '%s'", argv[1]);
	open_run(&r, false);
	for (i = 0; i < r.kinds.n; i++) {
		const struct kind *k = &r.kinds.list[i];

		if (argc == 1 && !span_is(k->name, argv[0]))
			continue;
		found = true;
		if (looks_check(r.looks, k, &e) == -1)
			tool_warn(&e);
		else
			(void)printf("%s\n", k->folder.s);
	}
	if (!found)
		tool_warn_text(STATUS_CONFIG, "there is no kind '%s'", argv[0]);
	close_run(&r);
	return STATUS_OK;
}

static void
read_saved(struct buf *text, struct json *ret)
{
	struct err e = { 0 };
	int r = file_read(AT_FDCWD, saved, JSON_LINE_MAX, text, &e);

	if (r == 1)
		r = err_set(&e, STATUS_IO, "there is no file '%s'", saved);
	if (r == -1 || json_scan_foreign(text->s, text->len, ret, &e) == -1)
		tool_die(&e);
}

static int
explain(int argc, char *argv[])
{
	struct explain x = { .kind = span_of(kind_name) };
	struct run r = { 0 };
	struct buf text = { 0 };
	struct err e = { 0 };

	if (argc != 1)
		tool_usage("explain takes one SUBJECT");
	x.subject = span_of(argv[0]);
	if (saved != NULL)
		read_saved(&text, &x.saved);
	open_run(&r, false);
	if (looks_explain(r.looks, &x, &e) == -1)
		tool_warn(&e);
	buf_done(&text);
	close_run(&r);
	return STATUS_OK;
}

static const struct opt no_opts[] = {
	OPT_END,
};

static const struct opt explain_opts[] = {
	OPT_TEXT(
	    'k', "kind", "KIND", &kind_name, "the kind, not who claims it"),
	OPT_TEXT('s', "saved", "FILE", &saved,
	    "what was answered: {config,prior,objective,now,responses}"),
	OPT_END,
};

static const struct verb verbs[] = {
	{ "kinds", kinds, "", "what can be looked at", no_opts },
	{ "check", check, "[KIND]", "whether kinds are sound", no_opts },
	{ "explain", explain, "SUBJECT", "what would be asked, and said",
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
