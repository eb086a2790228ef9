#include "base/id.h"

#include <assert.h>
#include <nettle/sha2.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/num.h"

/* 24 hex digits */
#define SUM_LEN 12

/* Short parts are put together first: ids are made many times a line. */
struct sum {
	struct sha256_ctx ctx;
	size_t n;
	char held[512];
};

static void
add(struct sum *c, struct span s)
{
	if (s.len > sizeof(c->held) - c->n) {
		sha256_update(&c->ctx, c->n, (const uint8_t *)c->held);
		c->n = 0;
	}
	if (s.len > sizeof(c->held)) {
		sha256_update(&c->ctx, s.len, (const uint8_t *)s.s);
	} else if (s.len > 0) {
		memcpy(c->held + c->n, s.s, s.len);
		c->n += s.len;
	}
}

void
id_of(char ret[ID_MAX], const char *prefix, const struct span *parts, size_t n)
{
	uint8_t digest[SHA256_DIGEST_SIZE];
	size_t len = strlen(prefix), i;
	char digits[NUM_MAX];
	struct sum c;

	assert(len + 2 * SUM_LEN < ID_MAX);
	sha256_init(&c.ctx);
	c.n = 0;
	for (i = 0; i < n; i++) {
		add(&c, num_print(digits, (int64_t)parts[i].len));
		add(&c, (struct span){ ":", 1 });
		add(&c, parts[i]);
	}
	sha256_update(&c.ctx, c.n, (const uint8_t *)c.held);
	sha256_digest(&c.ctx, sizeof(digest), digest);
	memcpy(ret, prefix, len);
	hash_hex(ret + len, digest, SUM_LEN);
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
