#include "base/stamp.h"

#include "base/err.h"
#include "unit.h"

static void
parses(const char *s, int64_t want)
{
	int64_t got = 77;

	unit_case("parses %s", s);
	OK(stamp_parse(span_of(s), &got, NULL) == 0);
	SAME_INT(got, want);
}

static void
refuses(const char *s)
{
	int64_t got = 77;
	struct err e;

	unit_case("refuses '%s'", s);
	OK(stamp_parse(span_of(s), &got, &e) == -1);
	SAME_INT((int)e.status, STATUS_DATA);
	SAME_INT(got, 77);
}

static void
table(void)
{
	static const char *const bad[] = { "", "2026", "2026-11-30",
		"2026-11-30T16:00:00", "2026-11-30T16:00Z",
		"2026-11-30 16:00:00Z", "2026-11-30T16:00:00.Z",
		"2026-11-30T16:00:00.0000000001Z", "2026-11-30T16:00:00,5Z",
		"2026-11-30T24:00:00Z", "2026-11-30T16:60:00Z",
		"2026-11-30T16:00:61Z", "2026-11-31T16:00:00Z",
		"2026-02-29T16:00:00Z", "2100-02-29T00:00:00Z",
		"2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
		"2026-01-00T00:00:00Z", "2026-11-30T16:00:00+1:00",
		"2026-11-30T16:00:00+0100", "2026-11-30T16:00:00+01",
		"2026-11-30T16:00:00+24:00", "2026-11-30T16:00:00+01:60",
		"2026-11-30T16:00:00ZZ", " 2026-11-30T16:00:00Z",
		"2026-11-30T16:00:00Z ", "+2026-11-30T16:00:00Z",
		"26-11-30T16:00:00Z", "02026-11-30T16:00:00Z",
		"20 6-11-30T16:00:00Z", "2026-11-30T-6:00:00Z",
		"2026/11/30T16:00:00Z", "20261130T160000Z",
		/* not in the years that we know */
		"1969-12-31T23:59:59Z", "1970-01-01T00:00:00+00:01",
		"9999-12-31T23:59:59-00:01", "0000-01-01T00:00:00Z",
		/* a leap second comes at the end of a day in UTC */
		"2016-12-31T23:58:60Z", "2016-12-31T22:59:60Z" };
	size_t i;

	parses("1970-01-01T00:00:00Z", 0);
	parses("2026-11-30T16:00:00.000Z", 1796054400000);
	parses("2026-11-30t16:00:00z", 1796054400000);
	parses("2026-11-30T16:00:01.412Z", 1796054401412);
	parses("2026-11-30T16:00:01.4Z", 1796054401400);
	parses("2026-11-30T16:00:01.4129999Z", 1796054401412);
	parses("2026-11-30T16:00:01.123456789Z", 1796054401123);
	parses("2026-11-30T17:00:00+01:00", 1796054400000);
	parses("2026-11-30T21:30:00+05:30", 1796054400000);
	parses("2026-11-30T08:00:00-08:00", 1796054400000);
	parses("2026-11-30T16:00:00-00:00", 1796054400000);
	parses("1970-01-01T01:00:00+01:00", 0);
	parses("1969-12-31T23:00:00-01:00", 0);
	parses("2000-02-29T00:00:00Z", 951782400000);
	parses("2028-02-29T00:00:00Z", 1835395200000);
	parses("9999-12-31T23:59:59.999Z", 253402300799999);
	parses("2016-12-31T23:59:60Z", 1483228799000);
	parses("2016-12-31T15:59:60.5-08:00", 1483228799500);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		refuses(bad[i]);
}

/* A calendar that counts day by day. */
static void
every_day(void)
{
	static const int lengths[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31,
		30, 31 };
	int year, month, day, last;
	char want[64], got[STAMP_MAX];
	int64_t days = 0, ms;

	unit_case("prints and parses every day from 1970 to 9999");
	for (year = 1970; year <= 9999; year++) {
		bool leap =
		    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

		for (month = 1; month <= 12; month++) {
			last = lengths[month - 1] + (month == 2 && leap);
			for (day = 1; day <= last; day++, days++) {
				(void)snprintf(want, sizeof(want),
				    "%04d-%02d-%02dT23:59:58.007Z", year, month,
				    day);
				stamp_print(got, days * 86400000 + 86398007);
				if (!SAME_TEXT(span_of(got), want))
					return;
				if (!OK(stamp_parse(span_of(got), &ms, NULL) ==
					0) ||
				    !SAME_INT(ms, days * 86400000 + 86398007) ||
				    !SAME_INT(
					stamp_days(year, month, day), days))
					return;
			}
		}
	}
}

int
main(void)
{
	char got[STAMP_MAX];
	struct err e;
	int64_t ms;

	table();
	every_day();

	unit_case("prints no year that it could not parse");
	stamp_print(got, -1);
	SAME_TEXT(span_of(got), "1970-01-01T00:00:00.000Z");
	stamp_print(got, INT64_MAX);
	SAME_TEXT(span_of(got), "9999-12-31T23:59:59.999Z");

	unit_case("says what it refuses");
	OK(stamp_parse(span_of("now"), &ms, &e) == -1);
	SAME_TEXT(span_of(e.text), "not an RFC 3339 time: 'now'");
	return unit_end();
}
