/* t/golden/claim.golden: title, case, answer */

#include "unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/pool.h"
#include "engine/claim.h"
#include "member.h"

static void
read_claim(const struct json *j, struct claim *c)
{
	struct json given = json_get(j, "claim");
	struct span attempt = text(&given, "attempt");

	memset(c, 0, sizeof(*c));
	if (attempt.s != NULL)
		memcpy(c->attempt, attempt.s, attempt.len);
	c->attempts = number(&given, "attempts", 0);
	c->begun_ms = time_ms(&given, "begun");
	c->settled_ms = time_ms(&given, "settled");
	c->next_ms = time_ms(&given, "next");
	c->done = flag(&given, "done");
}

static void
print(const struct claim *c, const char *word, struct buf *out)
{
	buf_text(out, word);
	if (c->attempt[0] != '\0')
		buf_format(
		    out, "%sattempt %s", out->len > 0 ? ", " : "", c->attempt);
	buf_format(out, ", attempts %" PRId64, c->attempts);
	if (c->attempt[0] != '\0')
		buf_format(out, ", begun %" PRId64, c->begun_ms / 1000);
	else if (c->next_ms != 0)
		buf_format(out, ", next %" PRId64, c->next_ms / 1000);
	if (c->done)
		buf_text(out, ", done");
}

static void
one(const char *title, const char *given, const char *want)
{
	struct claim_limits limits = { 0 };
	struct claim c;
	struct json j, l;
	struct buf out = { 0 };
	int64_t now_ms;
	bool ours;

	unit_case("%s", title);
	if (!OK(json_scan(given, strlen(given), &j, NULL) == 0))
		return;

	read_claim(&j, &c);
	now_ms = time_ms(&j, "now");
	l = json_get(&j, "limits");
	limits.stale_ms = time_ms(&l, "stale");
	limits.time_limit_ms = time_ms(&l, "time_limit");
	limits.kill_grace_ms = time_ms(&l, "kill_grace");
	limits.lock_wait_ms = time_ms(&l, "lock_wait");

	if (text(&j, "begin").s != NULL) {
		claim_begin(&c, text(&j, "begin"), now_ms);
		print(&c, "", &out);
	} else if (text(&j, "settle").s != NULL) {
		ours = claim_settle(&c, text(&j, "settle"), now_ms,
		    flag(&j, "done"), time_ms(&j, "next"));
		print(&c, ours ? "settled" : "superseded", &out);
	} else {
		buf_text(
		    &out, claim_is_due(&c, &limits, now_ms) ? "due" : "not");
	}
	SAME_TEXT(buf_as_span(&out), want);
	buf_done(&out);
	pool_reset(&pool);
}

static void
is_whole(void)
{
	struct claim_limits limits = { 0, 15000, 5000, 10000 };
	struct claim c = { 0 };

	unit_case("a stalled holder comes back too late and changes nothing");
	claim_begin(&c, span_of("att_1"), 1000);
	OK(!claim_is_due(&c, &limits, 2000));
	OK(claim_is_due(&c, &limits, 31000));
	claim_begin(&c, span_of("att_2"), 31000);
	OK(claim_settle(&c, span_of("att_2"), 32000, true, 0));
	OK(!claim_settle(&c, span_of("att_1"), 33000, false, 40000));
	OK(c.done);
	SAME_INT(c.attempts, 2);
	OK(!claim_is_due(&c, &limits, 99000));
}

int
main(void)
{
	unit_golden("t/golden/claim.golden", one);
	is_whole();
	pool_done(&pool);
	return unit_end();
}
