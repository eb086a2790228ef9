#include "base/zone.h"

#include "base/err.h"
#include "base/stamp.h"
#include "unit.h"

static int64_t
ms(const char *stamp)
{
	int64_t at = -1;

	OK(stamp_parse(span_of(stamp), &at, NULL) == 0);
	return at;
}

struct row {
	const char *name;
	const char *at;
	int32_t offset_s;
};

/* The days of change are those of the laws in force in 2026. */
static const struct row rows[] = {
	{ "UTC", "2026-11-30T16:00:00Z", 0 },
	{ "Etc/GMT+8", "2026-11-30T16:00:00Z", -8 * 3600 },
	{ "Europe/Berlin", "2026-03-29T00:59:59.999Z", 3600 },
	{ "Europe/Berlin", "2026-03-29T01:00:00Z", 7200 },
	{ "Europe/Berlin", "2026-10-25T00:59:59.999Z", 7200 },
	{ "Europe/Berlin", "2026-10-25T01:00:00Z", 3600 },
	{ "America/New_York", "2026-03-08T06:59:59Z", -18000 },
	{ "America/New_York", "2026-03-08T07:00:00Z", -14400 },
	{ "America/New_York", "2026-11-01T06:00:00Z", -18000 },
	{ "America/Argentina/Buenos_Aires", "2026-07-01T00:00:00Z", -10800 },
	{ "Asia/Kolkata", "2026-07-01T00:00:00Z", 19800 },
	{ "Asia/Kathmandu", "2026-07-01T00:00:00Z", 20700 },
	{ "Australia/Sydney", "2026-01-01T00:00:00Z", 39600 },
	{ "Australia/Sydney", "2026-07-01T00:00:00Z", 36000 },
	/* beyond the table, by the rule */
	{ "Europe/Berlin", "2050-03-27T00:59:59Z", 3600 },
	{ "Europe/Berlin", "2050-03-27T01:00:00Z", 7200 },
	{ "Europe/Berlin", "2099-12-31T00:00:00Z", 3600 },
	{ "Australia/Sydney", "2050-01-01T00:00:00Z", 39600 },
	/* the past has been otherwise */
	{ "Europe/Berlin", "1975-07-01T00:00:00Z", 3600 },
	{ "Europe/Moscow", "2012-01-01T00:00:00Z", 14400 },
	{ "Europe/Moscow", "2026-01-01T00:00:00Z", 10800 },
};

static void
loads(void)
{
	struct zone z = { 0 };
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		unit_case("%s at %s", rows[i].name, rows[i].at);
		if (!OK(zone_load(span_of(rows[i].name), &z, NULL) == 0))
			continue;
		SAME_INT(zone_offset_s(&z, ms(rows[i].at)), rows[i].offset_s);
		zone_done(&z);
	}
}

static void
refuses(void)
{
	static const char *const names[] = { "", "/etc/passwd",
		"../../../etc/passwd", "Europe/../Europe/Berlin", "Europe/",
		"Europe//Berlin", "/Europe/Berlin", "Europe", "Europe/Nowhere",
		"Europe/Berlin/More", "Europe/Ber lin", "zone.tab", "-x",
		"Europe/Ber\nlin", ".", "8ab" };
	struct zone z = { 0 };
	struct err e;
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		unit_case("refuses '%zu: %s'", i,
		    strchr(names[i], '\n') == NULL ? names[i] : "a newline");
		OK(zone_load(span_of(names[i]), &z, &e) == -1);
		SAME_INT((int)e.status, STATUS_CONFIG);
		OK(z.at_ms == NULL);
	}
	unit_case("names what it refuses");
	OK(zone_load(span_of("../x"), &z, &e) == -1);
	SAME_TEXT(span_of(e.text), "not a time zone: '../x'");
	OK(zone_load(span_of("Europe/Nowhere"), &z, &e) == -1);
	SAME_TEXT(span_of(e.text),
	    "no time zone '/usr/share/zoneinfo/Europe/Nowhere'");
}

/* name is the rule here; without a table before it */
static const struct row rules[] = {
	{ "CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 3600 },
	{ "CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 7200 },
	{ "CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 3600 },
	{ "EST5EDT,M3.2.0,M11.1.0", "2026-03-08T07:00:00Z", -14400 },
	{ "EST5EDT,M3.2.0,M11.1.0", "2026-11-01T05:59:59Z", -14400 },
	{ "EST5EDT,M3.2.0,M11.1.0", "2026-11-01T06:00:00Z", -18000 },
	{ "AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-01T00:00:00Z", 39600 },
	{ "AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-04-04T16:00:00Z", 36000 },
	{ "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-01-01T00:00:00Z",
	    39600 },
	{ "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-07-01T00:00:00Z",
	    37800 },
	/* J60 is the first of March in any year, 59 the 60th day */
	{ "AAA0BBB,J60/0,J300/0", "2028-02-29T23:59:59Z", 0 },
	{ "AAA0BBB,J60/0,J300/0", "2028-03-01T00:00:00Z", 3600 },
	{ "AAA0BBB,J60/0,J300/0", "2027-03-01T00:00:00Z", 3600 },
	{ "AAA0BBB,59/0,300/0", "2028-02-29T00:00:00Z", 3600 },
	{ "AAA0BBB,59/0,300/0", "2027-03-01T00:00:00Z", 3600 },
	{ "AAA0BBB,59/0,300/0", "2027-02-28T23:59:59Z", 0 },
	/* Nuuk: the day before, at 22:00 */
	{ "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7200 },
	{ "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3600 },
	/* summer all year: RFC 8536 3.3.1 */
	{ "XXX3EDT4,0/0,J365/23", "2026-01-01T12:00:00Z", -14400 },
	{ "XXX3EDT4,0/0,J365/23", "2026-12-31T23:59:59Z", -14400 },
};

static void
follows_rules(void)
{
	static const char *const bad[] = { "", "CET", "C-1", "-1", "CET-",
		"CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,M10.5.0/",
		"CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
		"CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0 ",
		"CET-1CEST,J0,J5", "CET-1CEST,J366,J5", "<+1030-10:30",
		"CET-1CEST,366,5", "CET-1CEST,M0.5.0,M10.5.0", "CET168",
		"CET-1CEST,M3.0.0,M10.5.0", "CET-99999999999999999999" };
	struct zone z = { 0 };
	size_t i;

	for (i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		unit_case("%s at %s", rules[i].name, rules[i].at);
		OK(zone_rule(&z, span_of(rules[i].name)) == 0);
		SAME_INT(zone_offset_s(&z, ms(rules[i].at)), rules[i].offset_s);
		zone_done(&z);
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		unit_case("refuses the rule '%s'", bad[i]);
		OK(zone_rule(&z, span_of(bad[i])) == -1);
		SAME_INT((int64_t)z.n, 0);
		zone_done(&z);
	}
	unit_case("adds nothing for a rule without summer");
	OK(zone_rule(&z, span_of("<+0545>-5:45")) == 0);
	SAME_INT((int64_t)z.n, 0);
	zone_done(&z);
}

int
main(void)
{
	struct zone z = { 0 };

	loads();
	refuses();
	follows_rules();

	unit_case("a zone of zeros is UTC");
	SAME_INT(zone_offset_s(&z, 0), 0);
	return unit_end();
}
