/* field - a noun's JSON members as a table */

#include "model/field.h"

#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/num.h"
#include "base/pool.h"
#include "base/stamp.h"

const struct field *
field_find(const struct fields *fs, struct span name, size_t *hint)
{
	size_t i;
	size_t at = *hint;

	for (i = 0; i < fs->n; i++, at++) {
		const struct field *f;

		if (at >= fs->n)
			at = 0;
		f = &fs->list[at];
		if (f->len == name.len &&
		    memcmp(f->name, name.s, name.len) == 0) {
			*hint = at + 1;
			return f;
		}
	}
	return NULL;
}

/* A text's end at or before max that does not split a character. */
static size_t
cut(struct span s, size_t max)
{
	if (s.len <= max)
		return s.len;

	while (max > 0 && ((unsigned char)s.s[max] & 0xc0) == 0x80)
		max--;
	return max;
}

/* Controls to spaces: C0 and DEL by byte, C1 by its two. */
static struct span
without_control(struct span s, struct pool *p)
{
	struct span ret;
	char *out;
	size_t i;
	size_t n = 0;

	if (!text_has_control(s))
		return s;

	out = pool_new(p, s.len + 1);
	for (i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.s[i];

		if (c == 0xc2 && i + 1 < s.len &&
		    (unsigned char)s.s[i + 1] < 0xa0) {
			i++;
			c = ' ';
		}
		out[n++] = c < 0x20 || c == 0x7f ? ' ' : (char)c;
	}
	ret.s = out;
	ret.len = n;
	return ret;
}

static int
read_text(const struct field *f, const struct json *j, struct span *ret,
    struct pool *p, struct err *e)
{
	struct span s;

	if (json_text(j, f->name, p, &s, e) == -1)
		return -1;

	if (f->kind == FIELD_PROSE) {
		s = without_control(s, p);
		s.len = cut(s, (size_t)f->max);
	} else if (text_has_control(s)) {
		return err_set(e, STATUS_DATA,
		    "'%s' has a control character in it", f->name);
	} else if (f->max > 0 && s.len > (size_t)f->max) {
		return err_set(e, STATUS_DATA, "'%s' is over %lld bytes long",
		    f->name, (long long)f->max);
	}
	*ret = s;
	return 0;
}

static int
read_time(const struct field *f, const struct json *j, int64_t *ret,
    struct pool *p, struct err *e)
{
	struct err why = { 0 };
	struct span s;
	int64_t ms;
	int bad;

	if (json_text(j, f->name, p, &s, e) == -1)
		return -1;

	if (f->kind == FIELD_STAMP)
		bad = stamp_parse(s, &ms, &why);
	else
		bad = num_duration(s, &ms, &why);
	if (bad == -1)
		return err_set(e, STATUS_DATA, "'%s': %s", f->name, why.text);

	if (f->max > 0 && (ms < f->min || ms > f->max))
		return err_set(e, STATUS_DATA, "'%s' is out of range", f->name);

	*ret = ms;
	return 0;
}

static int
read_word(const struct field *f, const struct json *j, unsigned *ret,
    struct pool *p, struct err *e)
{
	struct span s;

	if (json_text(j, f->name, p, &s, e) == -1)
		return -1;
	if (!word_find(f->words, s, ret))
		return word_refuse(f->words, f->name, s, e);
	return 0;
}

/* Each text decoded and quoted again: two spellings of one text become one. */
static int
rewrite(const struct json *j, const char *name, struct json *ret,
    struct pool *p, struct err *e)
{
	struct buf out = { 0 };
	struct json_item it = { 0 };
	int bad = 0;

	buf_byte(&out, '[');
	while (bad == 0 && json_each(j, &it)) {
		struct span s;

		bad = json_text(&it.value, name, p, &s, e);
		if (bad == -1)
			break;
		if (out.len > 1)
			buf_byte(&out, ',');
		json_quote(&out, s);
	}
	buf_byte(&out, ']');
	if (bad == 0) {
		struct span copy = pool_copy(p, buf_as_span(&out));

		ret->type = JSON_ARRAY;
		ret->s = copy.s;
		ret->len = copy.len;
	}
	buf_done(&out);
	return bad;
}

static int
read_texts(const struct field *f, const struct json *j, struct json *ret,
    struct pool *p, struct err *e)
{
	struct json_item it = { 0 };
	int64_t n = 0;

	if (j->type != JSON_ARRAY)
		return err_set(e, STATUS_DATA, "not an array: '%s'", f->name);

	while (json_each(j, &it)) {
		struct span s;

		if (json_text(&it.value, f->name, p, &s, e) == -1)
			return -1;
		if (s.len == 0 || text_has_control(s))
			return err_set(e, STATUS_DATA,
			    "'%s' has an empty text or a control character "
			    "in it",
			    f->name);
		if (++n > f->max)
			return err_set(e, STATUS_DATA,
			    "'%s' has more than %lld items", f->name,
			    (long long)f->max);
	}
	if (memchr(j->s, '\\', j->len) != NULL)
		return rewrite(j, f->name, ret, p, e);

	*ret = *j;
	return 0;
}

static int
read_json(const struct field *f, const struct json *j, struct json *ret,
    struct err *e)
{
	if (f->kind == FIELD_OBJECT && j->type != JSON_OBJECT)
		return err_set(e, STATUS_DATA, "not an object: '%s'", f->name);
	if (f->kind == FIELD_ARRAY && j->type != JSON_ARRAY)
		return err_set(e, STATUS_DATA, "not an array: '%s'", f->name);

	*ret = *j;
	return 0;
}

int
field_read(const struct field *f, const struct json *j, void *base,
    struct pool *p, struct err *e)
{
	void *at = (char *)base + f->offset;

	if (j->type == JSON_NULL)
		return 0;

	switch (f->kind) {
	case FIELD_TEXT:
	case FIELD_PROSE:
		return read_text(f, j, at, p, e);
	case FIELD_INT:
		return json_int(j, f->name, f->min, f->max, at, e);
	case FIELD_BOOL:
		return json_bool(j, f->name, at, e);
	case FIELD_STAMP:
	case FIELD_DURATION:
		return read_time(f, j, at, p, e);
	case FIELD_WORD:
		return read_word(f, j, at, p, e);
	case FIELD_JSON:
	case FIELD_OBJECT:
	case FIELD_ARRAY:
		return read_json(f, j, at, e);
	case FIELD_TEXTS:
		return read_texts(f, j, at, p, e);
	}
	return err_set(e, STATUS_BUG, "no such kind of field: '%s'", f->name);
}

static int
check_required(const struct fields *fs, uint64_t seen, struct err *e)
{
	size_t i;

	for (i = 0; i < fs->n; i++) {
		if (fs->list[i].required && (seen >> i & 1) == 0)
			return err_set(e, STATUS_DATA, "not %s: no '%s'",
			    fs->what, fs->list[i].name);
	}
	return 0;
}

int
fields_read(const struct fields *fs, const struct json *j, void *base,
    struct pool *p, struct err *e)
{
	struct json_item it = { 0 };
	uint64_t seen = 0;
	size_t hint = 0;

	if (j->type != JSON_OBJECT)
		return err_set(
		    e, STATUS_DATA, "not %s: not an object", fs->what);

	while (json_each(j, &it)) {
		struct span key = it.key_escaped ? json_key(&it, p) : it.key;
		const struct field *f = field_find(fs, key, &hint);

		if (f == NULL)
			return err_set(e, STATUS_DATA,
			    "not %s: unknown member '%.*s'", fs->what,
			    (int)(key.len > 64 ? 64 : key.len), key.s);
		if (field_read(f, &it.value, base, p, e) == -1)
			return -1;
		if (it.value.type != JSON_NULL)
			seen |= (uint64_t)1 << (f - fs->list);
	}
	return check_required(fs, seen, e);
}

void *
field_room(struct pool *p, void *list, size_t n, size_t *cap, size_t size)
{
	void *more;

	if (n < *cap)
		return list;

	*cap = *cap == 0 ? 4 : *cap * 2;
	more = pool_new(p, *cap * size);
	if (n > 0)
		memcpy(more, list, n * size);
	return more;
}
