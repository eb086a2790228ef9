#ifndef SGT_BASE_JSON_BLOCK_H
#define SGT_BASE_JSON_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Passing over a nested value of JSON that was scanned already, 64 bytes at
 * once: one bit a byte for quotes and brackets, those inside texts masked
 * out.  Only for json.c; where the processor has no such instructions every
 * block is refused, and the caller goes byte by byte.
 */
#define JSON_BLOCK 64

struct json_block {
	/* how many brackets are open */
	size_t depth;
	/* all ones where the block before ended inside a text */
	uint64_t in_text;
	uint64_t opens;
	uint64_t closes;
};

#if defined(__SSE2__)
#include <emmintrin.h>

/* The bytes of 16 that are c once `bit` is set in them. */
static inline uint64_t
json_block_find(__m128i x, char bit, char c)
{
	__m128i y = _mm_or_si128(x, _mm_set1_epi8(bit));

	return (uint64_t)(unsigned)_mm_movemask_epi8(
	    _mm_cmpeq_epi8(y, _mm_set1_epi8(c)));
}

/*
 * Take in the 64 bytes at p.  False, and nothing is changed, near the end and
 * where one of them is a backslash.
 */
static inline bool
json_block_read(struct json_block *b, const char *p, const char *end)
{
	uint64_t quotes = 0, opens = 0, closes = 0, escapes = 0;
	unsigned i;

	if (end - p < JSON_BLOCK)
		return false;
	for (i = 0; i < 4; i++) {
		__m128i x = _mm_loadu_si128(
		    (const __m128i *)(const void *)(p + 16 * i));

		quotes |= json_block_find(x, 0, '"') << 16 * i;
		escapes |= json_block_find(x, 0, '\\') << 16 * i;
		/* a bracket and a brace differ in this one bit */
		opens |= json_block_find(x, 0x20, '{') << 16 * i;
		closes |= json_block_find(x, 0x20, '}') << 16 * i;
	}
	if (escapes != 0)
		return false;

	/* each bit becomes the parity of the quotes up to it */
	for (i = 1; i < 64; i *= 2)
		quotes ^= quotes << i;
	quotes ^= b->in_text;
	b->in_text = 0 - (quotes >> 63);
	b->opens = opens & ~quotes;
	b->closes = closes & ~quotes;
	return true;
}
/*
 * From p to the first quote or backslash of the next 16 bytes, or past them.
 * Only where there are as many.
 */
static inline const char *
json_block_text(const char *p)
{
	__m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
	uint64_t marks =
	    json_block_find(x, 0, '"') | json_block_find(x, 0, '\\');

	return marks == 0 ? p + 16 : p + __builtin_ctzll(marks);
}
#else
static inline const char *
json_block_text(const char *p)
{
	return p;
}

static inline bool
json_block_read(struct json_block *b, const char *p, const char *end)
{
	(void)b;
	(void)p;
	(void)end;
	return false;
}
#endif

/* After the bracket that closes all, or NULL where the block has none. */
static inline const char *
json_block_end(struct json_block *b, const char *p)
{
	uint64_t marks = b->opens | b->closes;

	while (marks != 0) {
		uint64_t one = marks & (0 - marks);

		if ((b->opens & one) != 0)
			b->depth++;
		else if (--b->depth == 0)
			return p + __builtin_ctzll(one) + 1;
		marks ^= one;
	}
	return NULL;
}

#endif
