#ifndef SGT_STORE_INBOXES_H
#define SGT_STORE_INBOXES_H

#include <stdint.h>

#include "base/text.h"
#include "engine/hold.h"
#include "engine/inbox.h"
#include "store/home.h"

struct buf;
struct err;

/*
 * inbox/: what the journal means to each party.  PARTY.json is a view, the
 * fold of snapshot-SEQ.jsonl and of the journal after it; cursor.json says up
 * to which line the views are and which there must be.  Whoever reads one
 * folds what is new for all, under locks/inbox.  Views are not fsynced: one
 * that is lost, damaged, too old or of another version is dropped, and all
 * are folded anew; deleting it is the repair.  DESIGN.md 8; sgt-store(5).
 */

/* Who reads which inbox. */
struct inbox_reader {
	const struct home *home;
	struct span party;
	const struct policy *policy;
	/* hears of a view of another version that was set aside; may be NULL */
	void (*warn)(const struct err *e);
};

/*
 * The inbox of one party, up to date; inbox_done releases it.  The party need
 * not be known.  A view that cannot be written is no failure.
 */
int inboxes_read(const struct inbox_reader *r, int64_t now_ms,
    struct inbox *ret, struct err *e);

/*
 * Until something unread asks for attention, as of now: 0 and the inbox with
 * what is due released; 1 when deadline_ms (clock_mono_ms) passed.
 */
int inboxes_wait(const struct inbox_reader *r, int64_t deadline_ms,
    struct inbox *ret, struct err *e);

/*
 * Journal that the party has read these messages as `in` has them, and all up
 * to seq `through` (0: none); until_ms holds what comes of their keys till
 * then (0: no).  What was folded in since stays unread.  *ret_line is the line
 * that was written.
 */
struct inbox_ack {
	const struct inbox *in;
	/* n of in's messages */
	const struct message *const *list;
	size_t n;
	int64_t through;
	int64_t until_ms;
	/* is told of a torn tail of the journal that was set aside */
	void (*warn)(const struct err *e);
};

int inboxes_ack(const struct home *h, const struct inbox_ack *ack,
    int64_t now_ms, struct buf *ret_line, struct err *e);

/*
 * Before the journal drops lines: the fold of all up to its end, durably, as a
 * snapshot; older ones are unlinked.  Lines up to *ret_seq may go.  Takes and
 * drops locks/inbox.
 */
int inboxes_snapshot(const struct home *h, const struct policy *p,
    int64_t now_ms, int64_t *ret_seq, struct err *e);

/* The same for journal_rotate: arg is a struct inboxes_saving. */
struct inboxes_saving {
	const struct home *home;
	const struct policy *policy;
	int64_t now_ms;
};

int inboxes_save(void *arg, int64_t seq, struct err *e);

#endif
