#include <assert.h>

#include "base/ulid.h"

/* Apart from ulid.c: chance is nothing for pure code. */

/* The last n characters of value, five bits each. */
static void
put(char *to, uint64_t value, int n)
{
	int i;

	for (i = n - 1; i >= 0; i--) {
		to[i] = ULID_ALPHABET[value & 31];
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

void
ulid_next(char ret[ID_MAX], const char *previous)
{
	size_t len = strlen(previous);
	size_t i = len;

	assert(len >= ULID_LEN && len < ID_MAX);
	memmove(ret, previous, len + 1);
	/* the 16 characters of chance carry among themselves */
	while (i > len - 16) {
		const char *at = strchr(ULID_ALPHABET, ret[--i]);

		if (at != NULL && at[1] != '\0') {
			ret[i] = at[1];
			return;
		}
		ret[i] = ULID_ALPHABET[0];
	}
}
