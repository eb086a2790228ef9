#ifndef SGT_BASE_STAMP_H
#define SGT_BASE_STAMP_H

#include <stdint.h>

#include "base/text.h"

struct err;

/*
 * Points in time: milliseconds since 1970 in memory, RFC 3339 in UTC with
 * milliseconds on the wire.  Pure: civil calendar arithmetic, no libc time.
 */
#define STAMP_MAX 32

/* "2026-11-30T16:00:00.000Z"; held to the years 1970 to 9999. */
void stamp_print(char ret[STAMP_MAX], int64_t ms);

/* Days since 1970-01-01 of a day in the Gregorian calendar. */
int64_t stamp_days(int64_t year, int64_t month, int64_t day);

/*
 * RFC 3339: any offset, fraction of 1 to 9 digits (cut to milliseconds),
 * 't' and 'z' accepted, a leap second counts as :59.  Years 1970 to 9999.
 */
int stamp_parse(struct span s, int64_t *ret_ms, struct err *e);

#endif
