#ifndef SGT_MODEL_VERDICT_H
#define SGT_MODEL_VERDICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/id.h"
#include "base/json.h"
#include "base/text.h"
#include "model/entry.h"
#include "model/event.h"

struct buf;
struct err;
struct pool;

/* What decide concluded for one watch.  sergeant.verdict.<kind> */
enum verdict_kind {
	VERDICT_QUIET = 1,
	/* only info: journaled, wakes nobody */
	VERDICT_RECORD,
	VERDICT_WAKE,
	VERDICT_TERMINAL,
	VERDICT_STOP
};

const char *verdict_kind_name(enum verdict_kind k);
bool verdict_kind_parse(struct span s, enum verdict_kind *ret);

/* The step of DESIGN.md 7 that decided. */
enum why {
	WHY_NONE,
	/* the watch has ended, and says the same again */
	WHY_ENDED,
	/* removed or paused meanwhile */
	WHY_GONE,
	WHY_PAUSED,
	/* an older look than the one decided on, or an inbound seq behind */
	WHY_STALE,
	WHY_TERMINAL,
	WHY_BUDGET,
	/* the look failed: back off */
	WHY_ERROR,
	WHY_UNATTEMPTED,
	WHY_THROTTLED,
	/* a way could not be read six times */
	WHY_BLIND,
	/* nothing is true that was not told already */
	WHY_NOTHING,
	WHY_MASKED,
	/* --for has not yet passed */
	WHY_MATURING,
	/* first look: occurrences are the baseline */
	WHY_BASELINE,
	/* waits in the window */
	WHY_HELD,
	WHY_FLAPPING,
	/* types do not ask for it */
	WHY_FILTERED,
	WHY_CLOSED,
	/* conditions or occurrences due */
	WHY_DUE,
	WHY_RECOVERED,
	WHY_FLOOR,
	WHY_STALL,
	/* until at or count */
	WHY_UNTIL
};

const char *why_name(enum why w);
bool why_parse(struct span s, enum why *ret);

/* For --explain: what became of one entry of the fact, or of one key. */
struct remark {
	struct span key;
	enum why why;
	/* for MASKED, MATURING, HELD: until then; 0 unknown */
	int64_t until_ms;
};

struct verdict {
	/* empty on a quiet one until decide_name gives it one (--explain) */
	char id[ID_MAX];
	enum verdict_kind kind;
	enum why why;
	struct span watch;
	struct span subject;
	int64_t time_ms;
	struct span summary;
	/* keys of the entries that are told */
	struct span *keys;
	size_t n_keys;
	enum outcome outcome;
	/* what may be told, in order; every span in the pool */
	struct event *events;
	size_t n_events;
	/* ids (24 hex, "evt_") of occurrences newly seen */
	struct span *seen;
	size_t n_seen;
	/*
	 * Ids of all the occurrences a complete look shows, whatever became of
	 * them: the store never forgets those, however many came after.
	 */
	struct span *shown;
	size_t n_shown;
	/* the observation's data */
	struct json evidence;
	struct remark *remarks;
	size_t n_remarks;
	/* the next state differs from the given one: it must be written */
	bool changed;
};

/*
 * One CloudEvents line without newline; data {why,keys,outcome,events,
 * evidence}, with `explain` (remarks) where explained.
 */
void verdict_print(const struct verdict *v, bool explain, struct buf *out);

/* For deliver: the envelope, kind, why, and the events as scanned. */
int verdict_parse(
    const struct event *ev, struct pool *p, struct verdict *ret, struct err *e);

#endif
