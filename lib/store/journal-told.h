#ifndef SGT_STORE_JOURNAL_TOLD_H
#define SGT_STORE_JOURNAL_TOLD_H

#include <stdint.h>

#include "base/pool.h"
#include "base/text.h"
#include "disk/log.h"
#include "model/event.h"
#include "store/index.h"
#include "store/journal-ids.h"

struct err;

/*
 * Who was told what: the journal's index with its lines behind it, so that no
 * two hashes that agree can swallow an event.  Under locks/journal.
 */

/* Its data names the event that all had been told. */
#define TOLD_DUPLICATE "sergeant.receipt.duplicate"

enum told_kind {
	/* event id, recipient */
	TOLD_TO = 'r',
	/* event id: a line without recipients */
	TOLD_NOBODY = 'n',
	/* verdict, event id: a line that settles */
	TOLD_NAMED = 'v'
};

struct told_key {
	enum told_kind kind;
	struct span a;
	struct span b;
	uint64_t hash;
};

struct told_staged {
	struct told_key key;
	int64_t seq;
};

struct told {
	struct ids ids;
	/* the last line it has that told_save did not see; 0: none */
	int64_t ids_seq;
	/* reads what the index lags, and the lines that hits point at */
	struct log reader;
	bool reader_open;
	/* the last line read for a hit */
	struct event line;
	int64_t line_seq;
	struct pool pool;
	/* keys of lines not yet on disk, and where they are */
	struct told_staged *staged;
	size_t n_staged;
	size_t cap_staged;
	struct index staged_index;
};

/*
 * Take in what the journal has that the index lacks; next: the journal's next
 * seq.
 */
int
told_refresh(struct told *t, const struct log *l, int64_t next, struct err *e);

struct told_key told_key(enum told_kind kind, struct span a, struct span b);

/* The seq of the line that says so, 0 for none, -1. */
int64_t told_find(struct told *t, const struct told_key *key,
    const struct log *l, struct err *e);

/*
 * What a line that is about to be written with this seq says: one key; all of
 * the event's; that of its verdict alone, where it has one.  Spans must live
 * until told_commit.
 */
void told_stage(struct told *t, const struct told_key *key, int64_t seq);
void told_stage_line(
    struct told *t, const struct event *ev, int64_t seq, struct pool *p);
void told_stage_named(
    struct told *t, const struct event *ev, int64_t seq, struct pool *p);
/* The lines up to last_seq are durable. */
void told_commit(struct told *t, int64_t last_seq);
/*
 * For others, before the lock is dropped.  An index that cannot be written, or
 * whose writer died before this, lags: no error.
 */
void told_save(struct told *t);
/* What is staged of lines from seq on will not be written. */
void told_forget(struct told *t, int64_t seq);
void told_close(struct told *t);

#endif
