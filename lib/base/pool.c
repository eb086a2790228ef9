#include "base/pool.h"

#include <stdalign.h>
#include <stdint.h>

#include "base/mem.h"

#define BLOCK_MIN 4096

/* Each block is larger than those before it, so the first is the largest. */
struct pool_block {
	struct pool_block *next;
	size_t size;
	max_align_t data[];
};

static void
add_block(struct pool *p, size_t n)
{
	struct pool_block *b;
	size_t size = BLOCK_MIN;

	if (p->block != NULL)
		size = p->block->size * 2;
	if (size < n)
		size = n;
	/* a sum that wraps asks for less than it holds: let it fail there */
	if (size > SIZE_MAX - sizeof(*b))
		size = SIZE_MAX - sizeof(*b);
	b = mem_resize(NULL, 1, sizeof(*b) + size);
	b->next = p->block;
	b->size = size;
	p->block = b;
	p->used = 0;
}

void *
pool_new(struct pool *p, size_t n)
{
	size_t at;
	char *s;

	at = (p->used + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
	if (p->block == NULL || at > p->block->size ||
	    n > p->block->size - at) {
		add_block(p, n);
		at = 0;
	}
	s = (char *)p->block->data + at;
	p->used = at + n;
	memset(s, 0, n);
	return s;
}

struct span
pool_copy(struct pool *p, struct span s)
{
	struct span ret = { NULL, 0 };
	char *t;

	if (s.s == NULL)
		return ret;

	t = pool_new(p, s.len + 1);
	memcpy(t, s.s, s.len);
	ret.s = t;
	ret.len = s.len;
	return ret;
}

static void
free_blocks(struct pool_block *b)
{
	struct pool_block *next;

	for (; b != NULL; b = next) {
		next = b->next;
		free(b);
	}
}

void
pool_reset(struct pool *p)
{
	if (p->block != NULL) {
		free_blocks(p->block->next);
		p->block->next = NULL;
	}
	p->used = 0;
}

void
pool_done(struct pool *p)
{
	free_blocks(p->block);
	p->block = NULL;
	p->used = 0;
}
