/* sgt status - all of it on one screen */

#include <stdio.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "cli/events.h"
#include "cli/table.h"
#include "cli/tool.h"
#include "store/overview.h"
#include "verbs.h"

static const char *
plural(size_t n)
{
	return n == 1 ? "" : "s";
}

static void
print_watches(const struct overview *o)
{
	const char *separator = "";
	int i;

	printf("watches    ");
	for (i = WATCH_ACTIVE; i <= WATCH_ERROR; i++) {
		if (o->watches[i] == 0)
			continue;
		printf("%s%zu %s", separator, o->watches[i],
		    watch_status_name((enum watch_status)i));
		separator = ", ";
	}
	if (o->n_bad > 0)
		printf("%s%zu unreadable", separator, o->n_bad);
	printf("%s\n", o->n_watches + o->n_bad == 0 ? "none" : "");
}

int
status_verb(int argc, char *argv[])
{
	int64_t now_ms = clock_now_ms();
	char last[TABLE_AGE_MAX], next[TABLE_AGE_MAX];
	struct buf line = { 0 };
	struct overview o;
	struct err e;

	tool_refuse_operands(argc, argv);
	if (overview_read(now_ms, &o, &e) == -1)
		tool_die(&e);
	if (tool_wants_json()) {
		overview_print(&o, &line);
		event_emit_text(buf_as_span(&line));
		buf_done(&line);
		return STATUS_OK;
	}
	print_watches(&o);
	printf("open       %zu condition%s, %zu verdict%s not told yet\n",
	    o.conditions, plural(o.conditions), o.verdicts, plural(o.verdicts));
	printf("unread     %zu message%s for %s, %zu critical\n", o.unread,
	    plural(o.unread), o.party, o.critical);
	table_age(last, o.last_ms, now_ms);
	table_age(next, o.next_ms, now_ms);
	printf("last look  %s, next %s\n", last, next);
	return STATUS_OK;
}
