/* word - the words of a vocabulary, by their enum */

#include "model/word.h"

#include <string.h>

#include "base/err.h"

bool
word_find(const struct words *w, struct span s, unsigned *ret)
{
	unsigned i;

	if (s.s == NULL)
		return false;

	for (i = 1; i < w->n; i++) {
		const char *word = w->list[i];

		if (strlen(word) == s.len && memcmp(word, s.s, s.len) == 0) {
			*ret = i;
			return true;
		}
	}
	return false;
}

const char *
word_of(const struct words *w, unsigned i)
{
	return i == 0 || i >= w->n ? "" : w->list[i];
}

int
word_refuse(
    const struct words *w, const char *name, struct span s, struct err *e)
{
	char all[160] = "";
	size_t used = 0;
	unsigned i;

	for (i = 1; i < w->n; i++) {
		size_t len = strlen(w->list[i]);

		if (used + len + 2 > sizeof(all))
			break;
		all[used++] = ' ';
		memcpy(all + used, w->list[i], len + 1);
		used += len;
	}
	return err_set(e, STATUS_DATA, "'%s' is '%.*s', none of%s", name,
	    (int)(s.len > 40 ? 40 : s.len), s.s == NULL ? "" : s.s, all);
}
