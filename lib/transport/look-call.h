#ifndef SGT_TRANSPORT_LOOK_CALL_H
#define SGT_TRANSPORT_LOOK_CALL_H

#include "transport/fetch.h"
#include "transport/look-part.h"

/* One call of a kind: what it asks, what was answered, what is said of it. */

#define ASKS_MAX 256

struct ask {
	struct request request;
	/* as the kind gave it */
	struct span text;
	/* how often the kind had been asked when it named this */
	int64_t round;
	/* NULL where it was not sent: its way rests until then */
	struct fetch *fetch;
	int64_t resting_ms;
	/* what is remembered of its URL; in the call's pool */
	struct json known;
};

/* The looks of one call of a kind. */
struct call {
	struct pool pool;
	struct kind_run *run;
	/* its subjects have this group `host`; absent for none */
	struct span host;
	struct look *looks;
	size_t n_looks;
	struct ask *asks;
	size_t n_asks;
	size_t cap_asks;
	int64_t rounds;
	/* the worker was just asked, and wants no more: it knows the answers */
	bool is_told;
	/* what is remembered of it, where that may be used again */
	struct json stored;
	struct buf stored_text;
	/* host and credential's name of what was asked first */
	struct span way;
	/*
	 * results said that the first request was throttled, or that they are
	 * for want of an answer; until when, 0 where nobody said
	 */
	bool throttled;
	bool rate_limited;
	int64_t throttled_until_ms;
	bool was_heavy;
	/* result lines, to be stored if each says until when it lasts */
	struct buf results;
	size_t n_lasting;
	int64_t recheck_at_ms;
	/* of each, "SUBJECT":[what it is part of], commas between */
	struct buf subjects;
	struct call *next;
};

void call_start(struct looks *ls, struct call *c);
/* All it asked for is there.  True when it is over (and freed). */
bool call_advance(struct looks *ls, struct call *c);
bool call_is_ready(const struct call *c);
void call_free(struct looks *ls, struct call *c);
/* Room for one more ask, zeroed; NULL where there are ASKS_MAX. */
struct ask *call_ask_room(struct call *c);
/* Ask the kind what to ask; adds to c->asks.  How many, or -1. */
int call_requests(struct looks *ls, struct call *c, struct err *e);
void
call_observe(struct looks *ls, struct call *c, const struct buf *responses);
/* {"subject",…} of one look, the input of an operation. */
void
call_print_look(const struct looks *ls, const struct look *l, struct buf *out);

/* look-probe.c: a kind that is an executable gets the due lines themselves. */
void probe_start(struct looks *ls, struct call *c);
void probe_answer(struct looks *ls, struct call *c);

#endif
