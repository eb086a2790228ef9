#ifndef SGT_ENGINE_MATCH_H
#define SGT_ENGINE_MATCH_H

#include <stdbool.h>

#include "base/json.h"
#include "base/text.h"
#include "model/event.h"
#include "model/watch.h"

/* Does the array of globs hold the type?  Absent or empty: nothing.  A043 */
bool match_types(const struct json *types, struct span type);

/*
 * The clause's subject, exact or a prefix with a trailing '*', among the
 * event's.
 */
bool match_clause(const struct clause *c, const struct event *ev);

/*
 * The clause an event falls under, or NULL: its subject (exact, or a prefix
 * with a trailing '*', of any of the event's subjects) and its types.  Each
 * clause uses its own types.  A042, A046.
 */
const struct clause *match_event(const struct watch *w, const struct event *ev);

/* Only the subjects: terminality is judged whatever the type. */
const struct clause *
match_subject(const struct watch *w, const struct event *ev);

#endif
