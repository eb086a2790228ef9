#ifndef SGT_TRANSPORT_PATTERN_H
#define SGT_TRANSPORT_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct buf;
struct err;

/*
 * A regular expression with named groups (PCRE2, UTF-8, anchored at both
 * ends unless it says otherwise), with a bound on backtracking.
 */
struct kind_pattern;

/* name is for the message.  pattern_free releases. */
int pattern_compile(struct span text, const char *name,
    struct kind_pattern **ret, struct err *e);
void pattern_free(struct kind_pattern *p);

/* Does all of s match?  Remembers the groups until the next call. */
bool pattern_matches(struct kind_pattern *p, struct span s);
/* Does any part of s match? */
bool pattern_finds(struct kind_pattern *p, struct span s);

/* A named group of the last match, a span of its s; absent where it took no
 * part. */
struct span pattern_group(const struct kind_pattern *p, struct span name);
/* The i-th named group; false when there are no more. */
bool pattern_each(const struct kind_pattern *p, size_t i, struct span *ret_name,
    struct span *ret_value);

#endif
