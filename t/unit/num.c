#include "base/num.h"

#include "base/err.h"
#include "unit.h"

static void
takes(const char *s, int64_t min, int64_t max, int64_t want)
{
	int64_t got = 77;

	unit_case("takes the number %s", s);
	OK(num_parse(span_of(s), min, max, &got, NULL) == 0);
	SAME_INT(got, want);
}

static void
refuses(const char *s, int64_t min, int64_t max, const char *says)
{
	int64_t got = 77;
	struct err e;

	unit_case("refuses: %s", says);
	OK(num_parse(span_of(s), min, max, &got, &e) == -1);
	SAME_INT((int)e.status, STATUS_DATA);
	SAME_TEXT(span_of(e.text), says);
	SAME_INT(got, 77);
}

static void
numbers(void)
{
	struct span nul = { "1\0", 2 };
	int64_t n;

	takes("0", 0, 9, 0);
	takes("9", 0, 9, 9);
	takes("-5", -5, 9, -5);
	takes("9223372036854775807", INT64_MIN, INT64_MAX, INT64_MAX);
	takes("-9223372036854775808", INT64_MIN, INT64_MAX, INT64_MIN);
	refuses(NULL, 0, 9, "not a whole number: ''");
	refuses("", 0, 9, "not a whole number: ''");
	refuses("-", 0, 9, "not a whole number: '-'");
	refuses("+1", 0, 9, "not a whole number: '+1'");
	refuses(" 1", 0, 9, "not a whole number: ' 1'");
	refuses("1 ", 0, 9, "not a whole number: '1 '");
	refuses("01", 0, 9, "not a whole number: '01'");
	refuses("-0", 0, 9, "not a whole number: '-0'");
	refuses("-01", -9, 9, "not a whole number: '-01'");
	refuses("1.0", 0, 9, "not a whole number: '1.0'");
	refuses("1e3", 0, 9, "not a whole number: '1e3'");
	refuses("0x1", 0, 9, "not a whole number: '0x1'");
	refuses("\xd9\xa1", 0, 9, "not a whole number: '\xd9\xa1'");
	refuses("10", 0, 9, "not from 0 to 9: '10'");
	refuses("-1", 0, 9, "not from 0 to 9: '-1'");
	refuses("9223372036854775808", 0, INT64_MAX,
	    "not from 0 to 9223372036854775807: '9223372036854775808'");
	refuses("18446744073709551617", 0, 9,
	    "not from 0 to 9: '18446744073709551617'");
	refuses("-9223372036854775809", INT64_MIN, 0,
	    "not from -9223372036854775808 to 0: '-9223372036854775809'");
	unit_case("refuses a number and a NUL");
	OK(num_parse(nul, 0, 9, &n, NULL) == -1);
}

static void
durations(void)
{
	static const struct {
		const char *text;
		int64_t ms;
		/* as it is printed */
		const char *prints;
	} rows[] = {
		{ "0", 0, "0s" },
		{ "0s", 0, "0s" },
		{ "0d", 0, "0s" },
		{ "1s", 1000, "1s" },
		{ "90s", 90000, "90s" },
		{ "60s", 60000, "1m" },
		{ "15m", 900000, "15m" },
		{ "240s", 240000, "4m" },
		{ "1800s", 1800000, "30m" },
		{ "6h", 21600000, "6h" },
		{ "24h", 86400000, "1d" },
		{ "7d", 604800000, "7d" },
		{ "3650d", 315360000000, "3650d" },
		{ "315360000s", 315360000000, "3650d" },
	};
	static const char *const bad[] = { "", "s", "5", "1", "00", "-1s",
		"+1s", "01s", "1 s", " 1s", "1s ", "1.5h", "1h30m", "1ms", "1w",
		"1S", "1D", "-0s", "d1", "1y" };
	static const char *const large[] = { "3651d", "315360001s", "-1s",
		"9223372036854775807d" };
	char text[NUM_DURATION_MAX];
	struct err e;
	int64_t ms;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		unit_case("takes the duration %s", rows[i].text);
		ms = -1;
		OK(num_duration(span_of(rows[i].text), &ms, NULL) == 0);
		SAME_INT(ms, rows[i].ms);
		num_duration_print(text, ms);
		SAME_TEXT(span_of(text), rows[i].prints);
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		unit_case("refuses the duration '%s'", bad[i]);
		ms = 77;
		OK(num_duration(span_of(bad[i]), &ms, &e) == -1);
		SAME_INT((int)e.status, STATUS_DATA);
		SAME_INT(ms, 77);
	}
	for (i = 0; i < sizeof(large) / sizeof(large[0]); i++) {
		unit_case("says how long may be, to '%s'", large[i]);
		OK(num_duration(span_of(large[i]), &ms, &e) == -1);
		OK(span_begins(
		    span_of(e.text), "not a duration from 0s to 3650d: '"));
	}
	unit_case("prints seconds without what is below them");
	num_duration_print(text, 1999);
	SAME_TEXT(span_of(text), "1s");
	num_duration_print(text, 61500);
	SAME_TEXT(span_of(text), "61s");
}

/* Digits in pairs: each length, both parities, and what has no positive. */
static void
prints(void)
{
	static const struct {
		int64_t n;
		const char *text;
	} rows[] = { { 0, "0" }, { 7, "7" }, { 10, "10" }, { 99, "99" },
		{ 100, "100" }, { 101, "101" }, { 999, "999" },
		{ 1000, "1000" }, { 1796054401412, "1796054401412" },
		{ -1, "-1" }, { -10, "-10" }, { -100, "-100" },
		{ INT64_MAX, "9223372036854775807" },
		{ INT64_MIN, "-9223372036854775808" } };
	char digits[NUM_MAX];
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		unit_case("prints %s", rows[i].text);
		SAME_TEXT(num_print(digits, rows[i].n), rows[i].text);
	}
}

int
main(void)
{
	numbers();
	prints();
	durations();
	return unit_end();
}
