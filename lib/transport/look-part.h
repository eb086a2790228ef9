#ifndef SGT_TRANSPORT_LOOK_PART_H
#define SGT_TRANSPORT_LOOK_PART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/pool.h"
#include "model/observation.h"
#include "transport/fetch.h"
#include "transport/jq.h"
#include "transport/look.h"

/*
 * What a run of looks is made of, between the files of look-*.c: a look is one
 * subject asked once, a call is some looks that a kind is asked of together,
 * an ask is one request of it.
 */

#define CALLS_MAX 128
#define ASKS_MAX 256
#define SETS_MAX 16
#define LOOKS_TABLE 4096

/* A due line: who asked. */
struct asker {
	struct span watch;
	struct span objective;
	struct asker *next;
};

/* One (kind, subject, config, prior); lives in its own pool. */
struct look {
	struct pool pool;
	struct kind_run *run;
	struct span subject;
	struct json config;
	struct json prior;
	/* end of the last look that was attempted; 0: somebody had none */
	int64_t looked_at_ms;
	/* all who ask, ask every 15 s for a while */
	bool hot;
	char key[HASH_HEX_MAX];
	char id[16];
	struct asker *askers;
	int64_t began_ms;
	bool answered;
	/* the answer was too heavy; it is asked once more, in a smaller call */
	bool heavy;
	bool again;
	/* what the conditions gave, a JSON object; empty where not asked */
	struct buf values;
	/* the condition that failed */
	struct err fault;
	struct look *next;
	/* in the table of those not begun */
	struct look *same;
};

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

struct kind_run {
	const struct kind *kind;
	struct jq_worker worker;
	/* of kind.json and kind.jq */
	char hash[HASH_HEX_MAX];
	struct buf args;
	struct buf name;
	bool has_hierarchy;
	bool warned;
	/* being filled, one a host */
	struct call *open;
	/* how large a call to a host may be; in the pool */
	struct learned *learned;
	struct pool pool;
	struct kind_run *next;
};

struct condition_set;

struct looks {
	struct looks_settings s;
	struct jq_nursery nursery;
	struct fetcher *fetcher;
	struct kind_run *runs;
	struct condition_set *sets[SETS_MAX];
	size_t n_sets;
	struct call *waiting;
	struct call **waiting_end;
	/* looks not begun, by key: an equal one joins */
	struct look *table[LOOKS_TABLE];
	struct call *active;
	size_t n_active;
	/* explain: what `observe` is told, and that nobody is asked */
	int64_t now_ms;
	struct buf out;
};

/* look.c */
int look_claim(struct looks *ls, const struct event *due, struct pool *p,
    struct kind_claim *ret, struct err *e);
struct look *look_new(
    struct looks *ls, const struct kind_claim *claim, const struct event *due);
void
look_add_asker(struct look *l, const struct event *due, const struct kind *k);

/* Into the table of those not begun. */
void look_remember(struct looks *ls, struct look *l);

/* look-call.c */
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
