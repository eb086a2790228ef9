#include "store/inboxes.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/id.h"
#include "base/json.h"
#include "base/stamp.h"
#include "engine/fold.h"
#include "model/event.h"
#include "model/receipt.h"
#include "store/journal.h"

static void
print_data(const struct inbox_ack *ack, struct buf *out)
{
	size_t i;

	buf_byte(out, '{');
	json_member(out, "messages");
	buf_byte(out, '[');
	for (i = 0; i < ack->n; i++) {
		if (i > 0)
			buf_byte(out, ',');
		buf_byte(out, '{');
		json_member_text(out, "id", span_of(ack->list[i]->id));
		json_member_int(out, "seq", ack->list[i]->last_seq);
		buf_byte(out, '}');
	}
	buf_byte(out, ']');
	if (ack->through != 0)
		json_member_int(out, "through", ack->through);
	if (ack->until_ms != 0)
		json_member_stamp(out, "until", ack->until_ms);
	buf_byte(out, '}');
}

/* By whom, of what, when. */
static void
name(const struct inbox_ack *ack, struct span data, const char *stamp,
    char ret[ID_MAX])
{
	struct span parts[3];

	parts[0] = span_of(ack->in->party);
	parts[1] = data;
	parts[2] = span_of(stamp);
	id_of(ret, "ack_", parts, 3);
}

static int
append(const struct home *h, const struct event *ev,
    void (*warn)(const struct err *e), struct err *e)
{
	struct journal journal;
	struct pool pool = { 0 };
	struct receipt receipt;
	struct err torn;
	int status;

	if (journal_open(h, true, &journal, e) != 0)
		return -1;
	status = journal_append(&journal, ev, 1, &pool, &receipt, e);
	if (log_torn(&journal.log, &torn) && warn != NULL)
		warn(&torn);
	journal_close(&journal);
	pool_done(&pool);
	return status;
}

int
inboxes_ack(const struct home *h, const struct inbox_ack *ack, int64_t now_ms,
    struct buf *ret_line, struct err *e)
{
	struct span party = span_of(ack->in->party);
	struct buf data = { 0 };
	struct buf to = { 0 };
	struct event ev = { 0 };
	char stamp[STAMP_MAX];
	char id[ID_MAX];
	int status;

	stamp_print(stamp, now_ms);
	print_data(ack, &data);
	name(ack, buf_as_span(&data), stamp, id);
	buf_byte(&to, '[');
	json_quote(&to, party);
	buf_byte(&to, ']');

	ev.type = span_of(FOLD_ACKED);
	ev.id = span_of(id);
	ev.source = span_of("//sergeant.local/inbox");
	ev.subject = party;
	ev.time = span_of(stamp);
	ev.time_ms = now_ms;
	ev.recipients = (struct json){ JSON_ARRAY, to.s, to.len };
	ev.datacontenttype = span_of("application/json");
	ev.data = (struct json){ JSON_OBJECT, data.s, data.len };
	status = append(h, &ev, ack->warn, e);
	if (status == 0)
		event_print(&ev, ret_line);
	buf_done(&data);
	buf_done(&to);
	return status;
}
