#ifndef SGT_JOURNAL_STREAM_H
#define SGT_JOURNAL_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/lane.h"
#include "cli/events.h"
#include "cli/shown.h"
#include "store/journal.h"
#include "store/telling.h"

struct err;

/*
 * Events on their way into the journal in parts of `batch`, one commit each:
 * while one is synced the next is read and the receipts of earlier ones are
 * made.  Nothing is said before it is durable, nor under the lock.
 */
#define N_PARTS 8

struct part {
	struct stream *stream;
	struct telling telling;
	/* but perhaps not durable yet, and not shown */
	bool is_written;
	/* its receipts are made */
	struct lane_work work;
};

struct stream {
	struct journal *journal;
	int64_t batch;
	struct events in;
	struct shown shown;
	struct part parts[N_PARTS];
	size_t n_filled;
	struct lane showing;
};

/* files: operands of a filter.  It must stay where it is. */
void
stream_open(struct stream *s, struct journal *j, char *files[], int64_t batch);
/* What events_batch(&s->in) brought; on failure what is durable is shown. */
int stream_write_read(struct stream *s, struct err *e);
void stream_close(struct stream *s);

#endif
