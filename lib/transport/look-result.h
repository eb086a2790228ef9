#ifndef SGT_TRANSPORT_LOOK_RESULT_H
#define SGT_TRANSPORT_LOOK_RESULT_H

#include "transport/look-part.h"

/* What a kind says of a subject, and what becomes of it. */

/* What a kind may say; a number is a time in ms. */
struct result {
	struct span subject;
	struct span collection;
	struct json revision;
	bool attempted;
	bool complete;
	bool settled;
	struct json error;
	struct json cursor;
	struct json entries;
	int64_t recheck_at_ms;
	/* the server could not cope with so many at once */
	bool too_heavy;
	/* the call's first request was throttled, though not by its status; 0:
	 * nobody said until when */
	bool throttled;
	int64_t throttled_until_ms;
};

/* One line of a kind, strictly: spans of it, or in p.  -1 with 65. */
int result_read(
    struct span line, struct pool *p, struct result *ret, struct err *e);
/* RFC 3339, or a number of ms. */
int result_read_time(
    const struct json *j, const char *name, int64_t *ret, struct err *e);

/*
 * The observation of the look it speaks of goes out, with conditions and
 * objective taken in.  A line that is wrong fails the look it is of, or where
 * that is unknown all that have no answer yet.
 */
void result_take(struct looks *ls, struct call *c, struct span line);
/* The look's answer is that it failed.  retry_at_ms: 0 where not known. */
void result_fail(struct looks *ls, struct call *c, struct look *l,
    enum error_class class, const char *brief, bool attempted,
    int64_t retry_at_ms);
/* Every look of the call that has no answer yet. */
void result_fail_rest(struct looks *ls, struct call *c, const struct err *e);

#endif
