#ifndef SGT_BASE_GLOB_H
#define SGT_BASE_GLOB_H

#include <stdbool.h>

#include "base/text.h"

/* '*' matches any run, also an empty one; everything else itself.  A043. */
bool glob_match(struct span pattern, struct span text);

/* A pattern that ends in one '*' is a plain prefix; else exact.  A042. */
bool glob_prefix(struct span pattern, struct span text);

#endif
