#ifndef SGT_BASE_ID_H
#define SGT_BASE_ID_H

#include <stdbool.h>

#include "base/text.h"

/* "evt_" and 24 hex digits, or "sen_" and a ULID of 26, with the NUL. */
#define ID_MAX 40

/*
 * prefix and the first 24 hex digits of the SHA-256 of the parts, each
 * preceded by its length in decimal and a colon ("3:abc"), so that no two lists
 * of parts collide.  Pure.  DESIGN.md 5: ids are pure functions of what the
 * line says.
 */
void
id_of(char ret[ID_MAX], const char *prefix, const struct span *parts, size_t n);

/* prefix ("evt_") and 24 lower-case hex digits? */
bool id_is(struct span s, const char *prefix);

#endif
