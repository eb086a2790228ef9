#ifndef SGT_MODEL_SESSION_H
#define SGT_MODEL_SESSION_H

#include <stdbool.h>

#include "base/json.h"
#include "base/text.h"

/* One row of the registry, as far as routing needs it.  Nothing is owned. */
struct session {
	/* without "session:" */
	struct span id;
	/* the session that spawned it; absent for a root */
	struct span parent;
	bool live;
	/* array of texts */
	struct json labels;
};

#endif
