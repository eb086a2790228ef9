#ifndef SGT_STORE_BRIEFS_H
#define SGT_STORE_BRIEFS_H

#include "base/text.h"

struct buf;
struct err;

/*
 * What a worker is asked to do: private.  It is read from a file of the
 * caller's and stands in the worktree's own file, nowhere else: no message, name
 * or argument of ours holds any of it.  Document 002, Register An Origin.
 */
#define BRIEF_MAX 16384
#define BRIEF_FILE ".sergeant-brief.md"
#define BRIEF_ACKS ".sergeant-notification-acks"

/*
 * Read it: one descriptor, opened following no link; regular, ours, exactly 0600
 * (77), at most BRIEF_MAX bytes, then as brief_check.  ret has no newline at its
 * end.
 */
int brief_read(const char *path, struct buf *ret, struct err *e);

/*
 * Not empty, strict UTF-8, no control character but tab and newline, nothing
 * shaped like a shell's: 65, with the rule and never the text.  *ret is s
 * without the newlines at its end.
 */
int brief_check(struct span s, struct span *ret, struct err *e);

#endif
