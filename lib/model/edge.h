#ifndef SGT_MODEL_EDGE_H
#define SGT_MODEL_EDGE_H

#include <stdint.h>

#include "base/text.h"

/*
 * A right over a session, which is not lineage: at most one controller, any
 * number of observers.  Nothing is owned.  S029, S030.
 */
enum edge_role {
	EDGE_CONTROLLER = 1,
	EDGE_OBSERVER
};

enum edge_scope {
	EDGE_SELF = 1,
	EDGE_SUBTREE
};

struct edge {
	/* over whom, without "session:" */
	struct span session;
	enum edge_role role;
	/* a party */
	struct span holder;
	enum edge_scope scope;
	/* fencing number, raised by every change of controller */
	int64_t epoch;
	/* 0: no term */
	int64_t lease_until_ms;
};

#endif
