/* sgt-inbox - the messages of a party: list, wait for, acknowledge */

#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "cli/events.h"
#include "cli/messages.h"
#include "cli/tool.h"
#include "engine/fold.h"
#include "store/reading.h"

static const char *party;
static int64_t timeout_ms = -1, for_ms, through;
static bool all;

static void
start(struct reading *r, int argc, char *argv[])
{
	struct err e;

	if (argc > 1)
		tool_usage("one party at a time");
	if (argc == 1)
		party = argv[0];
	if (reading_open(r, party, clock_now_ms(), &e) == 0)
		return;
	if (e.status == STATUS_DATA)
		tool_usage("%s", e.text);
	tool_die(&e);
}

static int
print(struct reading *r, bool (*is)(const struct message *))
{
	reading_pick(r, is);
	messages_print(r->list, r->n, r->party, r->now_ms);
	reading_done(r);
	return STATUS_OK;
}

static int
read_and_print(int argc, char *argv[], bool (*is)(const struct message *))
{
	struct reading r = { .warn = tool_warn };
	struct err e;

	start(&r, argc, argv);
	if (reading_load(&r, &e) != 0)
		tool_die(&e);
	return print(&r, is);
}

static int
list(int argc, char *argv[])
{
	return read_and_print(argc, argv, NULL);
}

static int
digest(int argc, char *argv[])
{
	return read_and_print(argc, argv, fold_is_digest);
}

static int
wait_(int argc, char *argv[])
{
	struct reading r = { .warn = tool_warn };
	struct err e;
	int status;

	start(&r, argc, argv);
	status = reading_wait(&r, timeout_ms, &e);
	if (status == -1)
		tool_die(&e);
	if (status == 0)
		return print(&r, fold_is_waiting);
	reading_done(&r);
	return STATUS_NO;
}

static int
ack(int argc, char *argv[])
{
	struct reading r = { .warn = tool_warn };
	struct buf line = { 0 };
	struct err e;
	int i;

	if ((argc > 0) + all + (through > 0) != 1)
		tool_usage("say which: ID..., --all or --through SEQ");
	start(&r, 0, NULL);
	if (reading_load(&r, &e) != 0)
		tool_die(&e);
	if (all)
		reading_pick(&r, NULL);
	for (i = 0; i < argc; i++) {
		if (!reading_pick_id(&r, argv[i], MESSAGE_SHORT))
			tool_warn_text(
			    STATUS_NO, "no unread message '%.100s'", argv[i]);
	}
	if (reading_ack(&r, through, for_ms, &line, &e) != 0)
		tool_die(&e);
	if (line.len > 0 && tool_wants_json())
		event_emit_text(buf_as_span(&line));
	buf_done(&line);
	reading_done(&r);
	return STATUS_OK;
}

#define PARTY OPT_TEXT('p', "party", "PARTY", &party, "whose inbox, not yours")

static const struct opt reads[] = { PARTY, OPT_END };

static const struct opt waits[] = {
	PARTY,
	OPT_DURATION(
	    't', "timeout", "D", &timeout_ms, "wait at most D, then 1"),
	OPT_END,
};

static const struct opt acks[] = {
	PARTY,
	OPT_FLAG('a', "all", &all, "every message there is now"),
	OPT_DURATION(0, "for", "D", &for_ms, "hold what comes of it for D"),
	OPT_INT(0, "through", "SEQ", &through, 1, INT64_C(9007199254740992),
	    "all up to that line of the journal"),
	OPT_END,
};

static const struct verb verbs[] = {
	{ "list", list, "[PARTY]", "what is unread", reads },
	{ "wait", wait_, "[PARTY]", "until something wants you", waits },
	{ "ack", ack, "[ID...]", "say that it was read", acks },
	{ "digest", digest, "[PARTY]", "what can wait", reads },
	{ .name = NULL },
};

static const struct tool tool = {
	.name = "sgt-inbox",
	.brief = "the messages of each party",
	.verbs = verbs,
	.commits = true,
};

int
main(int argc, char *argv[])
{
	return tool_end(tool_run_verb(&tool, &argc, &argv));
}
