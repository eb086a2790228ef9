#include "states.h"

static struct rig r;
static struct err e;

static int
count_line(void *arg, struct span line)
{
	struct span *last = arg;

	*last = pool_copy(&r.pool, line);
	return 0;
}

/* The last open verdict's line; absent where there is none. */
static struct span
open_line(void)
{
	struct span last = { NULL, 0 };

	OK(states_each_open(r.s, count_line, &last, &e) == 0);
	return last;
}

static bool
holds(struct span line, const char *what)
{
	return line.s != NULL &&
	    memmem(line.s, line.len, what, strlen(what)) != NULL;
}

static void
parts(void)
{
	struct put a = { W1, "command:x", 100, 1, { NULL }, { NULL }, NULL };
	struct put b = { W1, "command:y", 200, 2, { NULL }, { NULL }, NULL };
	struct put c = { W2, "command:x", 300, 0, { NULL }, { NULL }, NULL };
	struct state s;
	off_t size;

	unit_case("a state is as it was put, also to who reads it later");
	rig_begin(&r);
	rig_decide(&r, &a);
	SAME_INT(rig_as_of(&r, W1, "command:x"), 100);
	rig_again(&r);
	SAME_INT(rig_as_of(&r, W1, "command:x"), 100);
	OK(states_looked(r.s, text(W1), text("command"), text("command:x")));

	unit_case("subjects of a watch share its own part, and only that");
	rig_decide(&r, &b);
	rig_again(&r);
	states_get(r.s, text(W1), text("command"), text("command:x"), &s);
	SAME_INT(s.watch.wakes, 2);
	SAME_INT(s.subject.as_of_ms, 100);

	unit_case("two watches on one subject share nothing");
	rig_decide(&r, &c);
	rig_again(&r);
	SAME_INT(rig_as_of(&r, W2, "command:x"), 300);
	SAME_INT(rig_as_of(&r, W1, "command:x"), 100);
	SAME_INT(states_watch(r.s, text(W2))->wakes, 0);

	unit_case("of what was never decided there is nothing");
	SAME_INT(rig_as_of(&r, W2, "command:z"), 0);
	OK(states_watch(r.s, text("sen_none")) == NULL);

	unit_case("one batch sees its own decisions before they are committed");
	a.as_of = 150;
	OK(rig_put(&r, &a) == 0);
	SAME_INT(rig_as_of(&r, W1, "command:x"), 150);
	rig_again(&r);
	SAME_INT(rig_as_of(&r, W1, "command:x"), 100);

	unit_case("a batch in which nothing changed writes nothing");
	size = rig_size(&r, SEGMENT_1);
	OK(states_commit(r.s, &e) == 0);
	SAME_INT(rig_size(&r, SEGMENT_1), size);
	rig_end(&r);
}

static void
seen(void)
{
	struct put a = { W1, "command:x", 1, 0, { NULL }, { E1, "own:id/7" },
		NULL };
	struct put b = { W1, "command:x", 2, 0, { NULL }, { E2 }, NULL };

	unit_case("seen ids add up, of any form, for their watch alone");
	rig_begin(&r);
	rig_decide(&r, &a);
	rig_decide(&r, &b);
	rig_again(&r);
	OK(rig_seen(&r, W1, E1));
	OK(rig_seen(&r, W1, "own:id/7"));
	OK(rig_seen(&r, W1, E2));
	OK(!rig_seen(&r, W1, E3));
	OK(!rig_seen(&r, W2, E1));
	rig_end(&r);
}

static void
opens(void)
{
	struct put a = { W1, "command:x", 1, 1, { E1, E2 }, { NULL }, V1 };
	static const char *const first[] = {
		"{\"specversion\":\"1.0\",\"type\":\"test.happened\",\"id\":"
		"\"" E1 "\",\"source\":\"//t\",\"verdict\":\"" V1 "\"}",
	};
	static const char *const second[] = {
		"{\"specversion\":\"1.0\",\"type\":\"sergeant.receipt."
		"duplicate\",\"id\":\"rcp_1\",\"source\":\"//t\",\"verdict\":"
		"\"" V1 "\",\"data\":{\"event\":\"" E2 "\"}}",
	};
	struct span line, put;

	unit_case("a verdict is open as soon as it is put, whole as it was");
	rig_begin(&r);
	OK(rig_put(&r, &a) == 0);
	put = pool_copy(&r.pool, states_put_line(r.s));
	OK(states_commit(r.s, &e) == 0);
	rig_again(&r);
	SAME_INT((int64_t)states_open_count(r.s), 1);
	line = open_line();
	SAME_TEXT(line, put.s);

	unit_case("it stays open while one of its events is not journaled");
	rig_log(&r, "journal", first, 1);
	SAME_INT(states_settle(r.s, &e), 0);
	OK(states_commit(r.s, &e) == 0);
	SAME_INT((int64_t)states_open_count(r.s), 1);

	unit_case("what was named before is still named in the next run");
	rig_again(&r);
	SAME_INT(states_journal_cursor(r.s), 1);
	rig_log(&r, "journal", second, 1);
	SAME_INT(states_settle(r.s, &e), 0);
	SAME_INT((int64_t)states_open_count(r.s), 1);
	OK(states_commit(r.s, &e) == 0);
	SAME_INT((int64_t)states_open_count(r.s), 0);
	rig_again(&r);
	SAME_INT((int64_t)states_open_count(r.s), 0);

	unit_case("other verdicts stay open");
	a.verdict = V2;
	rig_decide(&r, &a);
	rig_again(&r);
	SAME_INT(states_settle(r.s, &e), 0);
	OK(states_commit(r.s, &e) == 0);
	OK(holds(open_line(), V2));
	rig_end(&r);
}

static void
charges(void)
{
	struct put a = { W1, "command:x", 1, 1, { NULL }, { NULL }, NULL };
	static const char *const lines[] = {
		"{\"specversion\":\"1.0\",\"type\":\"sergeant.wake.accepted\","
		"\"id\":\"1\",\"source\":\"//t\",\"watch\":\"" W1
		"\",\"data\":{\"turns\":2,\"tokens\":500}}",
		"{\"specversion\":\"1.0\",\"type\":\"sergeant.wake.accepted\","
		"\"id\":\"2\",\"source\":\"//t\",\"watch\":\"" W1
		"\",\"data\":{}}",
		"{\"specversion\":\"1.0\",\"type\":\"sergeant.wake.busy\","
		"\"id\":\"3\",\"source\":\"//t\",\"watch\":\"" W1
		"\",\"data\":{}}",
	};

	unit_case("turns and tokens are charged once, 1 and 0 where silent");
	rig_begin(&r);
	rig_decide(&r, &a);
	rig_log(&r, "journal", lines, 3);
	SAME_INT(states_settle(r.s, &e), 0);
	OK(states_commit(r.s, &e) == 0);
	rig_again(&r);
	SAME_INT(states_settle(r.s, &e), 0);
	OK(states_commit(r.s, &e) == 0);
	SAME_INT(states_watch(r.s, text(W1))->turns, 3);
	SAME_INT(states_watch(r.s, text(W1))->tokens, 500);
	SAME_INT(states_watch(r.s, text(W1))->wakes, 1);
	SAME_INT(states_watch(r.s, text(W1))->charged_seq, 2);
	rig_end(&r);
}

static void
inbound(void)
{
	unit_case("the inbound cursor moves with a commit, never backwards");
	rig_begin(&r);
	states_move_inbound(r.s, 7);
	states_move_inbound(r.s, 5);
	SAME_INT(states_inbound_cursor(r.s), 7);
	rig_again(&r);
	SAME_INT(states_inbound_cursor(r.s), 0);
	states_move_inbound(r.s, 7);
	OK(states_commit(r.s, &e) == 0);
	rig_again(&r);
	SAME_INT(states_inbound_cursor(r.s), 7);
	rig_end(&r);
}

static void
ways(void)
{
	struct way_state w = { .way = span_of("example.com none"),
		.told_ms = 77,
		.episode = span_of(E1) };
	struct way_state got;

	unit_case("a way's record is found again by its name");
	rig_begin(&r);
	OK(!states_way(r.s, w.way, &got));
	OK(states_put_way(r.s, &w, NULL, &e) == 0);
	OK(states_commit(r.s, &e) == 0);
	rig_again(&r);
	OK(states_way(r.s, w.way, &got));
	SAME_INT(got.told_ms, 77);
	SAME_TEXT(got.episode, E1);
	rig_end(&r);
}

static void
too_long(void)
{
	struct put a = { W1, "command:x", 1, 0, { NULL }, { E1 }, NULL };
	struct put b = { W2, "command:x", 2, 0, { NULL }, { NULL }, NULL };
	size_t len = LOG_LINE_MAX;
	char *big = malloc(len + 1);

	unit_case("a decision that makes no line is refused, others go on");
	rig_begin(&r);
	memset(big, 'x', len);
	big[len] = '\0';
	a.seen[1] = big;
	OK(rig_put(&r, &a) == -1);
	OK(rig_put(&r, &b) == 0);
	OK(states_commit(r.s, &e) == 0);
	rig_again(&r);
	SAME_INT(rig_as_of(&r, W1, "command:x"), 0);
	OK(!rig_seen(&r, W1, E1));
	SAME_INT(rig_as_of(&r, W2, "command:x"), 2);
	free(big);
	rig_end(&r);
}

static void
two_writers(void)
{
	struct put a = { W1, "command:x", 1, 0, { NULL }, { NULL }, NULL };
	struct put b = { W2, "command:x", 2, 0, { E1 }, { NULL }, V1 };
	struct rig other;

	unit_case("what another pipeline committed is taken in");
	rig_begin(&r);
	other = r;
	rig_open(&other);
	rig_decide(&r, &a);
	SAME_INT(states_refresh(other.s, &e), 0);
	SAME_INT(rig_as_of(&other, W1, "command:x"), 1);
	rig_decide(&other, &b);
	SAME_INT(states_refresh(r.s, &e), 0);
	SAME_INT(rig_as_of(&r, W2, "command:x"), 2);
	OK(holds(open_line(), V1));
	states_close(other.s);
	rig_end(&r);
}

int
main(void)
{
	parts();
	seen();
	opens();
	charges();
	inbound();
	ways();
	too_long();
	two_writers();
	return unit_end();
}
