#ifndef SGT_ENGINE_STATUS_H
#define SGT_ENGINE_STATUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/report.h"
#include "model/state.h"
#include "model/watch.h"

struct pool;

/* What is known of a watch beside its intent. */
struct status_facts {
	/* NULL: nothing was ever decided */
	const struct watch_state *own;
	/* the row of each clause; NULL where it has none */
	const struct row *const *rows;
	/* its subjects, members too */
	const struct span *subjects;
	const struct subject_state *const *parts;
	size_t n_parts;
	/* its target is known to be gone */
	bool orphaned;
};

/*
 * Ended comes before paused, paused before orphaned, that before error.  Pure;
 * spans of ret point into w, f or p.
 */
void watch_status(const struct watch *w, const struct status_facts *f,
    struct pool *p, struct report *ret);

#endif
