#include "base/json-parts.h"

static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)(c | 0x20);
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

/* The four digits of \uXXXX at s; -1 where it is no such thing. */
static int
unit(const char *s, const char *end)
{
	int value = 0, i;

	if (end - s < 6 || s[0] != '\\' || s[1] != 'u')
		return -1;

	for (i = 2; i < 6; i++) {
		int digit = hex_digit(s[i]);

		if (digit == -1)
			return -1;
		value = value << 4 | digit;
	}
	return value;
}

static bool
is_high(int u)
{
	return u >= 0xd800 && u <= 0xdbff;
}

static bool
is_low(int u)
{
	return u >= 0xdc00 && u <= 0xdfff;
}

size_t
json_escape_len(const char *s, const char *end)
{
	int u;

	if (end - s < 2)
		return 0;
	if (s[1] != 'u')
		return s[1] != '\0' && strchr("\"\\/bfnrt", s[1]) != NULL ? 2 :
									    0;

	u = unit(s, end);
	if (u == -1 || is_low(u))
		return 0;
	if (!is_high(u))
		return 6;
	return is_low(unit(s + 6, end)) ? 12 : 0;
}

static char
short_escape(char c)
{
	switch (c) {
	case 'b':
		return '\b';
	case 'f':
		return '\f';
	case 'n':
		return '\n';
	case 'r':
		return '\r';
	case 't':
		return '\t';
	default:
		return c;
	}
}

size_t
json_unescape(char *to, struct span raw)
{
	const char *p = raw.s, *end = raw.s + raw.len;
	size_t len = 0, n;
	const char *stop;
	int u;

	while (p < end) {
		stop = memchr(p, '\\', (size_t)(end - p));
		n = (size_t)((stop == NULL ? end : stop) - p);
		memcpy(to + len, p, n);
		len += n;
		p += n;
		if (p == end)
			break;

		if (p[1] != 'u') {
			to[len++] = short_escape(p[1]);
			p += 2;
			continue;
		}
		u = unit(p, end);
		p += 6;
		if (is_high(u)) {
			u = 0x10000 + ((u - 0xd800) << 10) +
			    (unit(p, end) - 0xdc00);
			p += 6;
		}
		len += text_put(to + len, (uint32_t)u);
	}
	return len;
}
