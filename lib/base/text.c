#include "base/text.h"

#include <stdint.h>

#include "base/buf.h"
#include "base/octets.h"

int
span_compare(struct span a, struct span b)
{
	size_t n = a.len < b.len ? a.len : b.len;
	int order;

	if (a.s == NULL || b.s == NULL)
		return (a.s != NULL) - (b.s != NULL);

	order = memcmp(a.s, b.s, n);
	return order != 0 ? order : (a.len > b.len) - (a.len < b.len);
}

struct span
span_after(struct span s, size_t n)
{
	struct span ret = { s.s + n, s.len - n };

	return ret;
}

size_t
text_char(const char *s, size_t len, uint32_t *ret)
{
	/* the least code point that needs so many bytes */
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char c;
	uint32_t code;
	size_t n, i;

	if (len == 0)
		return 0;

	c = (unsigned char)s[0];
	if (c < 0x80) {
		*ret = c;
		return 1;
	}
	if (c < 0xc2 || c > 0xf4)
		return 0;
	n = c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
	if (len < n)
		return 0;

	code = c & (0x7fu >> n);
	for (i = 1; i < n; i++) {
		c = (unsigned char)s[i];
		if ((c & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (c & 0x3f);
	}
	if (code < least[n] || code > 0x10ffff ||
	    (code >= 0xd800 && code <= 0xdfff))
		return 0;

	*ret = code;
	return n;
}

size_t
text_put(char s[4], uint32_t code)
{
	if (code < 0x80) {
		s[0] = (char)code;
		return 1;
	}
	if (code < 0x800) {
		s[0] = (char)(0xc0 | code >> 6);
		s[1] = (char)(0x80 | (code & 0x3f));
		return 2;
	}
	if (code < 0x10000) {
		s[0] = (char)(0xe0 | code >> 12);
		s[1] = (char)(0x80 | (code >> 6 & 0x3f));
		s[2] = (char)(0x80 | (code & 0x3f));
		return 3;
	}
	s[0] = (char)(0xf0 | code >> 18);
	s[1] = (char)(0x80 | (code >> 12 & 0x3f));
	s[2] = (char)(0x80 | (code >> 6 & 0x3f));
	s[3] = (char)(0x80 | (code & 0x3f));
	return 4;
}

bool
text_is_utf8(struct span s)
{
	uint32_t code;
	size_t i, n;

	for (i = 0; i < s.len; i += n) {
		n = text_char(s.s + i, s.len - i, &code);
		if (n == 0)
			return false;
	}
	return true;
}

static bool
is_control(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

static bool
are_plain(const char *eight)
{
	uint64_t x = octets_load(eight);

	return (((x - OCTETS_LOW * 0x20) | x) & OCTETS_HIGH) == 0 &&
	    octets_find(x, 0x7f) == 0;
}

/* How much of it, in eights or whole, is printable ASCII. */
static size_t
plain_length(const char *s, size_t len)
{
	size_t i;

	for (i = 0; len - i >= 8; i += 8) {
		if (!are_plain(s + i))
			return i;
	}
	return i > 0 && are_plain(s + len - 8) ? len : i;
}

bool
text_has_control(struct span s)
{
	uint32_t code;
	size_t i, n;

	for (i = plain_length(s.s, s.len); i < s.len; i += n) {
		n = text_char(s.s + i, s.len - i, &code);
		if (n == 0)
			n = 1;
		else if (is_control(code))
			return true;
	}
	return false;
}

/* What turns the direction or breaks the line of a terminal. */
static bool
is_unseen(uint32_t code)
{
	return code == 0x61c || code == 0x200e || code == 0x200f ||
	    (code >= 0x2028 && code <= 0x202e) ||
	    (code >= 0x2066 && code <= 0x2069);
}

size_t
text_clean_here(char *s, size_t len)
{
	size_t i, n, to = 0;
	uint32_t code;

	for (i = 0; i < len; i += n) {
		n = text_char(s + i, len - i, &code);
		if (n == 0 || is_control(code) || is_unseen(code)) {
			s[to++] = '?';
			n = n == 0 ? 1 : n;
		} else {
			memmove(s + to, s + i, n);
			to += n;
		}
	}
	return to;
}

void
text_clean(struct buf *out, struct span s)
{
	char *p;

	if (s.len == 0)
		return;

	p = buf_room(out, s.len);
	if (p == NULL)
		return;

	memcpy(p, s.s, s.len);
	out->len += text_clean_here(p, s.len);
	out->s[out->len] = '\0';
}

void
text_escape_json(struct buf *out, struct span s)
{
	uint32_t code;
	size_t i, n, from = 0;

	for (i = 0; i < s.len; i += n) {
		n = text_char(s.s + i, s.len - i, &code);
		if (n == 0)
			n = 1;
		else if ((is_control(code) && code >= 0x7f) ||
		    is_unseen(code)) {
			buf_add(out, s.s + from, i - from);
			buf_format(out, "\\u%04x", (unsigned)code);
			from = i + n;
		}
	}
	buf_add(out, s.s + from, s.len - from);
}

bool
text_is_name(struct span s)
{
	size_t i;

	if (s.s == NULL || s.len == 0 || s.len > 64 || s.s[0] < 'a' ||
	    s.s[0] > 'z')
		return false;
	for (i = 0; i < s.len; i++)
		if (!((s.s[i] >= 'a' && s.s[i] <= 'z') ||
			(s.s[i] >= '0' && s.s[i] <= '9') || s.s[i] == '_' ||
			s.s[i] == '-'))
			return false;
	return true;
}
