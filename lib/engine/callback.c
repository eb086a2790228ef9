/* callback - when an event may be tried, and what a try makes of its state */

#include "engine/callback.h"

#include <string.h>

#include "engine/claim.h"

/* 2^10 * 300 s is far beyond the longest wait */
#define DOUBLINGS_MAX 10
/* the files' seconds are cut: a claim may look so much older than it is */
#define ROUNDED_MS 1000

static struct claim_limits
limits_of(const struct callback_rules *r)
{
	return (struct claim_limits){ .stale_ms = r->claim_s * 1000,
		.time_limit_ms = r->timeout_s * 1000,
		.kill_grace_ms = CALLBACK_GRACE_S * 1000 + ROUNDED_MS,
		.lock_wait_ms = r->lock_wait_s * 1000 };
}

/* A time that lies too far ahead was written before the clock was set back. */
static struct claim
claim_of(const struct callback_state *s)
{
	struct claim c = { .attempts = s->attempts,
		.begun_ms = s->claimed_s * 1000,
		.next_ms = s->next_attempt_s * 1000,
		.settled_ms = (s->next_attempt_s - CALLBACK_AHEAD_MAX_S) * 1000,
		.done = s->status == CALLBACK_ACKNOWLEDGED ||
		    s->status == CALLBACK_REJECTED };

	if (s->status == CALLBACK_DELIVERING)
		c.attempt[0] = '*';
	return c;
}

int64_t
callback_stale_s(const struct callback_rules *r)
{
	struct claim_limits l = limits_of(r);
	int64_t least = l.time_limit_ms + l.kill_grace_ms + l.lock_wait_ms;

	return (l.stale_ms > least ? l.stale_ms : least) / 1000;
}

bool
callback_is_due(const struct callback_state *s, const struct callback_rules *r,
    int64_t now_s)
{
	struct claim_limits l = limits_of(r);
	struct claim c = claim_of(s);

	return claim_is_due(&c, &l, now_s * 1000);
}

bool
callback_is_claimed(const struct callback_state *s,
    const struct callback_rules *r, int64_t now_s)
{
	return s->status == CALLBACK_DELIVERING &&
	    !callback_is_due(s, r, now_s);
}

int64_t
callback_due_s(const struct callback_state *s, const struct callback_rules *r,
    int64_t now_s)
{
	if (s->status == CALLBACK_ACKNOWLEDGED ||
	    s->status == CALLBACK_REJECTED)
		return 0;
	if (callback_is_due(s, r, now_s))
		return now_s;
	if (s->status == CALLBACK_DELIVERING)
		return s->claimed_s + callback_stale_s(r);
	return s->next_attempt_s;
}

void
callback_begin(
    struct callback_state *s, struct callback_try *ours, int64_t now_s)
{
	struct claim c = claim_of(s);

	claim_begin(&c, span_of(ours->id), now_s * 1000);
	ours->number = c.attempts;
	s->status = CALLBACK_DELIVERING;
	s->attempts = c.attempts;
	s->claimed_s = now_s;
}

static int64_t
backoff_s(int64_t attempts, const struct callback_rules *r, uint64_t chance)
{
	int64_t wait = r->base_s;
	int64_t i;

	for (i = 1; i < attempts && i <= DOUBLINGS_MAX; i++)
		wait *= 2;
	if (wait > r->max_s)
		wait = r->max_s;
	wait += (int64_t)(chance % (uint64_t)(wait / 5 + 1));
	return wait > r->max_s ? r->max_s : wait;
}

bool
callback_settle(struct callback_state *s, const struct callback_try *ours,
    struct span claimed_by, enum callback_result result, int64_t asked_s,
    const struct callback_rules *r, int64_t now_s)
{
	bool done = result == CALLBACK_ACK || result == CALLBACK_REJECT;
	int64_t next_s = now_s +
	    (asked_s >= 0 ? asked_s : backoff_s(s->attempts, r, ours->chance));
	struct claim c = claim_of(s);

	/* another's try, also one that leaves no id */
	if (s->status != CALLBACK_DELIVERING || s->attempts != ours->number ||
	    claimed_by.len >= sizeof(c.attempt))
		return false;
	(void)memcpy(c.attempt, claimed_by.s, claimed_by.len);
	c.attempt[claimed_by.len] = '\0';
	if (!claim_settle(
		&c, span_of(ours->id), now_s * 1000, done, next_s * 1000))
		return false;

	s->last_result = result;
	s->claimed_s = -1;
	s->status = result == CALLBACK_ACK ? CALLBACK_ACKNOWLEDGED :
	    done			   ? CALLBACK_REJECTED :
					     CALLBACK_PENDING;
	if (result == CALLBACK_ACK)
		s->acknowledged_s = now_s;
	if (!done)
		s->next_attempt_s = next_s;
	return true;
}

void
callback_retry(struct callback_state *s, int64_t now_s)
{
	s->status = CALLBACK_PENDING;
	s->last_result = CALLBACK_RETRY;
	s->claimed_s = -1;
	s->next_attempt_s = now_s;
}
