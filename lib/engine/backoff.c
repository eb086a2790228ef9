#include "engine/backoff.h"

#include <stdbool.h>

int64_t
backoff_ms(int64_t n)
{
	int64_t ms = BACKOFF_FIRST_MS;

	if (n <= 0)
		return 0;

	for (; n > 1 && ms < BACKOFF_MAX_MS; n--)
		ms *= 2;
	return ms < BACKOFF_MAX_MS ? ms : BACKOFF_MAX_MS;
}

int64_t
backoff_until(int64_t asked_ms, int64_t now_ms)
{
	return asked_ms > now_ms + BACKOFF_ASKED_MAX_MS ?
	    now_ms + BACKOFF_ASKED_MAX_MS :
	    asked_ms;
}

struct backoff_rest
backoff_rest(const struct backoff_rest *was, int64_t until_ms, int64_t now_ms)
{
	struct backoff_rest r = { until_ms, 0 };

	/* further off than any may be: the clock was set back */
	bool holds = was->until_ms > now_ms &&
	    backoff_until(was->until_ms, now_ms) == was->until_ms;

	if (holds && was->until_ms >= until_ms)
		return *was;
	if (until_ms > 0)
		return r;
	r.wait_ms = BACKOFF_THROTTLE_MS;
	if (was->wait_ms > 0 && was->until_ms <= now_ms &&
	    now_ms - was->until_ms < was->wait_ms)
		r.wait_ms = was->wait_ms * 2;
	if (r.wait_ms > BACKOFF_ASKED_MAX_MS)
		r.wait_ms = BACKOFF_ASKED_MAX_MS;
	r.until_ms = now_ms + r.wait_ms;
	return r;
}
