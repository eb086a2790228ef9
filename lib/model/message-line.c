#include "base/buf.h"
#include "base/stamp.h"
#include "base/text.h"
#include "model/event.h"
#include "model/message.h"

const char *
message_state(const struct message *m)
{
	if (!m->wakes)
		return "digest";
	return m->due_ms == 0 ? "waiting" : "held";
}

static void
print_data(const struct message *m, struct buf *out)
{
	size_t i;

	buf_byte(out, '{');
	json_member_text(out, "state", span_of(message_state(m)));
	if (m->wakes && m->due_ms != 0) {
		json_member_text(out, "held", span_of(hold_name(m->hold)));
		json_member_stamp(out, "due", m->due_ms);
	}
	if (m->type != NULL)
		json_member_text(out, "type", span_of(m->type));
	json_member_int(out, "count", m->count);
	json_member_int(out, "first", m->first_seq);
	json_member_int(out, "last", m->last_seq);
	json_member(out, "events");
	buf_byte(out, '[');
	for (i = 0; i < m->n_events; i++) {
		if (i > 0)
			buf_byte(out, ',');
		json_quote(out, span_of(m->events[i].id));
	}
	buf_text(out, "]}");
}

void
message_line(const struct message *m, struct span party, struct buf *out)
{
	struct buf data = { 0 };
	struct buf to = { 0 };
	struct event ev = {
		.type = span_of(MESSAGE_TYPE),
		.id = span_of(m->id),
		.source = span_of("//sergeant.local/inbox"),
		.subject = span_of(m->subject),
		.time_ms = m->time_ms,
		.summary = span_of(m->summary),
		.has_terminal = m->terminal,
		.terminal = m->terminal,
		.priority = m->priority,
		.coalescekey = span_of(m->key),
		.urgency = m->urgency,
		.watch = span_of(m->watch),
		.verdict = span_of(m->verdict),
		.dataref = span_of(m->dataref),
		.datacontenttype = span_of("application/json"),
	};
	char stamp[STAMP_MAX];

	if (m->time_ms != 0) {
		stamp_print(stamp, m->time_ms);
		ev.time = span_of(stamp);
	}
	buf_byte(&to, '[');
	json_quote(&to, party);
	buf_byte(&to, ']');
	ev.recipients = (struct json){ JSON_ARRAY, to.s, to.len };
	print_data(m, &data);
	ev.data = (struct json){ JSON_OBJECT, data.s, data.len };
	event_print(&ev, out);
	buf_done(&to);
	buf_done(&data);
}
