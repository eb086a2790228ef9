#ifndef SGT_STORE_JOURNAL_TAKE_H
#define SGT_STORE_JOURNAL_TAKE_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/pool.h"
#include "disk/log.h"
#include "model/event.h"
#include "model/receipt.h"
#include "store/journal-told.h"

struct err;

/*
 * The lines of one append, made of events that were not told yet: all that
 * goes before its write, under locks/journal.
 */
struct journal_batch {
	/* borrowed, by journal_batch_init */
	struct told *told;
	const struct log *log;
	const char *slug;

	/* the seq its first line will have: the caller's to set */
	int64_t first_seq;
	/* line i ends at ends[i] */
	struct buf lines;
	size_t *ends;
	size_t cap_ends;
	size_t n_lines;
	/* while it takes: the time of its receipts, and what no event says */
	struct span time;
	struct pool *pool;
	struct buf list;
};

void journal_batch_init(struct journal_batch *b, struct told *told,
    const struct log *l, const char *slug);
void journal_batch_done(struct journal_batch *b);

/*
 * What it held is dropped.  One receipt an event, true once the lines are
 * durable, as journal_append has it; what they tell is staged in told.  On
 * failure nothing is, and no line is to be written.
 */
int journal_batch_take(struct journal_batch *b, const struct event *ev,
    size_t n, struct pool *p, struct receipt *ret, struct err *e);

#endif
