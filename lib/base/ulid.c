#include "base/ulid.h"

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
		if (s.s[i] == '\0' || strchr(ULID_ALPHABET, s.s[i]) == NULL)
			return false;
	}
	return true;
}
