#include "base/hash.h"

#include <nettle/sha2.h>

void
hash_sha256_hex(char ret[HASH_HEX_MAX], struct span s)
{
	struct sha256_ctx ctx;
	uint8_t sum[SHA256_DIGEST_SIZE];

	sha256_init(&ctx);
	sha256_update(&ctx, s.len, (const uint8_t *)s.s);
	sha256_digest(&ctx, sizeof(sum), sum);
	hash_hex(ret, sum, sizeof(sum));
}

void
hash_hex(char *ret, const void *bytes, size_t n)
{
	static const char digits[] = "0123456789abcdef";
	const unsigned char *b = bytes;
	size_t i;

	for (i = 0; i < n; i++) {
		ret[2 * i] = digits[b[i] >> 4];
		ret[2 * i + 1] = digits[b[i] & 15];
	}
	ret[2 * n] = '\0';
}

static uint64_t
mix(uint64_t h, uint64_t x)
{
	h = (h ^ x) * 0x9e3779b97f4a7c15;
	return h ^ h >> 32;
}

uint64_t
hash_table(struct span s)
{
	uint64_t h = mix(0, s.len), x;
	size_t i;

	for (i = 0; i + 8 <= s.len; i += 8) {
		memcpy(&x, s.s + i, 8);
		h = mix(h, x);
	}
	if (i < s.len) {
		x = 0;
		memcpy(&x, s.s + i, s.len - i);
		h = mix(h, x);
	}
	return mix(h, h >> 29);
}
