#include "base/num.h"

#include "base/err.h"

#define DAY_MS (24 * 60 * 60 * 1000LL)
#define DURATION_MAX_MS (3650 * DAY_MS)

/* As much of a foreign text as a message shows. */
static int
shown(struct span s)
{
	return s.len > 64 ? 64 : (int)s.len;
}

static int
refuse(struct span s, const char *what, struct err *e)
{
	return err_set(e, STATUS_DATA, "not %s: '%.*s'", what, shown(s),
	    s.s == NULL ? "" : s.s);
}

int
num_parse(struct span s, int64_t min, int64_t max, int64_t *ret, struct err *e)
{
	bool minus = s.len > 0 && s.s[0] == '-';
	size_t i = minus ? 1 : 0;
	int64_t n = 0;
	bool fits = true;

	if (s.len == i || (s.s[i] == '0' && s.len > 1))
		return refuse(s, "a whole number", e);

	for (; i < s.len; i++) {
		int digit = s.s[i] - '0';

		if (digit < 0 || digit > 9)
			return refuse(s, "a whole number", e);
		if (__builtin_mul_overflow(n, 10, &n) ||
		    __builtin_add_overflow(n, minus ? -digit : digit, &n))
			fits = false;
	}
	if (!fits || n < min || n > max)
		return err_set(e, STATUS_DATA, "not from %lld to %lld: '%.*s'",
		    (long long)min, (long long)max, shown(s), s.s);

	*ret = n;
	return 0;
}

/* Two digits at once: numbers are printed many times a line. */
struct span
num_print(char ret[NUM_MAX], int64_t n)
{
	static const char pairs[] =
	    "00010203040506070809101112131415161718192021222324"
	    "25262728293031323334353637383940414243444546474849"
	    "50515253545556575859606162636465666768697071727374"
	    "75767778798081828384858687888990919293949596979899";
	uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
	size_t at = NUM_MAX;

	for (; rest >= 100; rest /= 100) {
		at -= 2;
		memcpy(ret + at, pairs + rest % 100 * 2, 2);
	}
	if (rest >= 10) {
		at -= 2;
		memcpy(ret + at, pairs + rest * 2, 2);
	} else {
		ret[--at] = (char)('0' + rest);
	}
	if (n < 0)
		ret[--at] = '-';
	return (struct span){ ret + at, NUM_MAX - at };
}

static int64_t
unit_ms(char c)
{
	switch (c) {
	case 's':
		return 1000;
	case 'm':
		return 60 * 1000;
	case 'h':
		return 60 * 60 * 1000;
	case 'd':
		return DAY_MS;
	default:
		return 0;
	}
}

int
num_duration(struct span s, int64_t *ret_ms, struct err *e)
{
	struct span digits = s;
	int64_t n, unit;

	if (span_is(s, "0")) {
		*ret_ms = 0;
		return 0;
	}
	unit = s.len == 0 ? 0 : unit_ms(s.s[s.len - 1]);
	if (unit == 0)
		return refuse(s, "a duration like 90s, 15m, 6h or 7d", e);

	digits.len--;
	if (num_parse(digits, INT64_MIN, INT64_MAX, &n, NULL) == -1)
		return refuse(s, "a duration like 90s, 15m, 6h or 7d", e);
	if (n < 0 || n > DURATION_MAX_MS / unit)
		return refuse(s, "a duration from 0s to 3650d", e);

	*ret_ms = n * unit;
	return 0;
}

void
num_duration_print(char ret[NUM_DURATION_MAX], int64_t ms)
{
	static const char units[] = "dhms";
	size_t i;

	for (i = 0; i < sizeof(units) - 2; i++) {
		if (ms >= 1000 && ms % unit_ms(units[i]) == 0)
			break;
	}
	(void)snprintf(ret, NUM_DURATION_MAX, "%lld%c",
	    (long long)(ms / unit_ms(units[i])), units[i]);
}
