#ifndef SGT_BASE_ULID_H
#define SGT_BASE_ULID_H

#include <stdint.h>

#include "base/id.h"

/* https://github.com/ulid/spec: 10 characters of time, 16 of chance */
#define ULID_LEN 26
#define ULID_ALPHABET "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/*
 * A fresh, sortable id for what a user creates: prefix ("sen_") and a ULID
 * (48 bits of now_ms, 80 random bits, Crockford's base 32).  The only ids
 * that are not functions of what they name.
 */
void ulid_new(char ret[ID_MAX], const char *prefix, int64_t now_ms);

/* The one after it: what is made in one go keeps its order. */
void ulid_next(char ret[ID_MAX], const char *previous);

/* prefix and 26 characters of a ULID?  Pure. */
bool ulid_is(struct span s, const char *prefix);

#endif
