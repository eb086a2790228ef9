#include "base/id.h"

#include <sys/types.h>

#include <assert.h>
#include <sha2.h>
#include <stdint.h>

#include "base/hash.h"

/* 24 hex digits */
#define SUM_LEN 12

/* "123:" without printf: ids are made many times a line. */
static void
add_length(SHA2_CTX *ctx, size_t len)
{
	uint8_t digits[24];
	size_t at = sizeof(digits);

	digits[--at] = ':';
	do {
		digits[--at] = (uint8_t)('0' + len % 10);
		len /= 10;
	} while (len != 0);
	SHA256Update(ctx, digits + at, sizeof(digits) - at);
}

void
id_of(char ret[ID_MAX], const char *prefix, const struct span *parts, size_t n)
{
	uint8_t sum[SHA256_DIGEST_LENGTH];
	size_t len = strlen(prefix), i;
	SHA2_CTX ctx;

	assert(len + 2 * SUM_LEN < ID_MAX);
	SHA256Init(&ctx);
	for (i = 0; i < n; i++) {
		add_length(&ctx, parts[i].len);
		if (parts[i].len > 0)
			SHA256Update(
			    &ctx, (const uint8_t *)parts[i].s, parts[i].len);
	}
	SHA256Final(sum, &ctx);
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
