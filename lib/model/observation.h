#ifndef SGT_MODEL_OBSERVATION_H
#define SGT_MODEL_OBSERVATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "model/entry.h"
#include "model/event.h"

struct err;
struct pool;
struct words;

#define OBSERVATION_TYPE "sergeant.observation"
#define CURSOR_MAX 16384

/* Why a look failed.  DESIGN.md 6, Errors. */
enum error_class {
	ERROR_NONE,
	ERROR_AUTH,
	ERROR_NOT_FOUND,
	ERROR_RATE_LIMITED,
	ERROR_TIMEOUT,
	ERROR_NETWORK,
	ERROR_SERVER,
	ERROR_MALFORMED,
	ERROR_UNSUPPORTED,
	ERROR_UNKNOWN
};

/* "auth" "not_found" ...; parse gives ERROR_UNKNOWN for any other word */
const char *error_class_name(enum error_class c);
enum error_class error_class_parse(struct span s);
/* not_found and unsupported are faults of the subject, the others of the way */
bool error_class_is_subject(enum error_class c);

/* The same for tables of fields. */
extern const struct words error_class_words;

/*
 * One look at one subject: what is true of it now.  data of a
 * sergeant.observation line:
 *   kind revision attempted complete settled error cursor entries, and where
 *   they apply: collection stalls way recheck_at
 * The line's time is when the look began (as_of).
 */
struct observation {
	struct span kind;
	/* absent where unknown (null) */
	struct span revision;
	/* nothing was asked: charges nothing, changes nothing */
	bool attempted;
	/* speaks of absence only */
	bool complete;
	/* nothing is under way: counts for the stall and the held window */
	bool settled;
	/* the objective is one that can stall */
	bool stalls;
	enum error_class error;
	/* {"class":"rate_limited","brief":"...","retry_at":"..."} */
	struct span error_brief;
	/* not before then; 0 where unknown */
	int64_t retry_at_ms;
	/*
	 * the kind's own, any JSON value up to CURSOR_MAX; NULL and NONE alike
	 */
	struct json cursor;
	/* for a member: the collection it was found in, a clause's subject */
	struct span collection;
	/*
	 * host and credential's name, "api.github.com github"; absent for none
	 */
	struct span way;
	/* probe answers from what it stored until then; 0 for none */
	int64_t recheck_at_ms;
	/* in the pool; no two with one key */
	struct entry *entries;
	size_t n_entries;
};

/*
 * ev is a sergeant.observation line.  Required: kind, attempted, complete, and
 * entries where attempted.  An unknown member is refused by name.
 */
int observation_parse(const struct event *ev, struct pool *p,
    struct observation *ret, struct err *e);

#endif
