#ifndef SGT_BASE_MEM_H
#define SGT_BASE_MEM_H

#include <stddef.h>

/*
 * Memory that is there: out of memory ends the process with status 71, and
 * state on disk survives that at any instant, as it survives kill -9.
 */

/* n bytes, zeroed; free() releases.  n may be 0. */
void *mem_new(size_t n);

/* p (or NULL) with room for n items of size bytes; what is new is not set. */
void *mem_resize(void *p, size_t n, size_t size);

/*
 * Grow an array: room for at least `need` items of `size` bytes, doubling.
 * *cap is the number of items there is room for.  Returns the array.
 */
void *mem_grow(void *p, size_t *cap, size_t need, size_t size);

#endif
