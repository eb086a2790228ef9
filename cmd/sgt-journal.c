/* sgt-journal - append to, read and look after the journal */

#include <signal.h>

#include "base/clock.h"
#include "cli/events.h"
#include "cli/shown.h"
#include "cli/tool.h"
#include "store/journal-query.h"
#include "store/retention.h"
#include "store/telling.h"

static struct journal_query query = { .last = 10 };
static bool show_cursor, salvage;
static int64_t batch = INT64_MAX;

static const struct opt appending[] = {
	OPT_INT(0, "batch", "N", &batch, 1, JSON_INT_MAX,
	    "commit after so many (all that one read brings)"),
	OPT_END,
};

static const struct opt reading[] = {
	OPT_TEXT('c', "cursor", "CURSOR", &query.cursor, "read on after it"),
	OPT_INT(0, "from", "SEQ", &query.from_seq, 1, JSON_INT_MAX,
	    "begin with that line"),
	OPT_TEXT(0, "on-gap", "stop|earliest", &query.on_gap,
	    "what to do where lines are gone (stop)"),
	OPT_INT('n', "lines", "N", &query.last, 0, JSON_INT_MAX,
	    "tail: so many before the end (10)"),
	OPT_TEXT('t', "type", "GLOB", &query.type, "only such events"),
	OPT_TEXT(0, "to", "PARTY", &query.to, "only what it was told"),
	OPT_INT(0, "limit", "N", &query.limit, 1, JSON_INT_MAX, "no more"),
	OPT_FLAG('f', "follow", &query.follow, "go on with what comes"),
	OPT_DURATION(0, "wait", "D", &query.wait_ms, "follow no longer"),
	OPT_FLAG(0, "show-cursor", &show_cursor, "say where to read on"),
	OPT_END,
};

static const struct opt verifying[] = {
	OPT_FLAG(0, "salvage", &salvage, "keep what is whole, and go on"),
	OPT_END,
};

/* One commit: what one read of stdin brings, or a part of it.  0: nothing. */
static int
append_batch(struct telling *t, struct events *in, struct journal *j,
    struct shown *shown, struct err *e)
{
	struct event ev;
	struct err bad;
	int64_t n;

	telling_reset(t);
	for (n = 0; n < batch && events_next_in_batch(in, &ev); n++) {
		if (telling_add(t, &ev, shown->now_ms, &bad) != 0)
			events_complain(in, &bad);
	}
	if (n == 0)
		return 0;
	if (telling_commit(t, j, tool_warn, e) == -1)
		return -1;
	if (log_torn_text(&j->log, bad.text, sizeof(bad.text)))
		tool_warn_text(STATUS_OK, "%s", bad.text);
	shown_receipts(shown, t->receipts, t->n);
	return 1;
}

static int
append(struct journal *j, char *files[], struct err *e)
{
	struct telling t = { .home = j->home, .as_given = true };
	struct shown shown = { NULL, clock_now_ms() };
	struct events in;
	int n = 0;
	int r = 0;

	while (files[n] != NULL)
		n++;
	events_open(&in, n, files);
	while (r != -1 && events_batch(&in)) {
		do {
			r = append_batch(&t, &in, j, &shown, e);
		} while (r == 1);
	}
	shown_end(&shown);
	telling_done(&t);
	(void)events_close(&in);
	return r;
}

static int
read_out(struct journal *j, char *files[], struct err *e)
{
	struct shown shown = { NULL, clock_now_ms() };
	char cursor[CURSOR_TEXT_MAX];

	(void)files;
	/* a filter here: nothing is committed */
	(void)signal(SIGPIPE, SIG_DFL);
	if (journal_query_start(&query, j, e) == -1 ||
	    shown_all(&shown, journal_query_next, &query, e) == -1 ||
	    journal_query_done(&query, cursor, e) == -1)
		return -1;
	if (show_cursor && cursor[0] != '\0' && tool_flush())
		tool_warn_text(STATUS_OK, "cursor %s", cursor);
	return 0;
}

static void
say(void *arg, const char *text)
{
	(void)arg;
	tool_warn_text(STATUS_OK, "%s", text);
}

static int
verify(struct journal *j, char *files[], struct err *e)
{
	int r = journal_verify(j, salvage, say, NULL, e);

	(void)files;
	/* a torn tail is said, and is no fault */
	if (r == 1)
		tool_note(STATUS_NO);
	return r;
}

static int
rotate(struct journal *j, char *files[], struct err *e)
{
	(void)files;
	return retention_run(j, clock_now_ms(), e);
}

/* Every verb: open, act, close. */
static int
run(bool make, int (*act)(struct journal *, char *[], struct err *),
    char *files[])
{
	struct journal j = { 0 };
	struct home h = { 0 };
	struct err e = { 0 };

	if (files[0] != NULL && act != append)
		tool_usage("unexpected operand '%.100s'", files[0]);
	if (home_open(&h, &e) == -1 || journal_open(&h, make, &j, &e) == -1 ||
	    act(&j, files, &e) == -1)
		tool_warn(&e);
	journal_close(&j);
	home_close(&h);
	return STATUS_OK;
}

static int
append_verb(int argc, char *argv[])
{
	(void)argc;
	return run(true, append, argv);
}

static int
read_verb(int argc, char *argv[])
{
	(void)argc;
	return run(false, read_out, argv);
}

static int
tail_verb(int argc, char *argv[])
{
	(void)argc;
	query.is_tail = true;
	return run(false, read_out, argv);
}

static int
verify_verb(int argc, char *argv[])
{
	(void)argc;
	return run(salvage, verify, argv);
}

static int
rotate_verb(int argc, char *argv[])
{
	(void)argc;
	return run(true, rotate, argv);
}

static const struct verb verbs[] = {
	{ "append", append_verb, "[FILE...]", "events in, receipts out",
	    appending },
	{ "read", read_verb, NULL, "events, oldest first", reading },
	{ "tail", tail_verb, NULL, "the newest events", reading },
	{ "verify", verify_verb, NULL, "check every line", verifying },
	{ "rotate", rotate_verb, NULL, "let go of what is old", NULL },
	{ .name = NULL },
};

static const struct tool tool = {
	.name = "sgt-journal",
	.brief = "what was told, to whom",
	.verbs = verbs,
	.commits = true,
};

int
main(int argc, char *argv[])
{
	return tool_end(tool_run_verb(&tool, &argc, &argv));
}
