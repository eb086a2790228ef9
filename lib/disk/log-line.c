#include "disk/log-line.h"

#include <stdio.h>

#include "base/buf.h"
#include "base/hash.h"

#define LOST "{\"lost\":"
/* 2^53 has 16 digits */
#define DIGITS_MAX 16

static int
hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

static bool
hex_read(const char *s, uint32_t *ret)
{
	uint32_t n = 0;
	int i;

	for (i = 0; i < 8; i++) {
		int v = hex_value(s[i]);

		if (v == -1)
			return false;
		n = n << 4 | (uint32_t)v;
	}
	*ret = n;
	return true;
}

static void
hex_write(char *s, uint32_t n)
{
	int i;

	for (i = 0; i < 8; i++)
		s[i] = "0123456789abcdef"[n >> (28 - 4 * i) & 15];
}

bool
log_line_seal(struct buf *out, struct span line, int64_t seq)
{
	size_t begin = out->len;
	char tail[LOG_LINE_CRC + 1] = ",\"crc\":\"00000000\"}\n";

	if (line.len < 2 || line.s[0] != '{' || line.s[line.len - 1] != '}' ||
	    memchr(line.s, '\n', line.len) != NULL)
		return false;

	buf_add(out, line.s, line.len - 1);
	if (line.len > 2)
		buf_byte(out, ',');
	buf_add(out, "\"seq\":", 6);
	buf_int(out, seq);
	if (out->full)
		return false;

	hex_write(tail + 8, hash_crc32c(0, out->s + begin, out->len - begin));
	buf_add(out, tail, sizeof(tail));
	return !out->full;
}

/* The digits that end s, which `"seq":` must precede. */
static int64_t
seq_read(const char *s, size_t len)
{
	int64_t n = 0;
	size_t i = len;

	while (
	    i > 0 && len - i < DIGITS_MAX && s[i - 1] >= '0' && s[i - 1] <= '9')
		i--;
	if (i == len || i < 7 || s[i] == '0' ||
	    memcmp(s + i - 6, "\"seq\":", 6) != 0 ||
	    (s[i - 7] != ',' && s[i - 7] != '{'))
		return 0;

	for (; i < len; i++)
		n = n * 10 + (s[i] - '0');
	return n;
}

int64_t
log_line_check(const char *s, size_t len)
{
	uint32_t crc;
	int64_t seq;

	if (len <= LOG_LINE_CRC || s[0] != '{')
		return 0;

	len -= LOG_LINE_CRC;
	if (memcmp(s + len, ",\"crc\":\"", 8) != 0 ||
	    !hex_read(s + len + 8, &crc) || memcmp(s + len + 16, "\"}", 2) != 0)
		return 0;

	seq = seq_read(s, len);
	if (seq == 0 || hash_crc32c(0, s, len) != crc)
		return 0;
	return seq;
}

void
log_line_lost(struct buf *out, int64_t n, int64_t seq)
{
	char line[64];

	(void)snprintf(line, sizeof(line), LOST "%lld}", (long long)n);
	(void)log_line_seal(out, span_of(line), seq);
}

int64_t
log_line_is_lost(const char *s, size_t len)
{
	size_t i = sizeof(LOST) - 1;
	int64_t n = 0;

	if (len <= i || memcmp(s, LOST, i) != 0)
		return 0;

	for (; i < len && i < sizeof(LOST) + DIGITS_MAX && s[i] >= '0' &&
	     s[i] <= '9';
	     i++)
		n = n * 10 + (s[i] - '0');
	return n;
}
