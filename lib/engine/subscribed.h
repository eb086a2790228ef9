#ifndef SGT_ENGINE_SUBSCRIBED_H
#define SGT_ENGINE_SUBSCRIBED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json.h"
#include "model/event.h"
#include "model/session.h"
#include "model/subscription.h"

struct pool;

/* What a subscription is held against.  All lists may be empty. */
struct occasion {
	const struct event *ev;
	/* the session the event is about, where the registry has it */
	const struct session *session;
	/* its ancestors */
	const struct span *lineage;
	size_t n_lineage;
};

/* Types, subjects, session and labels; not priority, not term.  S031, S032. */
bool subscription_matches(
    const struct subscription *s, const struct occasion *o, struct pool *p);

/* The next text of an array, decoded where needed; others are passed over. */
bool subscribed_text(const struct json *list, struct json_item *it,
    struct pool *p, struct span *ret);

#endif
