#include "base/json.h"

#include "base/err.h"
#include "base/json-block.h"
#include "base/json-parts.h"
#include "base/num.h"
#include "base/octets.h"
#include "base/pool.h"

/*
 * All of this reads what json_scan has let through, and checks nothing again.
 */

struct json
json_value(const char *begin, const char *end)
{
	struct json ret = { JSON_NUMBER, begin, (size_t)(end - begin) };

	switch (*begin) {
	case '{':
		ret.type = JSON_OBJECT;
		break;
	case '[':
		ret.type = JSON_ARRAY;
		break;
	case '"':
		ret.type = JSON_TEXT;
		break;
	case 't':
	case 'f':
		ret.type = JSON_BOOL;
		break;
	case 'n':
		ret.type = JSON_NULL;
		break;
	default:
		break;
	}
	return ret;
}

static inline const char *
skip_space(const char *p, const char *end)
{
	while (p < end && (unsigned char)*p <= ' ')
		p++;
	return p;
}

/* From the first byte of a text to its closing quote. */
static inline const char *
skip_text(const char *p, const char *end, bool *ret_escaped)
{
	for (;;) {
		/* most are over within the first bytes */
		if (end - p >= 16) {
			p = json_block_text(p);
			if (*p == '"')
				return p;
		}
		while (end - p >= 8) {
			uint64_t x = octets_load(p);
			uint64_t mask =
			    octets_find(x, '"') | octets_find(x, '\\');

			if (mask != 0) {
				p += octets_first(mask);
				break;
			}
			p += 8;
		}
		while (p < end && *p != '"' && *p != '\\')
			p++;
		if (p >= end || *p == '"')
			return p;

		*ret_escaped = true;
		p += 2;
	}
}

/* Where we are in nested values: how deep, and inside a text? */
struct place {
	size_t depth;
	bool inside;
};

/* Byte by byte to stop, or to behind the bracket that ends it all. */
static const char *
walk(const char *p, const char *stop, struct place *at)
{
	while (p < stop && at->depth > 0) {
		if (*p == '"')
			at->inside = !at->inside;
		else if (*p == '\\')
			p++;
		else if (!at->inside && (*p | 0x20) == '{')
			at->depth++;
		else if (!at->inside && (*p | 0x20) == '}')
			at->depth--;
		p++;
	}
	return p;
}

/*
 * Eight bytes at once, without a branch for each text: a byte is inside one
 * where the quotes up to it are odd.  A bracket and a brace differ in 0x20.
 */
static const char *
skip_nested(const char *p, const char *end)
{
	struct place at;
	struct json_block b = { .depth = 1 };
	const char *last;

	p++;
	while (json_block_read(&b, p, end)) {
		last = json_block_end(&b, p);
		if (last != NULL)
			return last;
		p += JSON_BLOCK;
	}
	at = (struct place){ b.depth, b.in_text != 0 };
	while (at.depth > 0 && end - p >= 8) {
		uint64_t x = octets_load(p), y = x | OCTETS_LOW * 0x20;
		uint64_t inside = octets_is(x, '"') * OCTETS_LOW & OCTETS_LOW;
		uint64_t opened, closed;

		if (at.inside)
			inside ^= OCTETS_LOW;
		opened = octets_is(y, '{') & ~inside;
		closed = octets_is(y, '}') & ~inside;
		if (octets_find(x, '\\') != 0 ||
		    octets_count(closed) >= at.depth) {
			p = walk(p, p + 8, &at);
			continue;
		}
		at.depth += octets_count(opened) - octets_count(closed);
		at.inside = inside >> 56 != 0;
		p += 8;
	}
	return walk(p, end, &at);
}

static const char *
skip_value(const char *p, const char *end)
{
	bool escaped;

	switch (*p) {
	case '"':
		return skip_text(p + 1, end, &escaped) + 1;
	case '{':
	case '[':
		return skip_nested(p, end);
	default:
		while (p < end && *p != ',' && (*p | 0x20) != '}' &&
		    (unsigned char)*p > ' ')
			p++;
		return p;
	}
}

bool
json_each(const struct json *j, struct json_item *it)
{
	const char *p = it->next, *end = j->s + j->len;
	const char *begin;

	if (j->type != JSON_OBJECT && j->type != JSON_ARRAY)
		return false;

	p = skip_space(p == NULL ? j->s + 1 : p, end);
	if (*p == ',')
		p = skip_space(p + 1, end);
	if ((*p | 0x20) == '}') {
		it->next = p;
		return false;
	}
	if (j->type == JSON_OBJECT) {
		it->key_escaped = false;
		begin = p + 1;
		p = skip_text(begin, end, &it->key_escaped);
		it->key.s = begin;
		it->key.len = (size_t)(p - begin);
		p = skip_space(p + 1, end);
		p = skip_space(p + 1, end);
	}
	begin = p;
	p = skip_value(p, end);
	it->value = json_value(begin, p);
	it->next = p;
	return true;
}

static bool
is_key(const struct json_item *it, const char *key, size_t len)
{
	struct pool p = { 0 };
	bool is;

	if (!it->key_escaped)
		return it->key.len == len && memcmp(it->key.s, key, len) == 0;

	is = span_is(json_key(it, &p), key);
	pool_done(&p);
	return is;
}

struct json
json_get(const struct json *j, const char *key)
{
	struct json none = { JSON_NONE, NULL, 0 };
	struct json_item it = { 0 };
	size_t len = strlen(key);

	if (j->type != JSON_OBJECT)
		return none;

	while (json_each(j, &it)) {
		if (is_key(&it, key, len))
			return it.value;
	}
	return none;
}

bool
json_is_empty(const struct json *j)
{
	if (j->type != JSON_OBJECT && j->type != JSON_ARRAY)
		return true;
	return (*skip_space(j->s + 1, j->s + j->len) | 0x20) == '}';
}

size_t
json_count(const struct json *j)
{
	struct json_item it = { 0 };
	size_t n = 0;

	while (json_each(j, &it))
		n++;
	return n;
}

static struct span
unescape(struct span raw, struct pool *p)
{
	struct span ret;
	char *to = pool_new(p, raw.len + 1);

	ret.len = json_unescape(to, raw);
	ret.s = to;
	return ret;
}

struct span
json_key(const struct json_item *it, struct pool *p)
{
	return it->key_escaped ? unescape(it->key, p) : it->key;
}

struct span
json_span(const struct json *j)
{
	struct span ret = { j->s, j->len };

	return ret;
}

struct span
json_inside(const struct json *j)
{
	struct span ret = { NULL, 0 };

	if (j->type == JSON_TEXT) {
		ret.s = j->s + 1;
		ret.len = j->len - 2;
	}
	return ret;
}

struct span
json_word(const struct json *j, const char *key)
{
	struct json v = json_get(j, key);

	return json_inside(&v);
}

struct json
json_copy(const struct json *j, struct pool *p)
{
	struct json copy = *j;

	if (j->s != NULL)
		copy.s = pool_copy(p, json_span(j)).s;
	return copy;
}

static int
refuse(const struct json *j, const char *name, const char *what, struct err *e)
{
	if (j->type == JSON_NONE)
		return err_set(e, STATUS_DATA, "no '%s'", name);

	return err_set(e, STATUS_DATA, "not %s: '%s'", what, name);
}

int
json_text(const struct json *j, const char *name, struct pool *p,
    struct span *ret, struct err *e)
{
	struct span s;

	if (j->type != JSON_TEXT)
		return refuse(j, name, "a text", e);

	s.s = j->s + 1;
	s.len = j->len - 2;
	if (memchr(s.s, '\\', s.len) != NULL) {
		s = unescape(s, p);
		if (memchr(s.s, '\0', s.len) != NULL)
			return refuse(j, name, "a text without NUL", e);
	}
	*ret = s;
	return 0;
}

int
json_int(const struct json *j, const char *name, int64_t min, int64_t max,
    int64_t *ret, struct err *e)
{
	struct span s = json_span(j);
	int64_t n;

	if (j->type != JSON_NUMBER)
		return refuse(j, name, "a whole number", e);

	if (span_is(s, "-0")) {
		n = 0;
	} else if (memchr(s.s, '.', s.len) != NULL ||
	    memchr(s.s, 'e', s.len) != NULL ||
	    memchr(s.s, 'E', s.len) != NULL) {
		return refuse(j, name, "a whole number", e);
	} else if (num_parse(s, -JSON_INT_MAX, JSON_INT_MAX, &n, NULL) == -1) {
		return refuse(j, name, "a number below 2^53", e);
	}
	if (n < min || n > max)
		return err_set(e, STATUS_DATA, "not from %lld to %lld: '%s'",
		    (long long)min, (long long)max, name);

	*ret = n;
	return 0;
}

int
json_bool(const struct json *j, const char *name, bool *ret, struct err *e)
{
	if (j->type != JSON_BOOL)
		return refuse(j, name, "true or false", e);

	*ret = j->s[0] == 't';
	return 0;
}
