#ifndef SGT_STORE_JOURNAL_H
#define SGT_STORE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/pool.h"
#include "disk/log.h"
#include "model/event.h"
#include "model/receipt.h"
#include "store/home.h"

struct err;

/*
 * journal/: the only truth of what was told, to whom, and what came of it.
 * Appended by anybody through journal_append, under locks/journal.
 * DESIGN.md 7 and 8.
 */
struct journal {
	struct log log;
	const struct home *home;
	/* the index of (event id, recipient), and (verdict, event id) */
	void *ids;
	struct pool pool;
	struct buf scratch;
};

int journal_open(
    const struct home *h, bool make, struct journal *ret, struct err *e);
void journal_close(struct journal *j);

/*
 * Append events in one commit.  For each, under the lock, with the index caught
 * up first: the recipients that were not told yet get the event; where all were,
 * a sergeant.receipt.duplicate line is written if the event names a verdict that the
 * journal does not yet name with it (else nothing is written); an event without
 * recipients is written as parked.  ret has one receipt an event, its spans in
 * j->pool until the next call.  fallback workspace slug and `seq` are added.
 */
int journal_append(struct journal *j, const struct event *ev, size_t n,
    struct receipt *ret, struct err *e);

/* Read on from where log_seek put it. 1, 0 at the end, -1. */
int journal_next(
    struct journal *j, struct pool *p, struct event *ret, struct err *e);

/*
 * Retention: whole segments older than 7 days or beyond 100 MB, never past
 * decide's cursor, after the inboxes' fold was saved as a snapshot.
 */
#define JOURNAL_KEEP_MS 604800000
#define JOURNAL_KEEP_BYTES 104857600
int journal_rotate(
    struct journal *j, int64_t decide_cursor, int64_t now_ms, struct err *e);

#endif
