#ifndef SGT_STORE_JOURNAL_QUERY_H
#define SGT_STORE_JOURNAL_QUERY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/text.h"
#include "store/journal.h"

struct err;

/* Which lines of the journal a reader wants, and from where. */
struct journal_query {
	/* NULL: from_seq */
	const char *cursor;
	/* 0: the oldest there is */
	int64_t from_seq;
	/* instead: that many lines before the end, and the end is no gap */
	bool is_tail;
	int64_t last;
	/* "stop" (or NULL): a gap is an error; "earliest": it is passed over */
	const char *on_gap;
	/* a glob, and one of the recipients; NULL: any */
	const char *type;
	const char *to;
	/* 0: all */
	int64_t limit;
	/* go on with what is appended later, at most wait_ms; 0: for ever */
	bool follow;
	int64_t wait_ms;

	/* the reading under way */
	struct journal *journal;
	struct pool pool;
	int64_t until_ms;
	/* everything before it is durable */
	int64_t durable_seq;
	bool caught_up;
	int64_t n_given;
	/* to be said before anything else */
	const char *gap_why;
	int64_t gap_from;
	int64_t gap_to;
	/* lines that were no events */
	int64_t n_bad;
};

/*
 * Go to the query's first line.  A cursor that is too old, ahead or of another
 * store is an error (65) that says so.  With on_gap "earliest" it is an event
 * sergeant.journal.gap {why: too_old, ahead or other_store; from, to: the lines
 * that are gone, where that is known}, and then the oldest line there is; never
 * the end.
 */
int
journal_query_start(struct journal_query *q, struct journal *j, struct err *e);

/*
 * arg is the query.  Durable lines only; what it hands out lives until the next
 * call.  1 an event, 0 the end, -1, 2 nothing more for now: the next call
 * waits.
 */
int journal_query_next(void *arg, struct event *ret, struct err *e);

/*
 * The cursor of the last line looked at ("" where there is no journal);
 * releases.  -1 where lines were no events and were passed over.
 */
int journal_query_done(
    struct journal_query *q, char ret[CURSOR_TEXT_MAX], struct err *e);

#endif
