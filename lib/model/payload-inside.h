#ifndef SGT_MODEL_PAYLOAD_INSIDE_H
#define SGT_MODEL_PAYLOAD_INSIDE_H

#include <stdbool.h>

#include "base/text.h"

struct buf;

/* What the files of payload share. */

static inline bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static inline bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* of a folded text: it has no capitals */
static inline bool
is_word(char c)
{
	return (c >= 'a' && c <= 'z') || is_digit(c) || c == '_' ||
	    (c & '\x80') != 0;
}

static inline bool
is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

/*
 * s, which is UTF-8, with ASCII's small letters, the long s and the Kelvin sign
 * among them, and its blank for every other.
 */
void payload_fold(struct buf *out, struct span s);

#endif
