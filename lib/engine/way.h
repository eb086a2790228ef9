#ifndef SGT_ENGINE_WAY_H
#define SGT_ENGINE_WAY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/json.h"
#include "base/text.h"
#include "model/observation.h"

struct pool;
struct verdict;

/* So many failed looks in a row say that it cannot be read. */
#define WAY_BLIND_LOOKS 6

/*
 * A way (host and credential) as one thing: what is remembered of it under
 * the key way:NAME.  DESIGN.md 6, Errors.
 */
struct way_state {
	struct span way;
	enum error_class error;
	/* failed looks in a row at any subject, and since when */
	int64_t errors;
	int64_t since_ms;
	/* 0: nobody was told */
	int64_t told_ms;
	/* id of the event that told it */
	struct span episode;
};

/*
 * Tells once after WAY_BLIND_LOOKS, and of the recovery once, to the targets
 * of all watches on it (to: array of parties).  False where there is nothing
 * to say; what it fills points into s, to or p.
 */
bool
decide_way(const struct way_state *s, const struct json *to, int64_t now_ms,
    struct pool *p, struct verdict *ret, struct way_state *ret_next);

#endif
