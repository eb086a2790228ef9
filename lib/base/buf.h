#ifndef SGT_BASE_BUF_H
#define SGT_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/*
 * The only growable text.  Zero is a valid, empty buffer without a cap of
 * its own (64 MiB).  From the first addition that passes the cap on nothing is
 * added and `full` is set, so that a writer checks once at the end.  s is
 * NUL-terminated when not NULL.
 */
struct buf {
	char *s;
	size_t len;
	size_t cap;
	size_t len_max;
	bool full;
};

void buf_init(struct buf *b, size_t len_max);
void buf_int(struct buf *b, int64_t n);
void buf_format(struct buf *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same as buf_room, where there is none yet. */
char *buf_grow(struct buf *b, size_t n);
/*
 * Room for n more bytes at the end; NULL when that passes the cap.  The
 * caller adds to len what it wrote there, and a NUL where that is less than n.
 */
static inline char *
buf_room(struct buf *b, size_t n)
{
	/* one more for the NUL */
	if (b->cap - b->len <= n || b->full)
		return buf_grow(b, n);
	b->s[b->len + n] = '\0';
	return b->s + b->len;
}

/* These are most of what printing takes. */
static inline void
buf_add(struct buf *b, const char *s, size_t len)
{
	char *p;

	if (len == 0)
		return;

	p = buf_room(b, len);
	if (p == NULL)
		return;

	memcpy(p, s, len);
	b->len += len;
}

static inline void
buf_span(struct buf *b, struct span s)
{
	buf_add(b, s.s, s.len);
}

/* A C string. */
static inline void
buf_text(struct buf *b, const char *s)
{
	buf_add(b, s, strlen(s));
}

static inline void
buf_byte(struct buf *b, char c)
{
	buf_add(b, &c, 1);
}

struct span buf_as_span(const struct buf *b);
/* Empty it, keep the memory, clear `full`. */
void buf_reset(struct buf *b);
/* Drop the first n bytes. */
void buf_shift(struct buf *b, size_t n);
void buf_done(struct buf *b);

#endif
