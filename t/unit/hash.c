/* the way without the processor's instruction, under another name */
#define hash_crc32c crc32c_here
#define __builtin_cpu_supports(x) 0
#include "../../lib/base/hash-crc.c"
#undef hash_crc32c
#undef __builtin_cpu_supports

#include "unit.h"

uint32_t hash_crc32c(uint32_t crc, const void *s, size_t len);

static void
sha256(const char *s, const char *want)
{
	char got[HASH_HEX_MAX];

	unit_case("SHA-256 of '%.20s'", s);
	hash_sha256_hex(got, span_of(s));
	SAME_TEXT(span_of(got), want);
}

static void
crc(const void *s, size_t len, uint32_t want)
{
	size_t cut;

	unit_case("CRC-32C is %08x", (unsigned)want);
	SAME_INT(hash_crc32c(0, s, len), want);
	SAME_INT(crc32c_here(0, s, len), want);
	for (cut = 0; cut <= len; cut++) {
		uint32_t first = hash_crc32c(0, s, cut);

		if (!SAME_INT(
			hash_crc32c(first, (const char *)s + cut, len - cut),
			want))
			return;
	}
}

static void
crcs(void)
{
	unsigned char s[32];
	size_t i;

	/* RFC 3720 appendix B.4 */
	memset(s, 0, sizeof(s));
	crc(s, sizeof(s), 0x8a9136aa);
	memset(s, 0xff, sizeof(s));
	crc(s, sizeof(s), 0x62a8ab43);
	for (i = 0; i < sizeof(s); i++)
		s[i] = (unsigned char)i;
	crc(s, sizeof(s), 0x46dd794e);
	for (i = 0; i < sizeof(s); i++)
		s[i] = (unsigned char)(31 - i);
	crc(s, sizeof(s), 0x113fdb5c);
	crc("123456789", 9, 0xe3069283);
	crc("", 0, 0);
}

/* Texts that differ little must not share a bucket of a table. */
static void
tables(void)
{
	static unsigned char used[1 << 16];
	char text[64];
	int i, taken = 0, low;

	unit_case("spreads alike texts over a table");
	for (i = 0; i < 1 << 16; i++) {
		(void)snprintf(text, sizeof(text), "github:acme/widgets#%d", i);
		low = (int)(hash_table(span_of(text)) & 0xffff);
		taken += used[low] == 0;
		used[low] = 1;
	}
	/* by chance 63 % of the buckets are taken */
	OK(taken > 39000 && taken < 43500);

	unit_case("tells texts of zeros by their length");
	OK(hash_table((struct span){ "\0", 1 }) !=
	    hash_table((struct span){ "\0\0", 2 }));
	OK(hash_table(span_of("")) == hash_table(span_of(NULL)));
}

int
main(void)
{
	char hex[9];

	/* FIPS 180-4's examples */
	sha256("",
	    "e3b0c44298fc1c149afbf4c8996fb924"
	    "27ae41e4649b934ca495991b7852b855");
	sha256("abc",
	    "ba7816bf8f01cfea414140de5dae2223"
	    "b00361a396177a9cb410ff61f20015ad");
	sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
	    "248d6a61d20638b8e5c026930c3e6039"
	    "a33ce45964ff2167f6ecedd419db06c1");
	crcs();
	tables();

	unit_case("writes bytes in hex");
	hash_hex(hex, "\x00\xff\x1a\xb9", 4);
	SAME_TEXT(span_of(hex), "00ff1ab9");
	return unit_end();
}
