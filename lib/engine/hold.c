#include "engine/hold.h"

#include "base/glob.h"
#include "base/zone.h"

#define MINUTE_MS 60000
#define DAY_MIN 1440
#define DAY_MS (INT64_C(86400000))

static int64_t
offset_ms(const struct policy *p, int64_t at_ms)
{
	return p->zone == NULL ? 0 :
				 (int64_t)zone_offset_s(p->zone, at_ms) * 1000;
}

int64_t
hold_quiet_until(const struct policy *p, int64_t at_ms)
{
	int64_t local_ms, minute, wait_min, end_ms;

	if (!p->quiet || p->quiet_start_min == p->quiet_end_min)
		return 0;

	local_ms = at_ms + offset_ms(p, at_ms);
	minute = local_ms % DAY_MS / MINUTE_MS;
	if (p->quiet_start_min < p->quiet_end_min) {
		if (minute < p->quiet_start_min || minute >= p->quiet_end_min)
			return 0;
	} else if (minute < p->quiet_start_min && minute >= p->quiet_end_min)
		return 0;

	wait_min = (p->quiet_end_min - minute + DAY_MIN) % DAY_MIN;
	end_ms = local_ms - local_ms % MINUTE_MS + wait_min * MINUTE_MS;
	/* the offset that holds at the end: the clocks may change meanwhile */
	end_ms -= offset_ms(p, end_ms - offset_ms(p, at_ms));
	return end_ms > at_ms ? end_ms : at_ms + MINUTE_MS;
}

static bool
mute_holds(const struct mute *m, const struct delivery *d, int64_t at_ms)
{
	if (at_ms < m->from_ms || at_ms >= m->until_ms)
		return false;
	if (m->party.s != NULL && !span_equal(m->party, d->party))
		return false;
	if (m->subject.s != NULL && !glob_prefix(m->subject, d->subject))
		return false;
	return m->type.s == NULL || glob_match(m->type, d->type);
}

enum hold
hold_judge(const struct policy *p, const struct delivery *d, int64_t at_ms,
    int64_t *ret_until_ms)
{
	enum hold hold = HOLD_NONE;
	int64_t until_ms = 0;
	int64_t quiet_ms = 0;
	size_t i;

	for (i = 0; i < p->n_mutes && !d->recovery; i++) {
		if (mute_holds(&p->mutes[i], d, at_ms) &&
		    p->mutes[i].until_ms > until_ms) {
			hold = HOLD_MUTE;
			until_ms = p->mutes[i].until_ms;
		}
	}
	if (d->priority != PRIORITY_CRITICAL && span_begins(d->party, "human:"))
		quiet_ms = hold_quiet_until(p, at_ms);
	if (quiet_ms > until_ms) {
		hold = HOLD_QUIET;
		until_ms = quiet_ms;
	}

	if (hold != HOLD_NONE)
		*ret_until_ms = until_ms;
	return hold;
}
