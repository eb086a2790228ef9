#ifndef SGT_STORE_STATES_H
#define SGT_STORE_STATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/pool.h"
#include "disk/log.h"
#include "engine/decide.h"
#include "model/state.h"
#include "model/verdict.h"
#include "store/home.h"

struct err;

/*
 * state/: the keyed log of decisions.  One record is one decision in one
 * line: {"key","watch","subject","time","own","part","seen":[…],"verdict":{…}};
 * each append ends with one commit line {"commit":{"n","crc","journal",
 * "inbound","closed":[…],"charged":…}}.  A batch whose commit line is missing or
 * does not match is not there.  Committed by sgt-decide alone, under locks/decide.
 * DESIGN.md 7, Transaction; sgt-store(5).
 */
struct states;

/* Read what is there.  `write` is sgt-decide. */
int states_open(
    const struct home *h, bool write, struct states **ret, struct err *e);
void states_close(struct states *s);

/* Take in what others appended since.  Under locks/decide for a writer. */
int states_refresh(struct states *s, struct err *e);

/*
 * The state of (watch, subject) into ret, its row excepted (zero where there is
 * none).  Spans live until the next commit or refresh.  kind: for the key.
 */
void states_get(struct states *s, struct span watch, struct span kind,
    struct span subject, struct state *ret);
/* Only the watch's part; NULL where nothing was ever decided. */
const struct watch_state *states_watch(struct states *s, struct span watch);
bool states_way(struct states *s, struct span way, struct way_state *ret);

/* Stage one decision (the verdict with its events, the next state). */
int states_put(struct states *s, struct span watch, struct span kind,
    struct span subject, const struct state *next, const struct verdict *v,
    struct err *e);
int states_put_way(struct states *s, const struct way_state *next,
    const struct verdict *v, struct err *e);

/*
 * Turn what is staged, and what states_settle learned, into one append:
 * committed.  Writes nothing where nothing is staged.
 */
int states_commit(struct states *s, struct err *e);

/*
 * Read the journal from our cursor: closes each verdict all of whose events
 * have a line with its id; charges turns and tokens.  Staged for the next commit.
 */
int states_settle(struct states *s, const struct home *h, struct err *e);

/* Verdicts not settled, oldest first: their lines, whole, as printed. */
size_t states_open_count(const struct states *s);
struct span states_open_line(const struct states *s, size_t i);

int64_t states_inbound_cursor(const struct states *s);
int64_t states_journal_cursor(const struct states *s);
void states_move_inbound(struct states *s, int64_t seq);

/*
 * Over 1 MB and twice its live part: newest parts, seen ids, open verdicts and
 * cursors to a new segment, older ones unlinked.  alive() tells watches that are
 * still there.  Under locks/decide.
 */
int states_compact(struct states *s, bool (*alive)(void *arg, struct span id),
    void *arg, struct err *e);

#endif
