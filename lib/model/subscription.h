#ifndef SGT_MODEL_SUBSCRIPTION_H
#define SGT_MODEL_SUBSCRIPTION_H

#include <stdint.h>

#include "base/json.h"
#include "base/text.h"
#include "model/edge.h"
#include "model/level.h"

/*
 * A wish for events.  Absent or empty lists ask for all; what is given must
 * hold all at once.  Nothing is owned.  S031, S032.
 */
struct subscription {
	struct span id;
	/* a party */
	struct span subscriber;
	/* arrays of texts: exact, or a prefix with one trailing '*' */
	struct json types;
	struct json subjects;
	/* events about this session, or also about what it spawned */
	struct span session;
	enum edge_scope scope;
	/* array of texts, one of which the session or the event must carry */
	struct json labels;
	enum priority min_priority;
	/* 0: without end */
	int64_t until_ms;
};

#endif
