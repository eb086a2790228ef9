#ifndef SGT_MODEL_PLAN_H
#define SGT_MODEL_PLAN_H

#include <stdbool.h>

#include "base/json.h"

struct buf;
struct pool;
struct watch;

/* One step of making the watches those of a list. */
enum plan_action {
	PLAN_ADD = 1,
	PLAN_CHANGE,
	PLAN_KEEP,
	PLAN_REMOVE
};

const char *plan_action_name(enum plan_action a);

struct plan_item {
	enum plan_action action;
	/* as it is to be; of one that is removed, as it was */
	const struct watch *watch;
	/* array of the members that change */
	struct json changes;
};

/* An array of the names of the members that two documents do not share. */
struct json
plan_changes(const struct watch *old, const struct watch *new, struct pool *p);

/*
 * One line of JSON without newline: action id label subjects to changes; the id
 * of one that is only planned is left out.
 */
void
plan_item_print(const struct plan_item *it, bool planned_only, struct buf *out);

#endif
