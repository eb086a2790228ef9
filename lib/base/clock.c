#include "base/clock.h"

#include <errno.h>
#include <unistd.h>

#include "base/err.h"
#include "base/num.h"
#include "base/stamp.h"

/* 1: SGT_NOW says so; 0: it says nothing; -1: it cannot be read. */
static int
fixed(int64_t *ret_ms)
{
	const char *now = getenv("SGT_NOW");

	if (now == NULL || now[0] == '\0')
		return 0;
	if (num_parse(span_of(now), 0, INT64_MAX, ret_ms, NULL) == 0 ||
	    stamp_parse(span_of(now), ret_ms, NULL) == 0)
		return 1;

	return -1;
}

int
clock_check(struct err *e)
{
	int64_t ms;

	if (fixed(&ms) == -1)
		return err_set(e, STATUS_CONFIG,
		    "SGT_NOW is neither RFC 3339 nor milliseconds: '%.64s'",
		    getenv("SGT_NOW"));

	return 0;
}

static int64_t
read_ms(clockid_t id)
{
	struct timespec t = { 0, 0 };

	(void)clock_gettime(id, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t
clock_now_ms(void)
{
	int64_t ms;

	switch (fixed(&ms)) {
	case 0:
		return read_ms(CLOCK_REALTIME);
	case 1:
		return ms;
	default:
		/* a wrong time would be acted on: better none */
		_exit(STATUS_CONFIG);
	}
}

int64_t
clock_mono_ms(void)
{
	return read_ms(CLOCK_MONOTONIC);
}

int64_t
clock_cpu_ms(pid_t pid)
{
	clockid_t id;

	return clock_getcpuclockid(pid, &id) == 0 ? read_ms(id) : -1;
}

int
clock_wait_until(int64_t deadline_ms)
{
	struct timespec t;

	if (deadline_ms < 0)
		deadline_ms = 0;
	t.tv_sec = (time_t)(deadline_ms / 1000);
	t.tv_nsec = (long)(deadline_ms % 1000) * 1000000;
	if (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
		return -1;

	return 0;
}
