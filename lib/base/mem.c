#include "base/mem.h"

#include <stdint.h>
#include <unistd.h>

#include "base/err.h"

/* Nothing is written: what is on disk is good at any instant. */
static void
end(void)
{
	_exit(STATUS_OS);
}

void *
mem_new(size_t n)
{
	void *p = calloc(1, n == 0 ? 1 : n);

	if (p == NULL)
		end();
	return p;
}

void *
mem_resize(void *p, size_t n, size_t size)
{
	size_t total;

	if (__builtin_mul_overflow(n, size, &total))
		end();
	p = realloc(p, total == 0 ? 1 : total);
	if (p == NULL)
		end();
	return p;
}

void *
mem_grow(void *p, size_t *cap, size_t need, size_t size)
{
	size_t n = *cap;

	if (need <= n && p != NULL)
		return p;

	if (n < 8)
		n = 8;
	while (n < need)
		n = n > SIZE_MAX / 2 ? need : n * 2;
	p = mem_resize(p, n, size);
	*cap = n;
	return p;
}
