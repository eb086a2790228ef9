#ifndef SGT_BASE_ZONE_H
#define SGT_BASE_ZONE_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct err;

/*
 * A time zone's changes of offset until the year 2100, read once from
 * /usr/share/zoneinfo (TZif) and handed to the pure engine.  Owns its tables;
 * zone_done releases.
 */
#define ZONE_LAST_YEAR 2100

struct zone {
	int64_t *at_ms;
	int32_t *offset_s;
	size_t n;
	int32_t first_offset_s;
};

/* name: an IANA name, checked against its grammar before it is a path. */
int zone_load(struct span name, struct zone *ret, struct err *e);
/* Seconds east of UTC at that moment.  Pure. */
int32_t zone_offset_s(const struct zone *z, int64_t at_ms);
void zone_done(struct zone *z);

/*
 * Add what the rule at the end of a TZif file says of the years after its
 * table ("CET-1CEST,M3.5.0,M10.5.0/3"); -1 where it cannot be read.  For
 * zone_load.
 */
int zone_rule(struct zone *z, struct span rule);

#endif
