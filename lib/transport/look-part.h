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
#include "transport/jq.h"
#include "transport/look.h"

/*
 * What a run of looks is made of, between the files of look-*.c: a look is one
 * subject asked once, a call is some looks that a kind is asked of together,
 * an ask is one request of it (look-call.h).
 */

#define CALLS_MAX 128
#define SETS_MAX 16
#define LOOKS_TABLE 4096

struct call;

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
	/* end of the last that was answered; 0: somebody had none */
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

#endif
