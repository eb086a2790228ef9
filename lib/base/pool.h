#ifndef SGT_BASE_POOL_H
#define SGT_BASE_POOL_H

#include <stddef.h>

#include "base/text.h"

/*
 * Memory with one lifetime: a line's, a batch's, a document's.  Zero is a
 * valid, empty pool.  Everything in it is released at once.
 */
struct pool_block;

struct pool {
	struct pool_block *block;
	size_t used;
};

/* n bytes, zeroed, aligned for any type; they live until reset or done. */
void *pool_new(struct pool *p, size_t n);

/* A copy of a text, followed by a NUL that its length does not count. */
struct span pool_copy(struct pool *p, struct span s);

/* Forget all, keep the largest block for the next round. */
void pool_reset(struct pool *p);

void pool_done(struct pool *p);

#endif
