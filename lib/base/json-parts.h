#ifndef SGT_BASE_JSON_PARTS_H
#define SGT_BASE_JSON_PARTS_H

#include <stddef.h>

#include "base/json.h"
#include "base/text.h"

/* What the files of json share among themselves alone. */

/*
 * How many bytes the escape takes that begins with the backslash at s; 0
 * where it is none.  A high surrogate takes the low one with it, without one
 * it is no escape.
 */
size_t json_escape_len(const char *s, const char *end);

/*
 * Write what stands between two quotes, already checked, without its escapes;
 * `to` has room for raw.len bytes.  Returns how many it wrote.
 */
size_t json_unescape(char *to, struct span raw);

/* The value from begin to end, already checked. */
struct json json_value(const char *begin, const char *end);

#endif
