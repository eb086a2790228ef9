#ifndef SGT_BASE_OCTETS_H
#define SGT_BASE_OCTETS_H

#include <stdint.h>

/*
 * Eight bytes of a text at once, the first in the lowest bits.  Of a mask's
 * marked bytes the lowest is exact; those above it may be wrong.
 */

#define OCTETS_LOW 0x0101010101010101u
#define OCTETS_HIGH 0x8080808080808080u

static inline uint64_t
octets_load(const char *p)
{
	uint64_t x;

	memcpy(&x, p, sizeof(x));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	x = __builtin_bswap64(x);
#endif
	return x;
}

/* Marks the bytes that are c. */
static inline uint64_t
octets_find(uint64_t x, unsigned char c)
{
	x ^= OCTETS_LOW * c;
	return (x - OCTETS_LOW) & ~x & OCTETS_HIGH;
}

/* 1 in each byte that is c, 0 in all others; exact. */
static inline uint64_t
octets_is(uint64_t x, unsigned char c)
{
	x ^= OCTETS_LOW * c;
	x |= (x & ~OCTETS_HIGH) + ~OCTETS_HIGH;
	return ~x >> 7 & OCTETS_LOW;
}

/* How many bytes are 1, of those that are 0 or 1. */
static inline size_t
octets_count(uint64_t x)
{
	return (size_t)(x * OCTETS_LOW >> 56);
}

/* The first marked byte of a mask that is not 0. */
static inline int
octets_first(uint64_t mask)
{
	return __builtin_ctzll(mask) >> 3;
}

/* Marks a quote, a backslash, a control and what is not ASCII. */
static inline uint64_t
octets_find_special(uint64_t x)
{
	return ((x - OCTETS_LOW * 0x20) |
		   ((x ^ OCTETS_LOW * '"') - OCTETS_LOW) |
		   ((x ^ OCTETS_LOW * '\\') - OCTETS_LOW) | x) &
	    OCTETS_HIGH;
}

/* The first byte that is one of those. */
static inline const char *
octets_plain(const char *p, const char *end)
{
	const char *begin = p;
	uint64_t mask;

	for (; end - p >= 8; p += 8) {
		mask = octets_find_special(octets_load(p));
		if (mask != 0)
			return p + octets_first(mask);
	}
	/* the last eight: of those seen already none was one */
	if (p < end && end - begin >= 8) {
		mask = octets_find_special(octets_load(end - 8));
		return mask == 0 ? end : end - 8 + octets_first(mask);
	}
	for (; p < end; p++) {
		unsigned char c = (unsigned char)*p;

		if (c < 0x20 || c >= 0x80 || c == '"' || c == '\\')
			break;
	}
	return p;
}

#endif
