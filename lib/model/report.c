/* report - what has become of a watch, for people and monitors */

#include "model/report.h"

#include "base/buf.h"
#include "base/json.h"
#include "model/field-print.h"
#include "model/watch.h"
#include "model/word.h"

static const char *const statuses[] = {
	NULL,
	"active",
	"paused",
	"expired",
	"blocked",
	"stopped",
	"orphaned",
	"error",
};

static const struct words status_words = { statuses, 8 };

const char *
watch_status_name(enum watch_status s)
{
	return word_of(&status_words, s);
}

static void
print_stamp(struct buf *out, const char *name, int64_t ms)
{
	if (ms != 0)
		json_member_stamp(out, name, ms);
}

static void
print_open(const struct report *r, struct buf *out)
{
	size_t i;

	json_member(out, "open");
	buf_byte(out, '[');
	for (i = 0; i < r->n_open; i++) {
		const struct report_open *o = &r->open[i];

		buf_text(out, i == 0 ? "{" : ",{");
		json_member_text(out, "subject", o->subject);
		json_member_text(out, "key", o->key);
		field_print_text(out, "brief", o->brief);
		field_print_word(out, "severity", severity_name(o->severity));
		print_stamp(out, "since", o->since_ms);
		buf_byte(out, '}');
	}
	buf_byte(out, ']');
}

void
report_print(const struct report *r, struct buf *out)
{
	const struct watch *w = r->watch;
	size_t i;

	buf_byte(out, '{');
	json_member_text(out, "id", w->id);
	field_print_text(out, "label", w->label);
	json_member(out, "subjects");
	buf_byte(out, '[');
	for (i = 0; i < w->n_clauses; i++) {
		if (i > 0)
			buf_byte(out, ',');
		json_quote(out, w->clauses[i].subject);
	}
	buf_byte(out, ']');
	json_member_text(out, "to", w->to);
	json_member_text(out, "status", span_of(watch_status_name(r->status)));
	field_print_text(out, "why", r->why);
	print_stamp(out, "last", r->last_ms);
	print_stamp(out, "next", r->next_ms);
	print_stamp(out, "ended", r->ended_ms);
	field_print_int(out, "count", r->count);
	print_open(r, out);
	buf_byte(out, '}');
}
