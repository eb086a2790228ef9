#ifndef SGT_MODEL_ORIGIN_H
#define SGT_MODEL_ORIGIN_H

#include <stdbool.h>

#include "base/text.h"

struct buf;
struct err;
struct json;

/*
 * Who asked for a task: the profile that is told, and the request's opaque
 * name.  Document 002, Register An Origin.
 */
#define ORIGIN_VERSION "sergeant.callback-origin/v1"
#define ORIGIN_RECORD_VERSION "sergeant.callback-origin-registry/v1"
#define PROFILE_MAX 32
#define CORRELATION_MAX 128

/* ^[a-z][a-z0-9-]{0,31}$ */
bool origin_is_profile(struct span s);

/* Both names, refused with 64 as on a command line. */
int origin_check(struct span profile, struct span correlation, struct err *e);
/* ^[a-z][a-z0-9._-]{7,127}$, and no run of 17 to 20 digits: 64. */
int origin_check_correlation(struct span correlation, struct err *e);

struct origin {
	struct span profile;
	struct span correlation;
};

/* Exactly its members; spans of the text (no name of it holds an escape). */
int origin_parse(const struct json *j, struct origin *ret, struct err *e);
/* The whole file, newline included. */
void origin_print(const struct origin *o, struct buf *out);

/* Who a correlation was given to, for ever. */
enum origin_kind {
	ORIGIN_CALLBACK = 1,
	ORIGIN_ADMISSION
};

struct origin_record {
	struct span correlation;
	enum origin_kind kind;
	struct span task;
};

int origin_record_parse(
    const struct json *j, struct origin_record *ret, struct err *e);
void origin_record_print(const struct origin_record *r, struct buf *out);

#endif
