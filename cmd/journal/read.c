/* sgt-journal read, tail - what was told */

#include <signal.h>

#include "base/clock.h"
#include "cli/shown.h"
#include "model/party.h"
#include "run.h"
#include "store/journal-query.h"
#include "verbs.h"

static struct journal_query query = { .last = -1 };
static int64_t wait_ms = -1;
static bool show_cursor;

const struct opt read_opts[] = {
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
	OPT_DURATION(0, "wait", "D", &wait_ms, "follow no longer"),
	OPT_FLAG(0, "show-cursor", &show_cursor, "say where to read on"),
	OPT_END,
};

static int
read_out(struct journal *j, char *files[], struct err *e)
{
	struct shown shown = { .now_ms = clock_now_ms() };
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
check(void)
{
	struct party p;
	struct err e = { 0 };

	if (query.to != NULL && party_parse(span_of(query.to), &p, &e) == -1)
		tool_usage("%s", e.text);
	if ((query.cursor != NULL) + (query.from_seq != 0) +
		(query.last != -1) >
	    1)
		tool_usage("one of --cursor, --from and --lines, not more");
	if (wait_ms == 0)
		query.follow = false;
	else if (wait_ms > 0)
		query.wait_ms = wait_ms;
}

int
read_verb(int argc, char *argv[])
{
	tool_refuse_operands(argc, argv);
	check();
	if (query.last != -1)
		tool_usage("--lines is for tail");
	return run(false, read_out, argv);
}

int
tail_verb(int argc, char *argv[])
{
	tool_refuse_operands(argc, argv);
	check();
	query.is_tail = query.cursor == NULL && query.from_seq == 0;
	if (query.last == -1)
		query.last = 10;
	return run(false, read_out, argv);
}
