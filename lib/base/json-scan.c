#include "base/err.h"
#include "base/json-keys.h"
#include "base/json-parts.h"
#include "base/json.h"
#include "base/octets.h"

/* An open array or object. */
struct level {
	char closer;
	struct json_keys_part keys;
};

struct scan {
	const char *s;
	const char *end;
	bool unique;
	/* what is wrong, with what, and where */
	const char *why;
	struct span what;
	const char *at;
	size_t depth;
	struct level levels[JSON_DEPTH_MAX + 1];
	struct json_keys keys;
};

static const char *
refuse(struct scan *c, const char *at, const char *why)
{
	c->why = at >= c->end ? "unexpected end" : why;
	c->at = at;
	return NULL;
}

static inline const char *
space(const struct scan *c, const char *p)
{
	while (
	    p < c->end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t'))
		p++;
	return p;
}

static inline bool
is_digit(const struct scan *c, const char *p)
{
	return p < c->end && *p >= '0' && *p <= '9';
}

/* From the first byte of a text to its closing quote. */
static inline const char *
text(struct scan *c, const char *p, bool *ret_escaped)
{
	uint32_t code;
	size_t n;

	for (;;) {
		p = octets_plain(p, c->end);
		if (p == c->end)
			return refuse(c, p, NULL);
		if (*p == '"')
			return p;

		if (*p == '\\') {
			n = json_escape_len(p, c->end);
			if (n == 0)
				return refuse(c, p, "bad escape");
			*ret_escaped = true;
			p += n;
			continue;
		}
		if ((unsigned char)*p < 0x20)
			return refuse(c, p, "control character in a text");
		while (p < c->end && (*p & 0x80) != 0) {
			n = text_char(p, (size_t)(c->end - p), &code);
			if (n == 0)
				return refuse(c, p, "ill-formed UTF-8");
			p += n;
		}
	}
}

static const char *
digits(struct scan *c, const char *p)
{
	if (!is_digit(c, p))
		return refuse(c, p, "not a number");

	while (is_digit(c, p))
		p++;
	return p;
}

static const char *
number(struct scan *c, const char *p)
{
	if (*p == '-')
		p++;
	if (p < c->end && *p == '0') {
		p++;
		if (is_digit(c, p))
			return refuse(c, p, "leading zero");
	} else {
		p = digits(c, p);
	}
	if (p != NULL && p < c->end && *p == '.')
		p = digits(c, p + 1);
	if (p != NULL && p < c->end && (*p == 'e' || *p == 'E')) {
		p++;
		if (p < c->end && (*p == '+' || *p == '-'))
			p++;
		p = digits(c, p);
	}
	return p;
}

static const char *
word(struct scan *c, const char *p, const char *w)
{
	for (; *w != '\0'; w++, p++) {
		if (p == c->end || *p != *w)
			return refuse(c, p, "unexpected character");
	}
	return p;
}

static const char *
scalar(struct scan *c, const char *p)
{
	bool escaped;

	switch (*p) {
	case '"':
		p = text(c, p + 1, &escaped);
		return p == NULL ? NULL : p + 1;
	case 't':
		return word(c, p, "true");
	case 'f':
		return word(c, p, "false");
	case 'n':
		return word(c, p, "null");
	case '-':
		return number(c, p);
	default:
		if (*p >= '0' && *p <= '9')
			return number(c, p);
		return refuse(c, p, "unexpected character");
	}
}

static const char *
refuse_key(struct scan *c, const struct json_keys_one *k)
{
	c->what.s = k->s;
	c->what.len = k->len;
	return refuse(c, c->s + k->at, "duplicate key");
}

/* From a key's opening quote to behind its colon. */
static inline const char *
key(struct scan *c, const char *p)
{
	const struct json_keys_one *twice;
	const char *begin = p;
	bool escaped = false;
	struct span raw;

	if (p == c->end || *p != '"')
		return refuse(c, p, "no key");

	p = text(c, p + 1, &escaped);
	if (p == NULL)
		return NULL;

	if (c->unique) {
		raw.s = begin + 1;
		raw.len = (size_t)(p - raw.s);
		twice = json_keys_add(&c->keys, &c->levels[c->depth].keys, raw,
		    escaped, (size_t)(begin - c->s));
		if (twice != NULL)
			return refuse_key(c, twice);
	}
	p = space(c, p + 1);
	if (p == c->end || *p != ':')
		return refuse(c, p, "no colon");
	return p + 1;
}

static bool
open_level(struct scan *c, const char *p)
{
	struct level *l;

	if (c->depth == JSON_DEPTH_MAX)
		return refuse(c, p, "nested too deeply") != NULL;

	l = &c->levels[++c->depth];
	l->closer = *p == '{' ? '}' : ']';
	json_keys_open(&c->keys, &l->keys);
	return true;
}

static bool
close_level(struct scan *c)
{
	const struct json_keys_one *twice;

	twice = json_keys_close(&c->keys, &c->levels[c->depth--].keys);
	return twice == NULL || refuse_key(c, twice) != NULL;
}

/* One value; returns where it ends. */
static const char *
value(struct scan *c, const char *p)
{
begin:
	p = space(c, p);
	if (p == c->end)
		return refuse(c, p, NULL);
	if (*p != '{' && *p != '[') {
		p = scalar(c, p);
		if (p == NULL)
			return NULL;
		goto done;
	}
	if (!open_level(c, p))
		return NULL;
	p = space(c, p + 1);
	if (p < c->end && *p == c->levels[c->depth].closer)
		goto close;
	if (c->levels[c->depth].closer == ']')
		goto begin;
member:
	p = key(c, p);
	if (p == NULL)
		return NULL;
	goto begin;
close:
	if (!close_level(c))
		return NULL;
	p++;
done:
	if (c->depth == 0)
		return p;
	p = space(c, p);
	if (p == c->end)
		return refuse(c, p, NULL);
	if (*p == c->levels[c->depth].closer)
		goto close;
	if (*p != ',')
		return refuse(c, p, "no comma");
	p = space(c, p + 1);
	if (c->levels[c->depth].closer == '}')
		goto member;
	goto begin;
}

static int
report(const struct scan *c, struct err *e)
{
	size_t at = (size_t)(c->at - c->s) + 1;
	size_t len = c->what.len > 64 ? 64 : c->what.len;

	if (c->what.s == NULL)
		return err_set(
		    e, STATUS_DATA, "not JSON: %s at byte %zu", c->why, at);

	return err_set(e, STATUS_DATA, "not JSON: %s '%.*s' at byte %zu",
	    c->why, (int)len, c->what.s, at);
}

static int
scan(const char *s, size_t len, bool unique, struct json *ret, struct err *e)
{
	const char *begin, *p, *after;
	struct scan c;
	int status = 0;

	/* positions of keys are kept in 32 bits */
	if (len > UINT32_MAX)
		return err_set(e, STATUS_DATA, "not JSON: over 4 GiB");

	c.s = s == NULL ? "" : s;
	c.end = c.s + len;
	c.unique = unique;
	c.what = span_of(NULL);
	c.depth = 0;
	json_keys_init(&c.keys);
	begin = space(&c, c.s);
	p = value(&c, begin);
	after = p == NULL ? NULL : space(&c, p);
	if (after != NULL && after != c.end)
		after = refuse(&c, after, "more than one value");
	if (after == NULL)
		status = report(&c, e);
	else
		*ret = json_value(begin, p);
	json_keys_done(&c.keys);
	return status;
}

int
json_scan(const char *s, size_t len, struct json *ret, struct err *e)
{
	return scan(s, len, true, ret, e);
}

int
json_scan_foreign(const char *s, size_t len, struct json *ret, struct err *e)
{
	return scan(s, len, false, ret, e);
}
