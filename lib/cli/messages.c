#include "cli/messages.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "cli/events.h"
#include "cli/table.h"
#include "cli/tool.h"
#include "model/level.h"

static int
compare(const void *a, const void *b)
{
	const struct message *x = *(const struct message *const *)a;
	const struct message *y = *(const struct message *const *)b;

	if (x->priority != y->priority)
		return x->priority > y->priority ? -1 : 1;
	return x->first_seq < y->first_seq ? -1 : x->first_seq > y->first_seq;
}

static void
print_lines(const struct message *list[], size_t n, struct span party)
{
	struct buf line = { 0 };
	size_t i;

	for (i = 0; i < n; i++) {
		buf_reset(&line);
		message_line(list[i], party, &line);
		event_emit_text(buf_as_span(&line));
	}
	buf_done(&line);
}

/* What is held says until when. */
static void
add_state(struct table *t, const struct message *m, int64_t now_ms)
{
	if (m->wakes && m->due_ms != 0)
		table_cell_age(t, m->due_ms, now_ms);
	else
		table_cell_text(t, message_state(m));
}

static void
add_row(struct table *t, const struct message *m, int64_t now_ms)
{
	char count[24];
	struct span id = span_of(m->id);

	if (id.len > MESSAGE_SHORT)
		id.len = MESSAGE_SHORT;
	(void)snprintf(count, sizeof(count), "%lld", (long long)m->count);
	table_cell(t, id);
	table_cell_text(t, priority_name(m->priority));
	add_state(t, m, now_ms);
	table_cell_age(t, m->time_ms, now_ms);
	table_cell_text(t, count);
	table_cell(t, span_of(m->summary == NULL ? m->key : m->summary));
}

void
messages_print(
    const struct message *list[], size_t n, struct span party, int64_t now_ms)
{
	static const char *const heads[] = { "ID", "PRIORITY", "STATE", "AGE",
		"N", "SUMMARY" };
	struct table *t;
	size_t i;

	if (n > 0)
		qsort(list, n, sizeof(*list), compare);
	if (tool_wants_json()) {
		print_lines(list, n, party);
		return;
	}
	if (n == 0)
		return;

	t = table_new(heads, sizeof(heads) / sizeof(heads[0]));
	for (i = 0; i < n; i++)
		add_row(t, list[i], now_ms);
	table_print_free(t);
}
