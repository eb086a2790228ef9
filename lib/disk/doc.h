#ifndef SGT_DISK_DOC_H
#define SGT_DISK_DOC_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/json.h"

struct err;

/*
 * Versioned JSON documents.  An unknown version or a corrupt one is moved to
 * quarantine/ and reported, never guessed at, never overwritten.
 */
#define DOC_MAX (1024 * 1024)

enum doc_result {
	DOC_LOADED = 0,
	DOC_ABSENT = 1,
	/* moved aside; e says why and where (status 78) */
	DOC_QUARANTINED = 2
};

/*
 * Read name; its "version" must be within [1, version].  *ret is a span of
 * text, which the caller owns.  Returns a doc_result, or -1 where it could not
 * be read.  An older version is the caller's to migrate.
 */
int doc_load(int dir, const char *name, int64_t version, struct buf *text,
    struct json *ret, struct err *e);

/*
 * Move a document to quarantine/ for what its text means: DOC_QUARANTINED, and
 * e says why and where it is now (status 78); -1 where that failed.
 */
int doc_set_aside(int dir, const char *name, const char *why, struct err *e);

/*
 * Replace what can be made anew (a view, the schedule, a cache), not fsynced.
 * Where there is one of another version it is set aside first: 1, and e says so
 * (status 78).
 */
int doc_replace_view(int dir, const char *name, int64_t version,
    struct span text, struct err *e);

/* One change: text.s == NULL removes. */
struct doc_change {
	const char *name;
	struct span text;
};

/*
 * Make all changes durable: temps, fsync each up to 16 and syncfs once above,
 * renames and unlinks in the given order, one fsync of the folder.  A death
 * between leaves each document old or new, in that order.  DESIGN.md 9.
 */
int doc_commit(int dir, const struct doc_change *c, size_t n, struct err *e);

#endif
