#ifndef SGT_MODEL_MUTE_H
#define SGT_MODEL_MUTE_H

#include <stdint.h>

#include "base/text.h"

/*
 * Holds deliveries from one moment to another, never decisions.  Absent
 * fields match anything.  Nothing is owned.
 */
struct mute {
	struct span id;
	/* a party */
	struct span party;
	/* exact, or a prefix with one trailing '*' */
	struct span subject;
	/* a glob */
	struct span type;
	int64_t from_ms;
	int64_t until_ms;
};

#endif
