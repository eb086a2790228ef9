#include "base/stamp.h"

#include "base/err.h"

#define SECOND_MS 1000
#define DAY_S 86400
/* 9999-12-31T23:59:59.999Z */
#define STAMP_MS_MAX 253402300799999

/* Years begin in March here, and an era is 400 of them. */
int64_t
stamp_days(int64_t year, int64_t month, int64_t day)
{
	int64_t y = month <= 2 ? year - 1 : year;
	int64_t era = y / 400;
	int64_t of_era = y - era * 400;
	int64_t of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;

	return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 +
	    of_year - 719468;
}

static void
date_of(int64_t days, int *ret_year, int *ret_month, int *ret_day)
{
	int64_t z = days + 719468;
	int64_t era = z / 146097;
	int64_t day = z - era * 146097;
	int64_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
	int64_t of_year = day - (365 * year + year / 4 - year / 100);
	int64_t month = (5 * of_year + 2) / 153;

	*ret_day = (int)(of_year - (153 * month + 2) / 5 + 1);
	*ret_month = (int)(month < 10 ? month + 3 : month - 9);
	*ret_year = (int)(year + era * 400 + (*ret_month <= 2));
}

static char *
put(char *p, int n, int digits)
{
	int i;

	for (i = digits - 1; i >= 0; i--) {
		p[i] = (char)('0' + n % 10);
		n /= 10;
	}
	return p + digits;
}

void
stamp_print(char ret[STAMP_MAX], int64_t ms)
{
	int year, month, day, of_day;
	char *p = ret;

	if (ms < 0)
		ms = 0;
	if (ms > STAMP_MS_MAX)
		ms = STAMP_MS_MAX;
	date_of(ms / SECOND_MS / DAY_S, &year, &month, &day);
	of_day = (int)(ms / SECOND_MS % DAY_S);
	p = put(p, year, 4);
	*p++ = '-';
	p = put(p, month, 2);
	*p++ = '-';
	p = put(p, day, 2);
	*p++ = 'T';
	p = put(p, of_day / 3600, 2);
	*p++ = ':';
	p = put(p, of_day / 60 % 60, 2);
	*p++ = ':';
	p = put(p, of_day % 60, 2);
	*p++ = '.';
	p = put(p, (int)(ms % SECOND_MS), 3);
	*p++ = 'Z';
	*p = '\0';
}

/* Read n digits off the front of s; -1 where they are not there. */
static int
take(struct span *s, size_t n)
{
	int value = 0;
	size_t i;

	if (s->len < n)
		return -1;

	for (i = 0; i < n; i++) {
		if (s->s[i] < '0' || s->s[i] > '9')
			return -1;
		value = value * 10 + (s->s[i] - '0');
	}
	s->s += n;
	s->len -= n;
	return value;
}

/* One of two bytes off the front of s. */
static bool
take_byte(struct span *s, char a, char b)
{
	if (s->len == 0 || (s->s[0] != a && s->s[0] != b))
		return false;

	s->s++;
	s->len--;
	return true;
}

static bool
take_date(struct span *s, int64_t *ret_days)
{
	static const int lengths[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31,
		30, 31 };
	int year, month, day, last;

	year = take(s, 4);
	if (year < 0 || !take_byte(s, '-', '-'))
		return false;
	month = take(s, 2);
	if (month < 1 || month > 12 || !take_byte(s, '-', '-'))
		return false;
	day = take(s, 2);
	last = lengths[month - 1];
	if (month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0))
		last++;
	if (day < 1 || day > last)
		return false;

	*ret_days = stamp_days(year, month, day);
	return true;
}

/* HH:MM:SS; a second 60 is told and counted as 59. */
static bool
take_time(struct span *s, int64_t *ret_s, bool *ret_leap)
{
	int hour, minute, second;

	hour = take(s, 2);
	if (hour < 0 || hour > 23 || !take_byte(s, ':', ':'))
		return false;
	minute = take(s, 2);
	if (minute < 0 || minute > 59 || !take_byte(s, ':', ':'))
		return false;
	second = take(s, 2);
	if (second < 0 || second > 60)
		return false;

	*ret_leap = second == 60;
	*ret_s = hour * 3600 + minute * 60 + second - *ret_leap;
	return true;
}

static bool
take_fraction(struct span *s, int64_t *ret_ms)
{
	int64_t ms = 0;
	int unit = 100, digits = 0;

	while (s->len > 0 && s->s[0] >= '0' && s->s[0] <= '9') {
		ms += (s->s[0] - '0') * unit;
		unit /= 10;
		digits++;
		s->s++;
		s->len--;
	}
	*ret_ms = ms;
	return digits >= 1 && digits <= 9;
}

static bool
take_offset(struct span *s, int64_t *ret_s)
{
	int sign, hour, minute;

	*ret_s = 0;
	if (take_byte(s, 'Z', 'z'))
		return true;
	if (s->len == 0)
		return false;

	sign = s->s[0] == '-' ? -1 : 1;
	if (!take_byte(s, '+', '-'))
		return false;
	hour = take(s, 2);
	if (hour < 0 || hour > 23 || !take_byte(s, ':', ':'))
		return false;
	minute = take(s, 2);
	if (minute < 0 || minute > 59)
		return false;

	*ret_s = sign * (hour * 3600 + minute * 60);
	return true;
}

int
stamp_parse(struct span s, int64_t *ret_ms, struct err *e)
{
	int64_t days = 0, of_day = 0, ms = 0, offset = 0, utc;
	struct span in = s;
	bool leap = false;

	if (!take_date(&s, &days) || !take_byte(&s, 'T', 't') ||
	    !take_time(&s, &of_day, &leap) ||
	    (take_byte(&s, '.', '.') && !take_fraction(&s, &ms)) ||
	    !take_offset(&s, &offset) || s.len != 0)
		return err_set(e, STATUS_DATA, "not an RFC 3339 time: '%.*s'",
		    in.len > 64 ? 64 : (int)in.len, in.s == NULL ? "" : in.s);

	utc = days * DAY_S + of_day - offset;
	if (utc < 0 || utc > STAMP_MS_MAX / SECOND_MS)
		return err_set(e, STATUS_DATA,
		    "not in the years 1970 to 9999: '%.*s'", (int)in.len, in.s);
	if (leap && utc % DAY_S != DAY_S - 1)
		return err_set(e, STATUS_DATA, "no leap second there: '%.*s'",
		    (int)in.len, in.s);

	*ret_ms = utc * SECOND_MS + ms;
	return 0;
}
