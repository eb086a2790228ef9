#include "base/ulid.h"

#include <assert.h>

/* https://github.com/ulid/spec: 10 characters of time, 16 of chance */
#define ULID_LEN 26

static const char alphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* The last n characters of value, five bits each. */
static void
put(char *to, uint64_t value, int n)
{
	int i;

	for (i = n - 1; i >= 0; i--) {
		to[i] = alphabet[value & 31];
		value >>= 5;
	}
}

void
ulid_new(char ret[ID_MAX], const char *prefix, int64_t now_ms)
{
	size_t len = strlen(prefix);
	uint64_t chance[2];
	char *p = ret + len;

	assert(len + ULID_LEN < ID_MAX);
	arc4random_buf(chance, sizeof(chance));
	memcpy(ret, prefix, len);
	put(p, (uint64_t)now_ms & 0xffffffffffff, 10);
	put(p + 10, chance[0], 8);
	put(p + 18, chance[1], 8);
	p[ULID_LEN] = '\0';
}

bool
ulid_is(struct span s, const char *prefix)
{
	size_t len = strlen(prefix), i;

	if (!span_begins(s, prefix) || s.len != len + ULID_LEN)
		return false;
	/* 48 bits of time: the first character has three of them */
	if (s.s[len] < '0' || s.s[len] > '7')
		return false;

	for (i = len; i < s.len; i++) {
		if (s.s[i] == '\0' || strchr(alphabet, s.s[i]) == NULL)
			return false;
	}
	return true;
}
