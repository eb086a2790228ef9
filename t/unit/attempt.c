/* t/golden/attempt.golden: title, state and rules and what happens, the answer */

#include "engine/callback.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "member.h"
#include "unit.h"

static void
read_rules(const struct json *j, struct callback_rules *r)
{
	struct json given = json_get(j, "rules");

	r->timeout_s = number(&given, "timeout", 15);
	r->claim_s = number(&given, "claim", 60);
	r->base_s = number(&given, "base", 5);
	r->max_s = number(&given, "max", 300);
	r->lock_wait_s = 10;
}

static void
read_state(const struct json *j, struct callback_state *s)
{
	static const char *const names[] = { "", "pending", "delivering",
		"acknowledged", "rejected" };
	struct span status = text(j, "status");
	unsigned i;

	*s = callback_state_new(number(j, "next", 0));
	for (i = 1; i < 5; i++) {
		if (span_is(status, names[i]))
			s->status = (enum callback_status)i;
	}
	s->attempts = number(j, "attempts", 0);
	s->claimed_s = number(j, "claimed", -1);
}

static enum callback_result
result_of(struct span s)
{
	unsigned i;

	for (i = CALLBACK_ACK; i <= CALLBACK_INVALID_ACK; i++) {
		if (span_is(s, callback_result_name((enum callback_result)i)))
			return (enum callback_result)i;
	}
	return CALLBACK_NOTHING;
}

static void
print(const struct callback_state *s, struct buf *out)
{
	buf_format(out, "%s, attempts %" PRId64 ", next %" PRId64,
	    callback_status_name(s->status), s->attempts, s->next_attempt_s);
	if (s->claimed_s != -1)
		buf_format(out, ", claimed %" PRId64, s->claimed_s);
	if (s->last_result != CALLBACK_NOTHING)
		buf_format(out, ", %s", callback_result_name(s->last_result));
}

static void
settle(const struct json *j, struct callback_state *s,
    const struct callback_rules *r, int64_t now_s, struct buf *out)
{
	struct callback_try ours = { .id = "att_1",
		.number = number(j, "number", s->attempts),
		.chance = (uint64_t)number(j, "chance", 0) };
	struct span by = text(j, "by");

	if (by.s == NULL)
		by = span_of("att_1");
	if (callback_settle(s, &ours, by, result_of(text(j, "settle")),
		number(j, "asked", -1), r, now_s))
		print(s, out);
	else
		buf_text(out, "another's");
}

static void
one(const char *title, const char *given, const char *want)
{
	struct callback_rules r = { 0 };
	struct callback_state s;
	struct buf out = { 0 };
	struct callback_try ours = { .id = "att_1" };
	struct json j;
	int64_t now_s;

	unit_case("%s", title);
	if (!OK(json_scan(given, strlen(given), &j, NULL) == 0))
		return;
	read_rules(&j, &r);
	read_state(&j, &s);
	now_s = number(&j, "now", 10000);
	if (text(&j, "settle").s != NULL) {
		settle(&j, &s, &r, now_s, &out);
	} else if (flag(&j, "begin")) {
		callback_begin(&s, &ours, now_s);
		print(&s, &out);
	} else if (flag(&j, "retry")) {
		callback_retry(&s, now_s);
		print(&s, &out);
	} else {
		buf_format(&out, "%s%s, %" PRId64,
		    callback_is_due(&s, &r, now_s) ? "due" : "not due",
		    callback_is_claimed(&s, &r, now_s) ? ", claimed" : "",
		    callback_due_s(&s, &r, now_s));
	}
	SAME_TEXT(buf_as_span(&out), want);
	buf_done(&out);
	pool_reset(&pool);
}

/* Whatever is drawn: never shorter than the wait, never over a fifth longer. */
static void
draws(void)
{
	struct callback_rules r = { 15, 60, 5, 300, 16, 10 };
	int64_t n, waits[] = { 5, 10, 20, 40, 80, 160, 300, 300 };
	uint64_t chance;

	unit_case(
	    "chance adds at most a fifth, and nothing beyond the longest");
	for (n = 1; n <= 8; n++) {
		bool least = false;
		int64_t most = 0;

		for (chance = 0; chance < 1000; chance++) {
			struct callback_state s = { CALLBACK_DELIVERING,
				CALLBACK_NOTHING, n, 0, 1000, -1 };
			struct callback_try ours = { .id = "a",
				.number = n,
				.chance = chance * 0x9e3779b97f4a7c15u };
			int64_t wait;

			OK(callback_settle(&s, &ours, span_of("a"),
			    CALLBACK_RETRY, -1, &r, 1000));
			wait = s.next_attempt_s - 1000;
			OK(wait >= waits[n - 1]);
			least = least || wait == waits[n - 1];
			if (wait > most)
				most = wait;
		}
		OK(least);
		SAME_INT(most,
		    waits[n - 1] * 6 / 5 > 300 ? 300 : waits[n - 1] * 6 / 5);
	}
}

int
main(void)
{
	unit_golden("t/golden/attempt.golden", one);
	draws();
	pool_done(&pool);
	return unit_end();
}
