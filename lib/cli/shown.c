#include "cli/shown.h"

#include <stdio.h>

#include "base/buf.h"
#include "base/json.h"
#include "cli/events.h"
#include "cli/table.h"
#include "cli/tool.h"

static void
cell_int(struct table *t, int64_t n)
{
	char text[24];

	(void)snprintf(text, sizeof(text), "%lld", (long long)n);
	table_cell_text(t, text);
}

static void
show_event(struct shown *s, const struct event *ev)
{
	static const char *const heads[] = { "SEQ", "WHEN", "TYPE", "SUBJECT",
		"SUMMARY" };

	if (tool_wants_json()) {
		event_emit(ev);
		return;
	}
	if (s->table == NULL)
		s->table = table_new(heads, 5);
	cell_int(s->table, ev->seq);
	table_cell_age(s->table, ev->time_ms, s->now_ms);
	table_cell(s->table, ev->type);
	table_cell(s->table, ev->subject);
	table_cell(s->table, ev->summary);
}

static void
receipt(struct shown *s, const struct receipt *r)
{
	static const char *const heads[] = { "SEQ", "BECAME", "EVENT", "TO" };

	if (tool_wants_json()) {
		receipt_print(r, &s->waiting);
		buf_byte(&s->waiting, '\n');
		return;
	}
	if (s->table == NULL)
		s->table = table_new(heads, 4);
	cell_int(s->table, r->seq);
	table_cell_text(s->table, receipt_kind_name(r->kind));
	table_cell(s->table, r->event);
	table_cell(s->table, json_span(&r->recipients));
}

void
shown_flush(struct shown *s)
{
	/* event_emit_text adds the last one's newline */
	if (s->waiting.len > 0) {
		s->waiting.len--;
		event_emit_text(buf_as_span(&s->waiting));
	}
	buf_reset(&s->waiting);
}

void
shown_end(struct shown *s)
{
	shown_flush(s);
	buf_done(&s->waiting);
	if (s->table != NULL)
		table_print_free(s->table);
	s->table = NULL;
}

void
shown_receipts(struct shown *s, const struct receipt *r, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		/* 0: it could not be told, as was said */
		if (r[i].kind != 0)
			receipt(s, &r[i]);
	}
}

int
shown_all(struct shown *s,
    int (*next)(void *arg, struct event *ret, struct err *e), void *arg,
    struct err *e)
{
	struct event ev;
	int r;

	while ((r = next(arg, &ev, e)) > 0) {
		if (r == 1) {
			show_event(s, &ev);
			continue;
		}
		shown_end(s);
		if (!tool_flush())
			return 0;
	}
	shown_end(s);
	return r;
}
