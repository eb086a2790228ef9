/*
 * Over random histories: one message a key, nothing critical is lost, a read
 * changes nothing, and the fold is resumable at any cut: snapshot + rest =
 * whole.
 */

#include "unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/pool.h"
#include "base/text.h"
#include "engine/fold.h"

#define HISTORIES 2000
#define LINES 60
#define START_MS INT64_C(1796050000000)

static uint64_t state;
static struct pool pool;

static int
pick(int n)
{
	state = state * 6364136223846793005U + 1442695040888963407U;
	return (int)((state >> 33) % (uint64_t)n);
}

struct history {
	struct event ev[LINES];
	int64_t now_ms[LINES];
	struct policy policy;
	struct mute mute;
};

static void
make_event(struct buf *b, int i)
{
	static const char *const phases[] = { "began", "still", "ended",
		"once" };
	static const char *const priorities[] = { "info", "attention",
		"attention", "critical" };
	static const char *const urgencies[] = { "fyi", "next-turn", "steer" };
	int phase = pick(4);

	buf_format(b, ",\"type\":\"x.t%d\",\"id\":\"e%d\"", pick(2), i);
	buf_format(b, ",\"coalescekey\":\"k%d\"", pick(6));
	buf_format(b, ",\"priority\":\"%s\"", priorities[pick(4)]);
	buf_format(b, ",\"phase\":\"%s\"", phases[phase]);
	if (phase == 1 || phase == 2)
		buf_format(b, ",\"episode\":\"e%d\"", pick(i + 1));
	if (pick(3) == 0)
		buf_format(b, ",\"urgency\":\"%s\"", urgencies[pick(3)]);
	if (pick(20) == 0)
		buf_text(b, ",\"terminal\":true");
}

static void
make_ack(struct buf *b, int i, int64_t at_ms)
{
	buf_format(b,
	    ",\"type\":\"sergeant.inbox.acked\",\"id\":\"a%d\","
	    "\"data\":{\"through\":%d",
	    i, pick(i + 1));
	if (pick(2) == 0)
		json_member_stamp(b, "until", at_ms + pick(600) * 1000);
	buf_text(b, "}");
}

static bool
make_line(struct event *ret, int i, int64_t at_ms)
{
	struct buf b = { 0 };
	struct json j;
	struct err e = { 0 };
	struct span line;

	buf_text(&b, "{\"specversion\":\"1.0\",\"source\":\"//t\"");
	buf_format(&b, ",\"subject\":\"a:%d\",\"recipients\":[\"human:%s\"]",
	    pick(3), pick(8) == 0 ? "bob" : "ann");
	json_member_stamp(&b, "time", at_ms);
	switch (pick(8)) {
	case 0:
		make_ack(&b, i, at_ms);
		break;
	case 1:
		buf_format(&b,
		    ",\"type\":\"sergeant.wake.accepted\",\"id\":"
		    "\"w%d\",\"data\":{\"seq\":%d,\"consumed\":%s}",
		    i, pick(i + 1), pick(2) == 0 ? "true" : "false");
		break;
	default:
		make_event(&b, i);
	}
	buf_byte(&b, '}');
	line = pool_copy(&pool, buf_as_span(&b));
	buf_done(&b);
	return OK(json_scan(line.s, line.len, &j, &e) == 0) &&
	    OK(event_parse(&j, &pool, ret, &e) == 0);
}

static bool
make_history(struct history *h)
{
	int64_t at_ms = START_MS;
	int i;

	memset(h, 0, sizeof(*h));
	h->policy.quiet = pick(2) == 0;
	h->policy.quiet_start_min = pick(1440);
	h->policy.quiet_end_min = pick(1440);
	h->policy.messages_max = pick(2) == 0 ? 3 : 0;
	h->policy.mutes = &h->mute;
	h->policy.n_mutes = 1;
	h->mute.subject = span_of("a:1");
	h->mute.from_ms = START_MS + pick(4000) * 1000;
	h->mute.until_ms = h->mute.from_ms + pick(4000) * 1000;
	for (i = 0; i < LINES; i++) {
		at_ms += pick(5) == 0 ? pick(3600000) : pick(20000);
		/* the entry's own time may lie before the last */
		if (!make_line(&h->ev[i], i,
			pick(6) == 0 ? at_ms - pick(1000000) : at_ms))
			return false;
		h->now_ms[i] = at_ms;
	}
	return true;
}

static void
fold_some(
    const struct history *h, struct inbox *in, int from, int to, int later_ms)
{
	struct effect effect;
	struct journal_line l;
	int i;

	for (i = from; i < to; i++) {
		l.ev = &h->ev[i];
		l.seq = i + 1;
		fold(in, &l, &h->policy, h->now_ms[i] + later_ms, &effect);
	}
}

static struct span
print(const struct inbox *in)
{
	struct buf b = { 0 };
	struct span ret;

	inbox_print(in, &b);
	ret = pool_copy(&pool, buf_as_span(&b));
	buf_done(&b);
	return ret;
}

static bool
restore(struct span text, struct inbox *ret)
{
	struct err e = { 0 };
	struct json j;

	return OK(json_scan(text.s, text.len, &j, &e) == 0) &&
	    OK(inbox_parse(&j, ret, &e) == 0);
}

static void
resume_at(const struct history *h, int cut, struct span whole)
{
	struct inbox in = { 0 };
	struct inbox rest = { 0 };
	struct span text;

	OK(inbox_start(&in, span_of("human:ann")));
	fold_some(h, &in, 0, cut, 0);
	text = print(&in);
	if (restore(text, &rest)) {
		SAME_TEXT(print(&rest), text.s);
		/* a read releases what is due, and is thrown away */
		fold_release(&in, &h->policy, h->now_ms[cut] + 7200000);
		/* lines seen already are passed over, the reader is late */
		fold_some(h, &rest, cut / 2, LINES, 86400000);
		SAME_TEXT(print(&rest), whole.s);
	}
	inbox_done(&in);
	inbox_done(&rest);
}

static void
holds_one_a_key(const struct inbox *in)
{
	size_t i, k;

	for (i = 0; i < in->n_messages; i++) {
		for (k = i + 1; k < in->n_messages; k++)
			OK(strcmp(in->messages[i].key, in->messages[k].key) !=
			    0);
	}
}

/* A critical event is there, and says so, as soon as it is folded. */
static void
keeps_critical(const struct history *h)
{
	struct inbox in = { 0 };
	struct effect effect;
	struct journal_line l;
	const struct message *m;
	int i;

	OK(inbox_start(&in, span_of("human:ann")));
	for (i = 0; i < LINES; i++) {
		l.ev = &h->ev[i];
		l.seq = i + 1;
		fold(&in, &l, &h->policy, h->now_ms[i], &effect);
		holds_one_a_key(&in);
		/* an end is no louder than its beginning was */
		if (l.ev->priority != PRIORITY_CRITICAL ||
		    l.ev->phase == PHASE_ENDED || effect.kind == EFFECT_NONE)
			continue;
		m = inbox_find_id(&in, l.ev->id);
		if (!OK(m != NULL))
			break;
		OK(m->priority == PRIORITY_CRITICAL && m->wakes);
	}
	inbox_done(&in);
}

int
main(void)
{
	static struct history h;
	struct inbox in = { 0 };
	int i;

	unit_case("%d histories, each resumed at a cut", HISTORIES);
	for (i = 0; i < HISTORIES; i++) {
		state = (uint64_t)i * 7919 + 1;
		pool_reset(&pool);
		if (!make_history(&h))
			break;
		OK(inbox_start(&in, span_of("human:ann")));
		fold_some(&h, &in, 0, LINES, 0);
		resume_at(&h, pick(LINES), print(&in));
		inbox_done(&in);
	}

	unit_case("one message a key, and nothing critical is lost");
	for (i = 0; i < HISTORIES; i++) {
		state = (uint64_t)i * 104729 + 3;
		pool_reset(&pool);
		if (!make_history(&h))
			break;
		keeps_critical(&h);
	}
	pool_done(&pool);
	return unit_end();
}
