#include "engine/claim.h"

#include <string.h>

/* How long a try is fresh: max(stale, time limit + kill grace + lock wait) */
static int64_t
stale_ms(const struct claim_limits *l)
{
	int64_t least;

	least = l->time_limit_ms + l->kill_grace_ms + l->lock_wait_ms;
	return l->stale_ms > least ? l->stale_ms : least;
}

/* Who waited for the lock knows an older time than who claimed meanwhile. */
static bool
is_ahead(int64_t then_ms, const struct claim_limits *l, int64_t now_ms)
{
	return then_ms - now_ms > l->lock_wait_ms;
}

bool
claim_is_due(
    const struct claim *c, const struct claim_limits *l, int64_t now_ms)
{
	if (c->done)
		return false;
	if (c->attempt[0] != '\0')
		return is_ahead(c->begun_ms, l, now_ms) ||
		    now_ms - c->begun_ms >= stale_ms(l);

	return c->settled_ms > now_ms || now_ms >= c->next_ms;
}

void
claim_begin(struct claim *c, struct span attempt, int64_t now_ms)
{
	size_t len;

	len = attempt.len < ID_MAX ? attempt.len : ID_MAX - 1;
	memcpy(c->attempt, attempt.s, len);
	c->attempt[len] = '\0';
	c->attempts++;
	c->begun_ms = now_ms;
}

bool
claim_settle(struct claim *c, struct span attempt, int64_t now_ms, bool done,
    int64_t next_ms)
{
	if (c->attempt[0] == '\0' || !span_is(attempt, c->attempt))
		return false;

	c->attempt[0] = '\0';
	c->settled_ms = now_ms;
	c->next_ms = next_ms;
	c->done = done;
	return true;
}
