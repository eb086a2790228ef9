#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/num.h"
#include "transport/jq-run.h"
#include "transport/jq.h"

/* Programs that do not compile, and conditions on trial. */

/* Which text of the program has the line, and its number there. */
static const char *
find_line(const struct jq_program *p, int64_t *line)
{
	int64_t n;
	size_t i;
	size_t k;

	for (i = 0; i < p->n_libraries; i++) {
		/* a newline was put after it */
		n = 1;
		for (k = 0; k < p->libraries[i].text.len; k++)
			n += p->libraries[i].text.s[k] == '\n';
		if (*line <= n)
			return p->libraries[i].name;
		*line -= n;
	}
	return p->name;
}

/* "… at <top-level>, line 3:" becomes "PATH:3: …". */
int
jq_not_compiled(const struct jq_program *p, struct span text, struct err *e)
{
	static const char mark[] = " at <top-level>, line ";
	static const char lead[] = "jq: error: ";
	const char *name;
	const char *at;
	int64_t line = 0;
	size_t digits = 0;

	if (span_begins(text, lead)) {
		text.s += sizeof(lead) - 1;
		text.len -= sizeof(lead) - 1;
	}
	at = text.len == 0 ? NULL :
			     memmem(text.s, text.len, mark, sizeof(mark) - 1);
	if (at == NULL)
		return err_set(e, STATUS_CONFIG, "%s: %.*s", p->name,
		    (int)text.len, text.s);
	text.len = (size_t)(at - text.s);
	at += sizeof(mark) - 1;
	while (at[digits] >= '0' && at[digits] <= '9' && digits < 9)
		digits++;
	(void)num_parse((struct span){ at, digits }, 1, 999999999, &line, NULL);
	at = memmem(text.s, text.len, " (Unix shell", 12);
	if (at != NULL)
		text.len = (size_t)(at - text.s);
	name = find_line(p, &line);
	return err_set(e, STATUS_CONFIG, "%s:%d: %.*s", name, (int)line,
	    (int)text.len, text.s);
}

int
jq_check(struct span text, const char *name, struct err *e)
{
	static const char *const ops[] = { "condition", NULL };
	struct jq_nursery n = { 0 };
	struct jq_worker w = { .nursery = &n };
	struct buf whole = { 0 };
	int r;

	if (text.len == 0 || text.len > JQ_TEXT_MAX)
		return err_set(e, STATUS_USAGE,
		    "%s: a condition has 1 to %d bytes", name, JQ_TEXT_MAX);
	if (jq_nursery_start(&n, e) == -1)
		return -1;
	/* bare and in brackets: neither "a) , (b" nor "a; def f: b" is one */
	buf_text(&whole, "def condition: null as $status | {} as $header | ");
	buf_span(&whole, text);
	buf_text(&whole, "\n; def twice: null as $status | {} as $header | (");
	buf_span(&whole, text);
	buf_text(&whole, "\n);");
	w.program = (struct jq_program){
		.name = name, .text = buf_as_span(&whole), .ops = ops
	};
	r = jq_start_worker(&w, e);
	if (r == -1 && e != NULL && e->status == STATUS_CONFIG)
		e->status = STATUS_USAGE;
	jq_stop_worker(&w);
	jq_nursery_stop(&n);
	buf_done(&whole);
	return r;
}
