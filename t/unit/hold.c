/* quiet hours in a zone whose clocks change */

#include "unit.h"

#include "base/stamp.h"
#include "base/zone.h"
#include "engine/hold.h"

/* Central Europe, 2026: summer time from 29 March to 25 October, 01:00 UTC */
static int64_t changes_ms[] = { INT64_C(1774746000000),
	INT64_C(1792890000000) };
static int32_t offsets_s[] = { 7200, 3600 };
static const struct zone zone = { changes_ms, offsets_s, 2, 3600 };

static int64_t
at(const char *stamp)
{
	int64_t ms = 0;

	OK(stamp_parse(span_of(stamp), &ms, NULL) == 0);
	return ms;
}

static void
quiet(const char *title, const char *now, const char *until)
{
	struct policy p = { 0 };

	p.quiet = true;
	p.quiet_start_min = 22 * 60;
	p.quiet_end_min = 8 * 60;
	p.zone = &zone;
	unit_case("%s", title);
	SAME_INT(hold_quiet_until(&p, at(now)), until == NULL ? 0 : at(until));
}

static void
judges_the_latest(void)
{
	struct mute mutes[2] = { { .until_ms = 5000 }, { .until_ms = 9000 } };
	struct policy p = { .mutes = mutes, .n_mutes = 2 };
	struct delivery d = { .party = span_of("human:ann"),
		.priority = PRIORITY_ATTENTION };
	int64_t until_ms = 0;

	unit_case("the latest of several mutes is named");
	OK(hold_judge(&p, &d, 1000, &until_ms) == HOLD_MUTE);
	SAME_INT(until_ms, 9000);
	OK(hold_judge(&p, &d, 9000, &until_ms) == HOLD_NONE);
	unit_case("a recovery passes every mute");
	d.recovery = true;
	OK(hold_judge(&p, &d, 1000, &until_ms) == HOLD_NONE);
}

int
main(void)
{
	quiet("noon is not quiet", "2026-06-01T12:00:00+02:00", NULL);
	quiet("quiet from the first minute", "2026-06-01T22:00:00+02:00",
	    "2026-06-02T08:00:00+02:00");
	quiet("quiet after midnight", "2026-06-02T07:59:59+02:00",
	    "2026-06-02T08:00:00+02:00");
	quiet("over at the end's first minute", "2026-06-02T08:00:00+02:00",
	    NULL);
	quiet("the night the clocks go forward is shorter",
	    "2026-03-28T22:30:00+01:00", "2026-03-29T08:00:00+02:00");
	quiet("the night the clocks go back is longer",
	    "2026-10-24T23:00:00+02:00", "2026-10-25T08:00:00+01:00");
	judges_the_latest();
	return unit_end();
}
