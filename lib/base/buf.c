#include "base/buf.h"

#include <stdarg.h>

#include "base/mem.h"
#include "base/num.h"

#define LEN_MAX (64 * 1024 * 1024)

void
buf_init(struct buf *b, size_t len_max)
{
	struct buf zero = { 0 };

	*b = zero;
	b->len_max = len_max;
}

char *
buf_grow(struct buf *b, size_t n)
{
	size_t max = b->len_max == 0 ? LEN_MAX : b->len_max;

	if (b->full || n > max - b->len) {
		b->full = true;
		return NULL;
	}
	b->s = mem_grow(b->s, &b->cap, b->len + n + 1, 1);
	/* what lies beyond is not to be had without asking here */
	if (b->cap > max + 1)
		b->cap = max + 1;
	b->s[b->len + n] = '\0';
	return b->s + b->len;
}

void
buf_int(struct buf *b, int64_t n)
{
	char digits[NUM_MAX];

	buf_span(b, num_print(digits, n));
}

void
buf_format(struct buf *b, const char *format, ...)
{
	va_list ap;
	char *p;
	int n;

	va_start(ap, format);
	n = vsnprintf(NULL, 0, format, ap);
	va_end(ap);
	if (n <= 0)
		return;

	p = buf_room(b, (size_t)n);
	if (p == NULL)
		return;

	va_start(ap, format);
	(void)vsnprintf(p, (size_t)n + 1, format, ap);
	va_end(ap);
	b->len += (size_t)n;
}

struct span
buf_as_span(const struct buf *b)
{
	struct span ret = { b->s == NULL ? "" : b->s, b->len };

	return ret;
}

void
buf_reset(struct buf *b)
{
	b->len = 0;
	b->full = false;
	if (b->s != NULL)
		b->s[0] = '\0';
}

void
buf_shift(struct buf *b, size_t n)
{
	if (n > b->len)
		n = b->len;
	if (n == 0)
		return;

	/* with the NUL */
	memmove(b->s, b->s + n, b->len - n + 1);
	b->len -= n;
}

void
buf_done(struct buf *b)
{
	free(b->s);
	buf_init(b, b->len_max);
}
