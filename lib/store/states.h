#ifndef SGT_STORE_STATES_H
#define SGT_STORE_STATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/pool.h"
#include "disk/log.h"
#include "engine/way.h"
#include "model/state.h"
#include "model/verdict.h"
#include "store/home.h"

struct err;

/*
 * state/: the keyed log of decisions.  Committed by sgt-decide alone, under
 * locks/decide.  DESIGN.md 7, Transaction; sgt-store(5).
 *
 * A record is one decision in one line, each member where it applies:
 *   {"key","watch","kind","subject","time","own":{},"part":{},"seen":[],
 *    "verdict":{}}   or   {"key":"way:NAME","way":{},"verdict":{}}
 * An append ends with one commit line:
 *   {"commit":{"n","crc","journal":"STORE:EPOCH:SEQ","inbound",
 *    "closed":[VERDICT],"named":[[VERDICT,EVENT]]}}
 * It covers the n lines right before it, crc is CRC-32C over them without
 * their seq, crc and closing brace.  What no commit line covers is not there:
 * lines left by a writer that died stand before the n of the next batch, so
 * that they need not be cut away.  A compacted segment begins with
 * {"snapshot":true}; a reader starts at the newest such.
 */
struct states;

/* Commits move the journal's cursor alone only after that many lines. */
#define STATES_CURSOR_LAG 1000
/* A log is worth compacting from there on; in the middle of a run later. */
#define STATES_COMPACT_BYTES ((int64_t)1024 * 1024)
#define STATES_COMPACT_RUN_BYTES (64 * STATES_COMPACT_BYTES)

/*
 * `write` is sgt-decide, which then refreshes under its lock; others have
 * read what is there.  h must outlive it.
 */
int states_open(
    const struct home *h, bool write, struct states **ret, struct err *e);
void states_close(struct states *s);

/*
 * Take in what others appended since, durable before it is acted on.  Under
 * locks/decide for a writer.  1, and e says so, where damage was set aside
 * and every good record goes on.
 */
int states_refresh(struct states *s, struct err *e);

/*
 * The state of (watch, subject) into ret, its row excepted (zero where there
 * is none).  Spans live until the next commit or refresh.
 */
void states_get(struct states *s, struct span watch, struct span kind,
    struct span subject, struct state *ret);
/* Is the first complete look at it behind us?  For a member's collection. */
bool states_looked(
    struct states *s, struct span watch, struct span kind, struct span subject);
/* The last states_get was for a complete look: what it asked for is shown. */
void states_shown(
    struct states *s, struct span watch, struct span kind, struct span subject);
/* Only the watch's part; NULL where nothing was ever decided. */
const struct watch_state *states_watch(struct states *s, struct span watch);
/* Every (watch, subject) that a part is kept of, members too. */
void states_each_part(struct states *s,
    void (*each)(
	void *arg, struct span watch, struct span kind, struct span subject),
    void *arg);
bool states_way(struct states *s, struct span way, struct way_state *ret);
/* True, and e says why, where a stored part could not be read. */
bool states_fault(struct states *s, struct err *e);
/* log_torn of its log. */
bool states_torn(struct states *s, struct err *ret);

/*
 * Stage one decision (the verdict with its events, the next state).  -1 with
 * 65: it makes no line of the log, nothing is staged, and others go on.
 */
int states_put(struct states *s, struct span watch, struct span kind,
    struct span subject, const struct state *next, const struct verdict *v,
    struct err *e);
/* v may be NULL. */
int states_put_way(struct states *s, const struct way_state *next,
    const struct verdict *v, struct err *e);
/* The line of the verdict just put, until the next put. */
struct span states_put_line(const struct states *s);

/*
 * Turn what is staged, and what states_settle learned, into one append:
 * committed.  Writes nothing where nothing is staged.  After a failure only
 * states_close is left to do.
 */
int states_commit(struct states *s, struct err *e);

/*
 * Read the journal from our cursor: closes each verdict all of whose events
 * have a line with its id; charges turns and tokens.  Staged for the next
 * commit.
 *
 * What a turn cost comes as {"type":"sergeant.wake.accepted","watch":ID,
 * "data":{"turns":N,"tokens":N}}: 1 and 0 where silent; other sergeant.wake.*
 * lines charge what they say.  1, and e says so, where the journal is not the
 * one we knew or lacks lines: it is read from its beginning.
 */
int states_settle(struct states *s, struct err *e);

/* Verdicts not settled, oldest first: each line whole, as it was printed. */
size_t states_open_count(const struct states *s);
/*
 * Those that the journal, as far as states_settle read it, does not name whole.
 */
size_t states_untold_count(const struct states *s);
int states_each_open(struct states *s, int (*each)(void *arg, struct span line),
    void *arg, struct err *e);

int64_t states_inbound_cursor(const struct states *s);
int64_t states_journal_cursor(const struct states *s);
/* Never backwards. */
void states_move_inbound(struct states *s, int64_t seq);

/*
 * Over so many bytes and twice its live part: newest parts, seen ids, open
 * verdicts and cursors to a new segment, older ones unlinked.  alive() tells
 * watches that are still there.  Under locks/decide, with nothing staged.
 */
int states_compact(struct states *s, int64_t bytes,
    bool (*alive)(void *arg, struct span id), void *arg, struct err *e);

#endif
