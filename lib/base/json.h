#ifndef SGT_BASE_JSON_H
#define SGT_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/text.h"

struct err;
struct pool;

/*
 * Strict JSON (RFC 8259) without a tree: json_scan checks a whole text once,
 * after that values are spans of it and reading them needs no check.  A span
 * dies with the text.  STYLE.md 2.7, DESIGN.md 4.
 */

/* One line of ours, and nesting of anything. */
#define JSON_LINE_MAX (1024 * 1024)
#define JSON_DEPTH_MAX 128
/* 2^53: integers beyond are refused where we read them as numbers. */
#define JSON_INT_MAX 9007199254740992

enum json_type {
	/* absent: the zero value */
	JSON_NONE,
	JSON_NULL,
	JSON_BOOL,
	JSON_NUMBER,
	JSON_TEXT,
	JSON_ARRAY,
	JSON_OBJECT
};

/* The exact text of one value, quotes and brackets included. */
struct json {
	enum json_type type;
	const char *s;
	size_t len;
};

/*
 * The only way in.  Refused: anything RFC 8259 does not allow, ill-formed
 * UTF-8, lone surrogates, more than one value, depth over JSON_DEPTH_MAX,
 * duplicate keys in one object, NUL bytes.  White space around the value
 * (CR too) is accepted.  e says what and at which byte.
 */
int json_scan(const char *s, size_t len, struct json *ret, struct err *e);

/* The same for what others wrote: duplicate keys are let through. */
int
json_scan_foreign(const char *s, size_t len, struct json *ret, struct err *e);

/*
 * The members of an object or the items of an array, in order:
 *	struct json_item it = { 0 };
 *	while (json_each(&j, &it)) ... it.key, it.value
 * key is the text between the quotes as written; key_escaped tells that
 * it holds a backslash (none of our own names does).
 */
struct json_item {
	struct span key;
	bool key_escaped;
	struct json value;
	const char *next;
};

bool json_each(const struct json *j, struct json_item *it);

/*
 * The member's value, of several in a foreign text the first; JSON_NONE where
 * j is no object or lacks it.
 */
struct json json_get(const struct json *j, const char *key);

/* No items, no members; true of what can have none. */
bool json_is_empty(const struct json *j);
/* How many items or members. */
size_t json_count(const struct json *j);

/*
 * A text, decoded: a span of the scanned buffer where it holds no escape,
 * else of p.  \u0000 is refused.  name is for the message.
 */
int json_text(const struct json *j, const char *name, struct pool *p,
    struct span *ret, struct err *e);
/* A member's key, decoded the same way. */
struct span json_key(const struct json_item *it, struct pool *p);
int json_int(const struct json *j, const char *name, int64_t min, int64_t max,
    int64_t *ret, struct err *e);
int json_bool(const struct json *j, const char *name, bool *ret, struct err *e);
/* The exact text of any value. */
struct span json_span(const struct json *j);
/*
 * What stands between a text's quotes, as written: the text itself where it
 * holds no escape (none of our words does).  Absent for what is no text.
 */
struct span json_inside(const struct json *j);
/* That of a member; absent where there is none. */
struct span json_word(const struct json *j, const char *key);
/* The same value, of p. */
struct json json_copy(const struct json *j, struct pool *p);

/* Append s as a JSON text with its quotes; ill-formed bytes as U+FFFD. */
void json_quote(struct buf *out, struct span s);
/*
 * Append ,"key": or, where the last byte is the '{' of an object just opened,
 * "key": alone.  The braces are the caller's.  A key is a word of ours that
 * needs no escape.  Inline: most keys are known when this is compiled.
 */
static inline void
json_member(struct buf *out, const char *key)
{
	size_t len = strlen(key);
	char *p = buf_room(out, len + 4);

	if (p == NULL)
		return;

	*p = ',';
	p += out->len == 0 || p[-1] != '{';
	*p++ = '"';
	memcpy(p, key, len);
	p += len;
	*p++ = '"';
	*p++ = ':';
	*p = '\0';
	out->len = (size_t)(p - out->s);
}

static inline void
json_member_text(struct buf *out, const char *key, struct span s)
{
	json_member(out, key);
	json_quote(out, s);
}

static inline void
json_member_int(struct buf *out, const char *key, int64_t n)
{
	json_member(out, key);
	buf_int(out, n);
}

static inline void
json_member_bool(struct buf *out, const char *key, bool b)
{
	json_member(out, key);
	buf_text(out, b ? "true" : "false");
}

/* A stamp in RFC 3339. */
void json_member_stamp(struct buf *out, const char *key, int64_t ms);
/* A value already in JSON, spliced; nothing where it is JSON_NONE. */
void json_member_json(struct buf *out, const char *key, const struct json *j);

#endif
