#include "base/err.h"
#include "base/json-escape.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/pool.h"
#include "base/word.h"

/* Up to so many keys of an object each is compared with those before it. */
#define KEYS_COMPARED 16
/* Keys of the open objects together before they move to the heap. */
#define KEYS_HERE 128

/* A key without its escapes. */
struct key {
	uint64_t hash;
	const char *s;
	uint32_t len;
	uint32_t at;
};

/* An open array or object. */
struct level {
	char closer;
	/* a bit for each hash among its keys: none set, no duplicate */
	uint64_t seen;
	/* where its keys begin */
	size_t first;
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
	/* of all open objects; the innermost's come last */
	struct key *keys;
	size_t n_keys;
	size_t cap_keys;
	struct key here[KEYS_HERE];
	/* keys that had escapes */
	struct pool pool;
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
		p = word_plain(p, c->end);
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

/* Both ends and the length: enough, what is equal is compared. */
static inline uint64_t
hash(const char *s, size_t len)
{
	char some[8] = { 0 };
	uint64_t a, b = 0;

	if (len >= 8) {
		a = word_load(s);
		b = word_load(s + len - 8);
	} else {
		memcpy(some, s, len);
		a = word_load(some);
	}
	a = (a ^ len) * 0x9e3779b97f4a7c15u;
	b = (b ^ a >> 32) * 0xc2b2ae3d27d4eb4fu;
	return a ^ b ^ b >> 29;
}

static bool
is_same(const struct key *a, const struct key *b)
{
	return a->hash == b->hash && a->len == b->len &&
	    memcmp(a->s, b->s, a->len) == 0;
}

static int
by_key(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	if (x->len != y->len)
		return x->len < y->len ? -1 : 1;
	return memcmp(x->s, y->s, x->len);
}

static const char *
refuse_key(struct scan *c, const struct key *k)
{
	c->what.s = k->s;
	c->what.len = k->len;
	return refuse(c, c->s + k->at, "duplicate key");
}

static void
grow_keys(struct scan *c)
{
	struct key *old = c->keys;

	if (old != c->here) {
		c->keys =
		    mem_grow(old, &c->cap_keys, c->n_keys + 1, sizeof(*old));
		return;
	}
	c->cap_keys = 0;
	c->keys = mem_grow(NULL, &c->cap_keys, 2 * KEYS_HERE, sizeof(*old));
	memcpy(c->keys, old, c->n_keys * sizeof(*old));
}

static bool
add_key(struct scan *c, const char *s, size_t len, const char *at)
{
	struct level *l = &c->levels[c->depth];
	uint64_t h = hash(s, len), bit = (uint64_t)1 << (h >> 58);
	struct key *k;
	size_t i;

	if (c->n_keys == c->cap_keys)
		grow_keys(c);
	k = &c->keys[c->n_keys];
	k->hash = h;
	k->s = s;
	k->len = (uint32_t)len;
	k->at = (uint32_t)(at - c->s);
	if ((l->seen & bit) != 0 && c->n_keys - l->first < KEYS_COMPARED) {
		for (i = l->first; i < c->n_keys; i++) {
			if (is_same(&c->keys[i], k))
				return refuse_key(c, k) != NULL;
		}
	}
	l->seen |= bit;
	c->n_keys++;
	return true;
}

/* From a key's opening quote to behind its colon. */
static inline const char *
key(struct scan *c, const char *p)
{
	const char *begin = p + 1, *s = begin;
	bool escaped = false;
	size_t len;

	if (p == c->end || *p != '"')
		return refuse(c, p, "no key");

	p = text(c, begin, &escaped);
	if (p == NULL)
		return NULL;

	if (c->unique) {
		len = (size_t)(p - begin);
		if (escaped) {
			struct span raw = { begin, len };
			char *to = pool_new(&c->pool, len);

			len = json_unescape(to, raw);
			s = to;
		}
		if (!add_key(c, s, len, begin - 1))
			return NULL;
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
	l->seen = 0;
	l->first = c->n_keys;
	return true;
}

/* Many keys are sorted, so that equal ones meet. */
static bool
close_level(struct scan *c)
{
	struct level *l = &c->levels[c->depth--];
	struct key *k = c->keys + l->first;
	size_t n = c->n_keys - l->first, i;

	c->n_keys = l->first;
	if (n <= KEYS_COMPARED)
		return true;

	qsort(k, n, sizeof(*k), by_key);
	for (i = 1; i < n; i++) {
		if (is_same(&k[i - 1], &k[i]))
			return refuse_key(c,
				   k[i].at > k[i - 1].at ? &k[i] : &k[i - 1]) !=
			    NULL;
	}
	return true;
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
	static const struct pool no_pool;
	const char *begin, *p;
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
	c.keys = c.here;
	c.n_keys = 0;
	c.cap_keys = KEYS_HERE;
	c.pool = no_pool;

	begin = space(&c, c.s);
	p = value(&c, begin);
	if (p != NULL && space(&c, p) != c.end)
		(void)refuse(&c, space(&c, p), "more than one value"), p = NULL;
	if (p == NULL) {
		status = report(&c, e);
	} else {
		*ret = json_value(begin, p);
	}
	if (c.keys != c.here)
		free(c.keys);
	pool_done(&c.pool);
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
