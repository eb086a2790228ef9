#ifndef SGT_MODEL_SUBJECT_H
#define SGT_MODEL_SUBJECT_H

#include <stdbool.h>

#include "base/text.h"

struct err;

/*
 * The addressable thing, <scheme>:<path>: scheme [a-z][a-z0-9+.-]{0,31}, a
 * path of 1 to 2,000 bytes without control characters or white space,
 * well-formed UTF-8.  http and https subjects are the URL itself.
 * A008; DESIGN.md 2.
 */
#define SUBJECT_MAX 2048
#define SUBJECT_PATH_MAX 2000

int subject_check(struct span s, struct err *e);
struct span subject_scheme(struct span s);

/*
 * How a person says it: the path alone ("acme/widgets#7", "disk"), the whole
 * URL for http(s).  A span of s.
 */
struct span subject_short(struct span s);

/*
 * Does a URL in it carry a user and password (of ssh: a password)?  Such a text
 * is refused and never printed.  DESIGN.md 10.
 */
bool subject_has_secret(struct span s);

#endif
