/* sgt-probe explain - what would be asked, and said */

#include <fcntl.h>

#include "disk/file.h"
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

int
explain_verb(int argc, char *argv[])
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
	run_open(&r, false);
	if (looks_explain(r.looks, &x, &e) == -1)
		tool_warn(&e);
	buf_done(&text);
	run_close(&r);
	return STATUS_OK;
}
