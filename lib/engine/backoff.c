#include "engine/backoff.h"

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
