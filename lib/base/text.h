#ifndef SGT_BASE_TEXT_H
#define SGT_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct buf;

/*
 * A span is a text that belongs to somebody else: it dies with the buffer
 * or the pool it points into.  s == NULL means absent, len 0 means empty.
 */
struct span {
	const char *s;
	size_t len;
};

/* The span of a C string; NULL gives the absent span. */
static inline struct span
span_of(const char *s)
{
	struct span ret = { s, s == NULL ? 0 : strlen(s) };

	return ret;
}

static inline bool
span_equal(struct span a, struct span b)
{
	if (a.s == NULL || b.s == NULL)
		return a.s == b.s;

	return a.len == b.len && memcmp(a.s, b.s, a.len) == 0;
}

static inline bool
span_is(struct span a, const char *s)
{
	return span_equal(a, span_of(s));
}

static inline bool
span_begins(struct span a, const char *prefix)
{
	size_t n = strlen(prefix);

	return a.s != NULL && a.len >= n && memcmp(a.s, prefix, n) == 0;
}

/* <0, 0, >0, by bytes; absent sorts before empty. */
int span_compare(struct span a, struct span b);
/* Without its first n bytes, which it has. */
struct span span_after(struct span s, size_t n);

/*
 * How many bytes the character at s takes, and its code point; 0 where no
 * well-formed one begins (no overlong form, no surrogate, none cut short).
 */
size_t text_char(const char *s, size_t len, uint32_t *ret);

/* Write a code point as UTF-8; returns how many bytes. */
size_t text_put(char s[4], uint32_t code);

/* True if all of it is well-formed UTF-8 (no overlong form, no surrogate). */
bool text_is_utf8(struct span s);
/* [a-z][a-z0-9_-]*, at most 64 bytes */
bool text_is_name(struct span s);

/* U+0000-001F and 007F-009F: CloudEvents forbids them in attributes. */
bool text_has_control(struct span s);

/*
 * For a terminal or a log: append s with control characters, escapes, bidi
 * overrides and ill-formed bytes replaced by '?' (tab and newline too).
 */
void text_clean(struct buf *out, struct span s);

/* The same where it stands; returns its new length, never more than len. */
size_t text_clean_here(char *s, size_t len);

/*
 * For a terminal: append a line of JSON, whose texts alone may hold them, with
 * DEL, C1 and what turns the direction escaped, so that it means the same.
 */
void text_escape_json(struct buf *out, struct span s);

#endif
