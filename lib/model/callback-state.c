/* callback-state - what has become of an event, and whose try it is */

#include "model/callback-state.h"

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/id.h"
#include "base/json.h"
#include "base/stamp.h"
#include "model/callback.h"
#include "model/word.h"

static const char *const status_names[] = { NULL, "pending", "delivering",
	"acknowledged", "rejected" };
static const struct words statuses = { status_names, 5 };

static const char *const result_names[] = { NULL, "ack", "retry", "reject",
	"callback_error", "timeout", "invalid_ack" };
static const struct words results = { result_names, 7 };

const char *
callback_status_name(enum callback_status s)
{
	return word_of(&statuses, s);
}

const char *
callback_result_name(enum callback_result r)
{
	return word_of(&results, r);
}

static int
refuse(const char *what, const char *name, struct err *e)
{
	return err_set(e, STATUS_CONFIG, "'%s' is not that of %s", name, what);
}

struct callback_state
callback_state_new(int64_t now_s)
{
	return (struct callback_state){ .status = CALLBACK_PENDING,
		.next_attempt_s = now_s,
		.claimed_s = -1,
		.acknowledged_s = -1 };
}

/* Whole seconds since 1970, or null (-1) where that may be. */
static bool
epoch_of(const struct json *j, const char *name, bool nullable, int64_t *ret)
{
	struct json v = json_get(j, name);

	*ret = -1;
	if (v.type == JSON_NULL)
		return nullable;
	return json_int(&v, name, 0, JSON_INT_MAX / 1000, ret, NULL) == 0;
}

static bool
stamp_of(const struct json *j, const char *name, int64_t *ret)
{
	struct json v = json_get(j, name);
	struct span s = json_inside(&v);
	int64_t ms;

	*ret = -1;
	if (v.type == JSON_NULL)
		return true;
	if (s.len == 0 || s.s[s.len - 1] != 'Z' ||
	    stamp_parse(s, &ms, NULL) == -1)
		return false;
	*ret = ms / 1000;
	return true;
}

int
callback_state_parse(
    const struct json *j, struct callback_state *ret, struct err *e)
{
	static const char what[] = "a state";
	struct callback_state s = { 0 };
	struct json attempts = json_get(j, "attempts");
	struct json result = json_get(j, "last_result");
	unsigned found = 0;

	if (json_count(j) != 7 ||
	    !span_is(json_word(j, "version"), CALLBACK_STATE_VERSION))
		return refuse(what, "version", e);
	if (!stamp_of(j, "acknowledged_at", &s.acknowledged_s))
		return refuse(what, "acknowledged_at", e);
	if (json_int(&attempts, "attempts", 0, JSON_INT_MAX - 1, &s.attempts,
		NULL) == -1)
		return refuse(what, "attempts", e);
	if (!epoch_of(j, "claimed_at", true, &s.claimed_s))
		return refuse(what, "claimed_at", e);
	if (!epoch_of(j, "next_attempt_at", false, &s.next_attempt_s))
		return refuse(what, "next_attempt_at", e);
	if (result.type != JSON_NULL &&
	    !word_find(&results, json_inside(&result), &found))
		return refuse(what, "last_result", e);
	s.last_result = (enum callback_result)found;
	if (!word_find(&statuses, json_word(j, "status"), &found))
		return refuse(what, "status", e);
	s.status = (enum callback_status)found;
	if (s.status == CALLBACK_DELIVERING && s.claimed_s == -1)
		return refuse(what, "claimed_at", e);
	*ret = s;
	return 0;
}

static void
member_or_null(struct buf *out, const char *name, int64_t n)
{
	static const struct json null = { JSON_NULL, "null", 4 };

	if (n == -1)
		json_member_json(out, name, &null);
	else
		json_member_int(out, name, n);
}

void
callback_state_print(const struct callback_state *s, struct buf *out)
{
	char stamp[CALLBACK_STAMP_MAX];

	buf_byte(out, '{');
	if (s->acknowledged_s == -1) {
		member_or_null(out, "acknowledged_at", -1);
	} else {
		callback_stamp(stamp, s->acknowledged_s);
		json_member_text(out, "acknowledged_at", span_of(stamp));
	}
	json_member_int(out, "attempts", s->attempts);
	member_or_null(out, "claimed_at", s->claimed_s);
	if (s->last_result == CALLBACK_NOTHING)
		member_or_null(out, "last_result", -1);
	else
		json_member_text(out, "last_result",
		    span_of(callback_result_name(s->last_result)));
	json_member_int(out, "next_attempt_at", s->next_attempt_s);
	json_member_text(
	    out, "status", span_of(callback_status_name(s->status)));
	json_member_text(out, "version", span_of(CALLBACK_STATE_VERSION));
	buf_text(out, "}\n");
}

int
callback_claim_parse(const struct json *j, struct span *ret, struct err *e)
{
	struct span attempt = json_word(j, "attempt");

	if (json_count(j) != 2 ||
	    !span_is(json_word(j, "version"), CALLBACK_CLAIM_VERSION))
		return refuse("a claim", "version", e);
	if (attempt.len == 0 || attempt.len >= ID_MAX)
		return refuse("a claim", "attempt", e);
	*ret = attempt;
	return 0;
}

void
callback_claim_print(struct span attempt, struct buf *out)
{
	buf_byte(out, '{');
	json_member_text(out, "attempt", attempt);
	json_member_text(out, "version", span_of(CALLBACK_CLAIM_VERSION));
	buf_text(out, "}\n");
}
