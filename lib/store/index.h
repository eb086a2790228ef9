#ifndef SGT_STORE_INDEX_H
#define SGT_STORE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A hash table over somebody else's array: it holds item numbers, the array
 * holds the keys.  Zero is a valid, empty one.  Nothing is ever taken out
 * but all at once.
 */
struct index_slot {
	/* item + 1; 0 is free */
	uint32_t item;
	uint32_t hash;
};

struct index {
	struct index_slot *slots;
	size_t size;
	size_t n;
};

#define INDEX_NONE UINT32_MAX

/*
 * The item whose key is the given one, or INDEX_NONE: same() compares an item
 * of the owner's array with it.
 */
uint32_t index_find(const struct index *ix, uint64_t hash,
    bool (*same)(const void *owner, uint32_t item, const void *key),
    const void *owner, const void *key);
/* The caller has seen that it is not there. */
void index_add(struct index *ix, uint64_t hash, uint32_t item);
/* Empty it, keep the memory. */
void index_reset(struct index *ix);
void index_done(struct index *ix);

#endif
