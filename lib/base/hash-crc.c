#include "base/hash.h"

/* Apart from hash.c: asking the processor is nothing for pure code. */

/* CRC-32C, reflected polynomial 0x82f63b78: RFC 3720 appendix B.4 */
static const uint32_t table[16] = { 0x00000000, 0x105ec76f, 0x20bd8ede,
	0x30e349b1, 0x417b1dbc, 0x5125dad3, 0x61c69362, 0x7198540d, 0x82f63b78,
	0x92a8fc17, 0xa24bb5a6, 0xb21572c9, 0xc38d26c4, 0xd3d3e1ab, 0xe330a81a,
	0xf36e6f75 };

/* Four bits at a time: small, and 300 MB/s suffice where this runs. */
static uint32_t
by_table(uint32_t crc, const unsigned char *s, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		crc ^= s[i];
		crc = crc >> 4 ^ table[crc & 15];
		crc = crc >> 4 ^ table[crc & 15];
	}
	return crc;
}

#if defined(__x86_64__)

__attribute__((target("sse4.2"))) static uint32_t
by_sse(uint32_t crc, const unsigned char *s, size_t len)
{
	uint64_t wide = crc, x;

	for (; len >= 8; s += 8, len -= 8) {
		memcpy(&x, s, 8);
		wide = __builtin_ia32_crc32di(wide, x);
	}
	crc = (uint32_t)wide;
	for (; len > 0; s++, len--)
		crc = __builtin_ia32_crc32qi(crc, *s);
	return crc;
}

#endif

uint32_t
hash_crc32c(uint32_t crc, const void *s, size_t len)
{
#if defined(__x86_64__)
	if (__builtin_cpu_supports("sse4.2"))
		return ~by_sse(~crc, s, len);
#endif
	return ~by_table(~crc, s, len);
}
