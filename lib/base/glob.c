#include "base/glob.h"

bool
glob_match(struct span pattern, struct span text)
{
	size_t p = 0, t = 0, star = 0, mark = 0;
	bool starred = false;

	if (pattern.s == NULL || text.s == NULL)
		return false;

	while (t < text.len) {
		if (p < pattern.len && pattern.s[p] == '*') {
			starred = true;
			star = ++p;
			mark = t;
		} else if (p < pattern.len && pattern.s[p] == text.s[t]) {
			p++;
			t++;
		} else if (starred) {
			/* the last star takes one more byte */
			p = star;
			t = ++mark;
		} else {
			return false;
		}
	}
	while (p < pattern.len && pattern.s[p] == '*')
		p++;
	return p == pattern.len;
}

bool
glob_prefix(struct span pattern, struct span text)
{
	size_t n = pattern.len;

	if (pattern.s == NULL || text.s == NULL)
		return false;
	if (n == 0 || pattern.s[n - 1] != '*')
		return span_equal(pattern, text);

	n--;
	return text.len >= n && memcmp(text.s, pattern.s, n) == 0;
}
