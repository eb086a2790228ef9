#ifndef SGT_T_LINE_H
#define SGT_T_LINE_H

#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/pool.h"
#include "unit.h"

/* A text of the test as a scanned value; what does not scan fails the case. */
static inline struct json
scanned(const char *s)
{
	struct json j = { 0 };
	struct err e = { 0 };

	if (!OK(json_scan(s, strlen(s), &j, &e) == 0))
		SAME_TEXT(span_of(e.text), "");
	return j;
}

/* One line that is refused, and why. */
struct refusal {
	const char *line;
	const char *why;
};

#endif
