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
void buf_add(struct buf *b, const char *s, size_t len);
void buf_span(struct buf *b, struct span s);
/* A C string. */
void buf_text(struct buf *b, const char *s);
void buf_byte(struct buf *b, char c);
void buf_int(struct buf *b, int64_t n);
void buf_format(struct buf *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/*
 * Room for n more bytes at the end; NULL when that passes the cap.  The
 * caller adds to len what it wrote there, and a NUL where that is less than n.
 */
char *buf_room(struct buf *b, size_t n);
struct span buf_as_span(const struct buf *b);
/* Empty it, keep the memory, clear `full`. */
void buf_reset(struct buf *b);
/* Drop the first n bytes. */
void buf_shift(struct buf *b, size_t n);
void buf_done(struct buf *b);

#endif
