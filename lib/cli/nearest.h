#ifndef SGT_CLI_NEAREST_H
#define SGT_CLI_NEAREST_H

#include <stddef.h>

/*
 * The name that was probably meant by a word that is none: one that the word
 * begins, or the one with the fewest slips (a letter lost, added, changed, or
 * two swapped), at most a third of its letters.  Pure.
 */
struct nearest {
	const char *word;
	const char *name;
	size_t slips;
};

/* Offer one candidate; `name` is the best so far, NULL where none is near. */
void nearest_offer(struct nearest *n, const char *name);

#endif
