#include <string.h>

#include "transport/fetch.h"

/* An answer, as kinds are given it. */

static void
print_program(const struct fetch *x, struct buf *out)
{
	const struct spawn *s = &x->spawn;

	json_member(out, "signal");
	if (s->end == SPAWN_SIGNALLED)
		buf_int(out, s->code);
	else
		buf_text(out, "null");
	json_member_bool(out, "timed_out", s->end == SPAWN_TIMED_OUT);
	json_member(out, "missing");
	if (s->end == SPAWN_MISSING)
		json_quote(out, span_of(strerror(s->code)));
	else
		buf_text(out, "null");
	json_member_text(out, "complaint",
	    s->complaint.len > 0 ? buf_as_span(&s->complaint) : span_of(""));
}

static void
print_time(struct buf *out, const char *name, int64_t ms)
{
	json_member(out, name);
	if (ms == 0)
		buf_text(out, "null");
	else
		buf_int(out, ms);
}

void
fetch_print(const struct fetch *x, struct span id, struct buf *out)
{
	struct json body;

	buf_byte(out, '{');
	json_member_text(out, "id", id.s != NULL ? id : span_of(""));
	json_member(out, "status");
	if (x->status > 0 || (x->request.argv != NULL && x->status == 0))
		buf_int(out, x->status);
	else
		buf_text(out, "null");
	json_member(out, "header");
	buf_text(out, x->header.len > 0 ? x->header.s : "{}");
	json_member(out, "body");
	if (x->body.len > 0 &&
	    json_scan_foreign(x->body.s, x->body.len, &body, NULL) == 0)
		buf_span(out, json_span(&body));
	else
		json_quote(
		    out, x->body.len > 0 ? buf_as_span(&x->body) : span_of(""));
	json_member(out, "error");
	if (x->error == ERROR_NONE) {
		buf_text(out, "null");
	} else {
		buf_byte(out, '{');
		json_member_text(
		    out, "class", span_of(error_class_name(x->error)));
		json_member_text(out, "brief", span_of(x->brief));
		buf_byte(out, '}');
	}
	print_time(out, "retry_at", x->retry_at_ms);
	print_time(out, "not_after", x->not_after_ms);
	json_member_text(
	    out, "hash", (struct span){ x->hash, x->hash[0] != '\0' ? 16 : 0 });
	json_member_bool(out, "truncated", x->truncated);
	if (x->request.argv != NULL)
		print_program(x, out);
	buf_byte(out, '}');
}
