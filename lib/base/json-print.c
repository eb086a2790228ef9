#include "base/buf.h"
#include "base/json.h"
#include "base/octets.h"
#include "base/stamp.h"

static void
escape(struct buf *out, unsigned char c)
{
	static const char shorts[] = "\bb\ff\nn\rr\tt\"\"\\\\";
	size_t i;

	for (i = 0; i + 1 < sizeof(shorts); i += 2) {
		if (c == (unsigned char)shorts[i]) {
			buf_byte(out, '\\');
			buf_byte(out, shorts[i + 1]);
			return;
		}
	}
	buf_format(out, "\\u%04x", c);
}

static void
quote_slowly(struct buf *out, struct span s)
{
	const char *p = s.s, *end = s.s + s.len, *from = p;
	uint32_t code;
	size_t n;

	buf_byte(out, '"');
	while (p < end && (p = octets_plain(p, end)) < end) {
		n = text_char(p, (size_t)(end - p), &code);
		if (n > 1) {
			p += n;
			continue;
		}
		buf_add(out, from, (size_t)(p - from));
		if (n == 1)
			escape(out, (unsigned char)*p);
		else
			buf_text(out, "\xef\xbf\xbd");
		from = ++p;
	}
	buf_add(out, from, (size_t)(p - from));
	buf_byte(out, '"');
}

/* Most texts need no escape: one addition, quotes and all. */
void
json_quote(struct buf *out, struct span s)
{
	char *p;

	if (s.len > 0 && octets_plain(s.s, s.s + s.len) != s.s + s.len) {
		quote_slowly(out, s);
		return;
	}
	p = buf_room(out, s.len + 2);
	if (p == NULL)
		return;

	out->len += s.len + 2;
	*p++ = '"';
	if (s.len > 0)
		memcpy(p, s.s, s.len);
	p[s.len] = '"';
}

void
json_member_stamp(struct buf *out, const char *key, int64_t ms)
{
	char stamp[STAMP_MAX];

	stamp_print(stamp, ms);
	json_member_text(out, key, span_of(stamp));
}

void
json_member_json(struct buf *out, const char *key, const struct json *j)
{
	if (j->type == JSON_NONE)
		return;

	json_member(out, key);
	buf_add(out, j->s, j->len);
}
