#include "base/mem.h"
#include "base/stamp.h"
#include "base/zone.h"

/*
 * POSIX TZ with the extension of RFC 8536 3.3.1:
 *	std offset [dst [offset] , date [/time] , date [/time]]
 */

#define DAY_S 86400

/* A day of each year, and the second of it, by the clock before. */
struct change {
	/* 'M' month, week, day; 'J' day of 365; 0 day of 366 from 0 */
	char form;
	int month;
	int week;
	int day;
	int32_t at_s;
};

struct rule {
	int32_t standard_s;
	int32_t summer_s;
	bool has_summer;
	struct change begin;
	struct change end;
};

static bool
take_byte(struct span *s, char c)
{
	if (s->len == 0 || s->s[0] != c)
		return false;

	s->s++;
	s->len--;
	return true;
}

static bool
take_int(struct span *s, int max, int *ret)
{
	int n = 0;
	size_t i;

	for (i = 0; i < s->len && s->s[i] >= '0' && s->s[i] <= '9'; i++) {
		n = n * 10 + (s->s[i] - '0');
		if (n > max)
			return false;
	}
	s->s += i;
	s->len -= i;
	*ret = n;
	return i > 0;
}

/* Three letters or more, or anything in <>. */
static bool
take_name(struct span *s)
{
	bool quoted = take_byte(s, '<');
	size_t i;

	for (i = 0; i < s->len; i++) {
		char c = s->s[i];
		bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');

		if (quoted ? c == '>' : !letter)
			break;
	}
	s->s += i;
	s->len -= i;
	return i >= 3 && (!quoted || take_byte(s, '>'));
}

/* [+-]hh[:mm[:ss]] */
static bool
take_time(struct span *s, int32_t *ret_s)
{
	int sign = 1, hour, minute = 0, second = 0;

	if (take_byte(s, '-'))
		sign = -1;
	else
		(void)take_byte(s, '+');
	if (!take_int(s, 167, &hour))
		return false;
	if (take_byte(s, ':') && !take_int(s, 59, &minute))
		return false;
	if (take_byte(s, ':') && !take_int(s, 59, &second))
		return false;

	*ret_s = sign * (hour * 3600 + minute * 60 + second);
	return true;
}

static bool
take_change(struct span *s, struct change *ret)
{
	ret->form = 0;
	if (!take_byte(s, ','))
		return false;

	if (take_byte(s, 'M')) {
		ret->form = 'M';
		if (!take_int(s, 12, &ret->month) || !take_byte(s, '.') ||
		    !take_int(s, 5, &ret->week) || !take_byte(s, '.') ||
		    !take_int(s, 6, &ret->day) || ret->month < 1 ||
		    ret->week < 1)
			return false;
	} else {
		if (take_byte(s, 'J'))
			ret->form = 'J';
		if (!take_int(s, 365, &ret->day) ||
		    (ret->form == 'J' && ret->day < 1))
			return false;
	}
	ret->at_s = 2 * 3600;
	return !take_byte(s, '/') || take_time(s, &ret->at_s);
}

static bool
take_rule(struct span s, struct rule *ret)
{
	int32_t west;

	if (!take_name(&s) || !take_time(&s, &west))
		return false;

	ret->standard_s = -west;
	ret->has_summer = s.len > 0;
	if (!ret->has_summer)
		return true;

	if (!take_name(&s))
		return false;
	ret->summer_s = ret->standard_s + 3600;
	if (s.len > 0 && s.s[0] != ',') {
		if (!take_time(&s, &west))
			return false;
		ret->summer_s = -west;
	}
	return take_change(&s, &ret->begin) && take_change(&s, &ret->end) &&
	    s.len == 0;
}

/* Days since 1970 of the change in that year. */
static int64_t
day_of(const struct change *c, int64_t year)
{
	int64_t first = stamp_days(year, 1, 1), next;
	bool leap = stamp_days(year, 3, 1) - first == 60;

	if (c->form == 0)
		return first + c->day;
	if (c->form == 'J')
		return first + c->day - (leap && c->day >= 60 ? 0 : 1);

	first = stamp_days(year, c->month, 1);
	next = c->month == 12 ? stamp_days(year + 1, 1, 1) :
				stamp_days(year, c->month + 1, 1);
	/* 1970-01-01 was a Thursday, 4 */
	first += (c->day - (first + 4) % 7 + 7) % 7 + (c->week - 1) * 7;
	return first < next ? first : first - 7;
}

static int64_t
moment(const struct change *c, int64_t year, int32_t offset_before_s)
{
	return (day_of(c, year) * DAY_S + c->at_s - offset_before_s) * 1000;
}

static void
add(struct zone *z, size_t *cap, int64_t at_ms, int32_t offset_s)
{
	size_t cap_offset = *cap;

	if (z->n > 0 && at_ms < z->at_ms[z->n - 1])
		return;
	if (z->n > 0 && at_ms == z->at_ms[z->n - 1]) {
		/* summer all year: each ends as the next begins */
		z->offset_s[z->n - 1] = offset_s;
		return;
	}

	z->offset_s =
	    mem_grow(z->offset_s, &cap_offset, z->n + 1, sizeof(*z->offset_s));
	z->at_ms = mem_grow(z->at_ms, cap, z->n + 1, sizeof(*z->at_ms));
	z->at_ms[z->n] = at_ms;
	z->offset_s[z->n] = offset_s;
	z->n++;
}

int
zone_rule(struct zone *z, struct span rule)
{
	size_t cap = z->n;
	struct rule r;
	int64_t year;

	if (!take_rule(rule, &r))
		return -1;
	if (!r.has_summer)
		return 0;

	for (year = 1970; year <= ZONE_LAST_YEAR; year++) {
		int64_t begin = moment(&r.begin, year, r.standard_s);
		int64_t end = moment(&r.end, year, r.summer_s);

		if (begin < end) {
			add(z, &cap, begin, r.summer_s);
			add(z, &cap, end, r.standard_s);
		} else {
			add(z, &cap, end, r.standard_s);
			add(z, &cap, begin, r.summer_s);
		}
	}
	return 0;
}
