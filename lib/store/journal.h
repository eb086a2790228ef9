#ifndef SGT_STORE_JOURNAL_H
#define SGT_STORE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"
#include "disk/log.h"
#include "model/event.h"
#include "model/receipt.h"
#include "store/home.h"

struct err;
struct journal_writing;

/*
 * journal/: the only truth of what was told, to whom, and what came of it.
 * Appended by anybody through journal_append, under locks/journal.
 * DESIGN.md 7 and 8.
 */
struct journal {
	struct log log;
	const struct home *home;
	/* made at the first append: who was told what, and what is under way */
	struct journal_writing *writing;
};

int journal_open(
    const struct home *h, bool make, struct journal *ret, struct err *e);
void journal_close(struct journal *j);

/*
 * Append events in one commit.  For each, under the lock, with the index caught
 * up first:
 * - recipients that were not told this event yet: the event, with those alone
 *   (receipt journaled);
 * - all were told: sergeant.receipt.duplicate, if the event names a verdict
 *   with which the journal does not name it yet, else nothing (duplicate);
 * - no recipients, or `parked`: the event with recipients [] and `parked`
 *   ("nobody" unless it says why), if the journal does not name it yet
 *   (undeliverable, then duplicate).
 * sergeant.inbox.*, sergeant.wake.* and sergeant.receipt.* are records: never
 * parked, written once.  `workspace` (the slug, unless set) and `seq` are
 * added.
 *
 * ret has one receipt an event, its spans those of the event or of p; seq is
 * that of the line that told it.  Waits at most LOCK_WAIT_MS (75).
 */
int journal_append(struct journal *j, const struct event *ev, size_t n,
    struct pool *p, struct receipt *ret, struct err *e);

/*
 * The same for one who makes the next batch ready while this one is synced:
 * it is durable, and its receipts may be shown, when the next journal_write or
 * journal_settle returns 0; ev and p must live until then.  Where it fails (65:
 * one could not be written) nothing of its own batch is.  Of none (n 0) it waits
 * for all before.  The lock is held until journal_settle, which must follow
 * soon, and before anything slow; it fails for good once anything could not be
 * synced.
 */
int journal_write(struct journal *j, const struct event *ev, size_t n,
    struct pool *p, struct receipt *ret, struct err *e);
int journal_settle(struct journal *j, struct err *e);

/*
 * Read on from where log_seek put it: 1, 0 at the end, -1 (65: a line that
 * is no event, passed over by the next call).
 */
int journal_next(
    struct journal *j, struct pool *p, struct event *ret, struct err *e);

/* log_verify; with salvage under locks/journal. */
int journal_verify(struct journal *j, bool salvage,
    void (*say)(void *arg, const char *text), void *arg, struct err *e);

/*
 * Retention: whole segments last written 7 days ago, or beyond 100 MB, never
 * past decide's cursor (the last seq it took in).  save() first makes durable
 * what is folded from all lines below `seq`; it holds no lock of ours
 * meanwhile.
 */
#define JOURNAL_KEEP_MS 604800000
#define JOURNAL_KEEP_BYTES 104857600
int journal_rotate(struct journal *j, int64_t decide_cursor, int64_t now_ms,
    int (*save)(void *arg, int64_t seq, struct err *e), void *arg,
    struct err *e);

#endif
