/* sgt-callback explain - why an event is not told yet */

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/json.h"
#include "profile.h"
#include "run.h"
#include "store/callbacks-claim.h"
#include "verbs.h"

static struct callback_rules rules;

static void
say_waiting(const struct callback_state *s, int64_t next_s, struct buf *out)
{
	char at[CALLBACK_STAMP_MAX];

	callback_stamp(at, next_s);
	if (s->status == CALLBACK_DELIVERING)
		buf_format(out,
		    "attempt %lld is under way; if it never ends the next may "
		    "begin at %s",
		    (long long)s->attempts, at);
	else
		buf_format(out,
		    "attempt %lld ended with %s; the next is due "
		    "at %s",
		    (long long)s->attempts,
		    s->last_result == CALLBACK_NOTHING ?
			"nothing" :
			callback_result_name(s->last_result),
		    at);
}

/* The event of this task that somebody is trying just now; 0: none. */
static int64_t
claimed_event(const struct callbacks *c, int64_t now_s)
{
	struct callback_item it = { 0 };
	int64_t found = 0;
	int64_t *list;
	size_t n;
	size_t i;

	if (callbacks_generations(c, &list, &n, NULL) == -1)
		return 0;
	for (i = 0; found == 0 && i < n; i++) {
		if (callbacks_item(c, list[i], &it, NULL) == 0 &&
		    callback_is_claimed(&it.state, &rules, now_s))
			found = list[i];
	}
	callback_item_done(&it);
	free(list);
	return found;
}

/* Why, and the moment of the next attempt; 0 for none by itself. */
static int64_t
reason_of(const struct callbacks *c, const struct callback_item *it,
    int64_t now_s, struct buf *out)
{
	const struct callback_state *s = &it->state;
	int64_t next_s = callback_due_s(s, &rules, now_s);
	char at[CALLBACK_STAMP_MAX];
	struct err e = { 0 };
	int64_t claimed;

	if (s->status == CALLBACK_ACKNOWLEDGED) {
		callback_stamp(
		    at, s->acknowledged_s == -1 ? 0 : s->acknowledged_s);
		buf_format(out, "acknowledged at %s", at);
	} else if (s->status == CALLBACK_REJECTED) {
		buf_text(out,
		    "rejected: nothing more is tried until "
		    "sgt-callback retry");
	} else if (profile_check(c->origin.profile, &e) == -1) {
		buf_text(out, e.text);
	} else if (next_s > now_s) {
		say_waiting(s, next_s, out);
	} else if ((claimed = claimed_event(c, now_s)) != 0) {
		buf_format(out,
		    "due, but event %lld of this task is being tried",
		    (long long)claimed);
	} else {
		buf_text(out,
		    s->status == CALLBACK_DELIVERING ?
			"an attempt never ended; the next drain begins "
			"another" :
			"due: the next drain tries it");
	}
	return next_s;
}

static int
explain(struct callbacks *c, char *argv[], struct err *e)
{
	static const struct json null = { JSON_NULL, "null", 4 };
	struct callback_item it = { 0 };
	struct buf why = { 0 };
	struct buf *out = tool_scratch();
	char at[CALLBACK_STAMP_MAX];
	int64_t next_s;
	int r = find_event(c, argv[1], &it, e);

	if (r == 0) {
		next_s = reason_of(c, &it, clock_now_ms() / 1000, &why);
		buf_reset(out);
		buf_byte(out, '{');
		json_member_text(out, "status",
		    span_of(callback_status_name(it.state.status)));
		json_member_text(out, "why", buf_as_span(&why));
		if (next_s == 0) {
			json_member_json(out, "next_attempt", &null);
		} else {
			callback_stamp(at, next_s);
			json_member_text(out, "next_attempt", span_of(at));
		}
		buf_text(out, "}\n");
		if (!tool_wants_json()) {
			buf_reset(out);
			buf_format(out, "%s\n", why.s);
		}
		(void)fwrite(out->s, 1, out->len, stdout);
	}
	buf_done(&why);
	callback_item_done(&it);
	return r;
}

int
explain_verb(int argc, char *argv[])
{
	open_rules(&rules);
	return one_event(argc, argv, explain);
}
