#ifndef SGT_MODEL_STATE_H
#define SGT_MODEL_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "base/text.h"
#include "model/end.h"
#include "model/entry.h"
#include "model/level.h"
#include "model/row.h"

struct buf;
struct err;
struct pool;

/*
 * What decide remembers.  Delivery bookkeeping, never what the subject looks
 * like.  Three parts, each stored in its own place: the watch's own part and
 * the subject's part in one line of state/log, the schedule row in
 * schedule.json.  DESIGN.md 7, Transaction.
 */

#define STATE_SEEN_MAX 1000
#define STATE_CLOSED_MAX 500
#define STATE_CHANGES_MAX 20

/* One condition of one subject, from its first sight until forgotten. */
struct key_state {
	struct span key;
	enum resets_on resets_on;
	enum severity severity;
	struct span type;
	struct span ended_type;
	/* of its last telling, for the end's summary */
	struct span brief;
	/* first sight of this run of presence; moved by failed looks (--for) */
	int64_t since_ms;
	/* last told; 0 never (or the mask has fallen) */
	int64_t told_ms;
	/* the revision it was last told on */
	struct span told_revision;
	/* id of the event that told the beginning; absent: nobody was told */
	struct span episode;
	/* not there now: only its mask and its changes are kept */
	bool over;
	bool flapping;
	/*
	 * id of the event that told it began to flap; absent: nobody was told
	 */
	struct span flap_episode;
	/*
	 * times of its last begins and ends, oldest first; the newest says
	 * `over`
	 */
	int64_t *changes;
	size_t n_changes;
};

/* An occurrence waiting in the window, whole: it may not be seen again. */
struct held {
	int64_t since_ms;
	/* as_of of the look that brought it */
	int64_t time_ms;
	struct span revision;
	struct entry entry;
	/*
	 * of one that was pushed: the event as it came, an object; NONE if not
	 */
	struct json event;
};

/* The part of the one subject. */
struct subject_state {
	/* the newest look or delivery taken in */
	int64_t as_of_ms;
	/* the first complete look is behind us */
	bool looked;
	struct span revision;
	int64_t revision_at_ms;
	struct json cursor;
	/* when the open window opened; 0 none.  Keys not yet told wait in it */
	int64_t window_ms;
	struct key_state *keys;
	size_t n_keys;
	struct held *held;
	size_t n_held;
	/* the streak of equal settled quiet looks; 0 none */
	int64_t settled_ms;
	struct span settled_digest;
	/* the last wake or floor wake, where the watch has a floor */
	int64_t floor_ms;
};

/* The part of the watch as a whole. */
struct watch_state {
	/* charged at the verdict; turns and tokens from receipts */
	int64_t wakes;
	int64_t turns;
	int64_t tokens;
	/* seq of the last wake receipt charged */
	int64_t charged_seq;
	/* events told, for until count */
	int64_t count;
	/* subjects whose end was told: terminal closes, reopened opens */
	struct span *closed;
	size_t n_closed;
	enum end_why ended;
	int64_t ended_ms;
	enum outcome outcome;
};

struct state {
	struct watch_state watch;
	struct subject_state subject;
	/* for a member: its collection's first complete look is behind us */
	bool collection_looked;
	struct row row;
	/*
	 * Is this occurrence (its event id) told already or baseline?  The
	 * store answers from the seen ids of the watch.
	 */
	bool (*seen)(void *arg, struct span id);
	void *seen_arg;
};

/* JSON of the two parts, as members of a state line: "own" and "part". */
int watch_state_parse(const struct json *j, struct pool *p,
    struct watch_state *ret, struct err *e);
void watch_state_print(const struct watch_state *s, struct buf *out);
int subject_state_parse(const struct json *j, struct pool *p,
    struct subject_state *ret, struct err *e);
void subject_state_print(const struct subject_state *s, struct buf *out);

#endif
