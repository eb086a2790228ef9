#include "base/id.h"

#include <assert.h>
#include <nettle/sha2.h>
#include <stdint.h>

#include "base/hash.h"

/* 24 hex digits */
#define SUM_LEN 12

/* "123:" without printf: ids are made many times a line. */
static void
add_length(struct sha256_ctx *ctx, size_t len)
{
	uint8_t digits[24];
	size_t at = sizeof(digits);

	digits[--at] = ':';
	do {
		digits[--at] = (uint8_t)('0' + len % 10);
		len /= 10;
	} while (len != 0);
	sha256_update(ctx, sizeof(digits) - at, digits + at);
}

void
id_of(char ret[ID_MAX], const char *prefix, const struct span *parts, size_t n)
{
	uint8_t sum[SHA256_DIGEST_SIZE];
	size_t len = strlen(prefix), i;
	struct sha256_ctx ctx;

	assert(len + 2 * SUM_LEN < ID_MAX);
	sha256_init(&ctx);
	for (i = 0; i < n; i++) {
		add_length(&ctx, parts[i].len);
		if (parts[i].len > 0)
			sha256_update(
			    &ctx, parts[i].len, (const uint8_t *)parts[i].s);
	}
	sha256_digest(&ctx, sizeof(sum), sum);
	memcpy(ret, prefix, len);
	hash_hex(ret + len, sum, SUM_LEN);
}

bool
id_is(struct span s, const char *prefix)
{
	size_t len = strlen(prefix), i;

	if (!span_begins(s, prefix) || s.len != len + 2 * SUM_LEN)
		return false;

	for (i = len; i < s.len; i++) {
		char c = s.s[i];

		if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
			return false;
	}
	return true;
}
