#ifndef SGT_BASE_NUM_H
#define SGT_BASE_NUM_H

#include <stdint.h>

#include "base/text.h"

struct err;

/*
 * Whole-text decimal integer within [min, max]; "+1", " 1", "01", "-0" are
 * refused.  The errors are status 65; on a command line the caller says 64.
 */
int
num_parse(struct span s, int64_t min, int64_t max, int64_t *ret, struct err *e);

/* In decimal digits; not NUL-terminated.  The span is of ret. */
#define NUM_MAX 20
struct span num_print(char ret[NUM_MAX], int64_t n);

/*
 * A duration N(s|m|h|d) in milliseconds, 0s to 3650d: issue "The spine", 3.
 * A bare 0 is accepted, any other number needs its unit.
 */
int num_duration(struct span s, int64_t *ret_ms, struct err *e);

/*
 * The shortest text that num_duration reads back: "6h", "90s", "0s".  What is
 * below a second is cut.
 */
#define NUM_DURATION_MAX 24
void num_duration_print(char ret[NUM_DURATION_MAX], int64_t ms);

#endif
