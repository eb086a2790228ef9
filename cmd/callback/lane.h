#ifndef SGT_CALLBACK_LANE_H
#define SGT_CALLBACK_LANE_H

#include <stddef.h>

#include "base/text.h"
#include "model/origin.h"

struct delivery;

/* The tasks of one profile that wait for their turn. */
struct lane {
	char profile[PROFILE_MAX + 1];
	struct delivery *first;
	struct delivery *last;
	size_t n_running;
};

/* One for each profile; a lane moves when another is added. */
struct lanes {
	struct lane *list;
	size_t n;
	size_t cap;
};

/* The profile's, made where there is none. */
struct lane *lanes_find(struct lanes *k, struct span profile);
void lanes_done(struct lanes *k);

/* At the end of the line; from its begin, where somebody is. */
void lane_put(struct lane *l, struct delivery *d);
struct delivery *lane_take(struct lane *l);

#endif
