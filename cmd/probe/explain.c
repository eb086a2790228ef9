/* sgt-probe explain - what would be asked, and said */

#include "cli/specs.h"
#include "run.h"
#include "transport/look.h"
#include "verbs.h"

static const char *kind_name;
static const char *saved;

const struct opt explain_opts[] = {
	OPT_TEXT(
	    'k', "kind", "KIND", &kind_name, "the kind, not who claims it"),
	OPT_TEXT('s', "saved", "FILE", &saved,
	    "what was answered: {config,prior,objective,now,responses}"),
	OPT_END,
};

/* A file of the user's like any other: a link or a pipe will do. */
static void
read_saved(struct specs *in, struct json *ret)
{
	struct err e = { 0 };

	if (specs_open(in, saved, &e) == -1 ||
	    json_scan_foreign(in->text.s, in->text.len, ret, &e) == -1)
		tool_die(&e);
}

int
explain_verb(int argc, char *argv[])
{
	struct explain x = { .kind = span_of(kind_name) };
	struct run r = { 0 };
	struct specs in = { 0 };
	struct err e = { 0 };

	if (argc != 1)
		tool_usage("explain takes one SUBJECT");
	x.subject = span_of(argv[0]);
	if (saved != NULL)
		read_saved(&in, &x.saved);
	run_open(&r, false);
	if (looks_explain(r.looks, &x, &e) == -1)
		tool_warn(&e);
	specs_close(&in);
	run_close(&r);
	return STATUS_OK;
}
