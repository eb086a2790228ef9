#ifndef SGT_CLI_SHOWN_H
#define SGT_CLI_SHOWN_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "model/event.h"
#include "model/receipt.h"

struct err;
struct table;

/*
 * Records on stdout: JSON lines at once, or for people a table at the end.
 * Zero is a valid, empty one; shown_end releases.
 */
struct shown {
	struct table *table;
	int64_t now_ms;
	/* lines that wait for shown_flush */
	struct buf waiting;
};

/* In memory only: stdout may be slow, and its caller hold a lock. */
void shown_receipts(struct shown *s, const struct receipt *r, size_t n);
void shown_flush(struct shown *s);
void shown_end(struct shown *s);

/*
 * Every event that next() gives: 1 an event, 2 none for now (the next call
 * waits; what is printed is flushed before), 0 the end, -1.  Also ends when
 * stdout is broken.
 */
int shown_all(struct shown *s,
    int (*next)(void *arg, struct event *ret, struct err *e), void *arg,
    struct err *e);

#endif
