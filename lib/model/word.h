#ifndef SGT_MODEL_WORD_H
#define SGT_MODEL_WORD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct err;

/*
 * The words of one vocabulary, indexed by their enum.  Index 0 is the enum's
 * NONE and has no word (NULL): it is never parsed and prints as "".
 */
struct words {
	const char *const *list;
	size_t n;
};

/* False, with *ret left alone, for what is none of them. */
bool word_find(const struct words *w, struct span s, unsigned *ret);

const char *word_of(const struct words *w, unsigned i);

/* "'NAME' is 'TEXT', none of A B C"; -1 */
int word_refuse(
    const struct words *w, const char *name, struct span s, struct err *e);

#endif
