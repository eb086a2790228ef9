/* sgt-deliver - tell: verdicts in, receipts out */

#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "cli/events.h"
#include "cli/tool.h"
#include "model/receipt.h"
#include "store/home.h"
#include "store/journal.h"
#include "store/telling.h"

static const struct opt opts[] = {
	OPT_END,
};

static const struct tool tool = {
	.name = "sgt-deliver",
	.brief = "tell: verdicts in, receipts out",
	.synopsis = "[FILE...]",
	.opts = opts,
	.commits = true,
};

/* What one read of stdin brought.  A line that is none stops nobody else. */
static void
take_batch(struct telling *t, struct events *in)
{
	int64_t now_ms = clock_now_ms();
	struct event ev;
	struct err e;
	int status;

	telling_reset(t);
	while (events_next_in_batch(in, &ev)) {
		status = telling_add(t, &ev, now_ms, &e);
		if (status == -1)
			events_complain(in, &e);
		else if (status == 1)
			tool_warn(&e);
	}
}

static void
print_receipts(const struct telling *t, struct buf *line)
{
	size_t i;

	for (i = 0; i < t->n; i++) {
		if (t->receipts[i].kind == 0)
			continue;
		buf_reset(line);
		receipt_print(&t->receipts[i], line);
		event_emit_text(buf_as_span(line));
	}
	events_flush();
}

/* Each batch is one commit; when one fails, what is left stays open. */
static void
deliver(struct events *in, struct telling *t, struct journal *journal)
{
	struct buf line = { 0 };
	struct err e, torn;
	size_t i;
	int r;

	while (events_batch(in)) {
		take_batch(t, in);
		r = telling_commit(t, journal, &e);
		for (i = 0; i < t->n_refused; i++)
			tool_warn(&t->refused[i]);
		if (log_torn(&journal->log, &torn))
			tool_warn(&torn);
		if (r != 0) {
			tool_warn(&e);
			break;
		}
		print_receipts(t, &line);
	}
	buf_done(&line);
}

int
main(int argc, char *argv[])
{
	struct telling telling = { 0 };
	struct journal journal;
	struct events in;
	struct home home;
	struct err e;

	tool_start(&tool, &argc, &argv);
	if (home_open(&home, &e) != 0 ||
	    journal_open(&home, true, &journal, &e) != 0)
		tool_die(&e);

	telling.home = &home;
	events_open(&in, argc, argv);
	deliver(&in, &telling, &journal);
	telling_done(&telling);
	journal_close(&journal);
	home_close(&home);
	return tool_end(events_close(&in));
}
