#ifndef SGT_STORE_TELLING_H
#define SGT_STORE_TELLING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/pool.h"
#include "engine/route.h"
#include "model/event.h"
#include "model/receipt.h"
#include "store/home.h"
#include "store/journal.h"

struct err;

/*
 * What is to be told in one commit: events, routed, each with the file that
 * holds the facts behind it.  Zero with a home is empty.  DESIGN.md 7.
 */
struct telling {
	const struct home *home;
	/* whom route knows of; empty: those an event names */
	struct world world;
	/* not routed: recipients on an event are used as they are */
	bool as_given;
	struct event *events;
	struct span *evidence;
	struct receipt *receipts;
	size_t n;
	size_t cap_events;
	size_t cap_evidence;
	size_t cap_receipts;
	/* of the last commit: why some were not told */
	struct err *refused;
	size_t n_refused;
	size_t cap_refused;
	struct pool pool;
	struct buf scratch;
};

/* Forget what was added, for the next batch. */
void telling_reset(struct telling *t);
void telling_done(struct telling *t);

/*
 * A verdict's events, or the event itself.  -1 and nothing added: it is none
 * (65).  1: it is to be told, but its evidence could not be kept, as e says.
 * ev's texts must live until the commit.
 */
int telling_add(
    struct telling *t, const struct event *ev, int64_t now_ms, struct err *e);

/*
 * The one commit; t->receipts has one for each of t->n.  Where one event
 * cannot be written (65) the others are, one by one; its receipt's kind is 0
 * and t->refused says why.
 */
int telling_commit(struct telling *t, struct journal *j, struct err *e);
/* Its first half: durable, and t free again, as journal_write says. */
int telling_write(struct telling *t, struct journal *j, struct err *e);

#endif
