#ifndef SGT_BASE_HASH_H
#define SGT_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

#define HASH_HEX_MAX 65

/* SHA-256 in lower-case hex (nettle: no start-up cost, unlike libcrypto). */
void hash_sha256_hex(char ret[HASH_HEX_MAX], struct span s);

/* n bytes as 2n lower-case digits and a NUL. */
void hash_hex(char *ret, const void *bytes, size_t n);

/*
 * CRC-32C of s, going on from crc (0 to begin).  Records on disk carry it as
 * eight hex digits.  spec/durability.md 2.2 rule 10.
 */
uint32_t hash_crc32c(uint32_t crc, const void *s, size_t len);

/* A 64-bit hash for tables in memory; never written anywhere. */
uint64_t hash_table(struct span s);

#endif
