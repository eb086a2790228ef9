#ifndef SGT_ENGINE_TELL_H
#define SGT_ENGINE_TELL_H

#include "engine/look.h"

/*
 * Turn the news that were admitted into the verdict's events, and remember
 * what was told.  Conditions of one (subject, type, phase, episode) share an
 * event, each occurrence and each end of a subject has its own.  DESIGN.md 5.
 */
void tell_news(struct look *l);

/* One more event, of decide's own making. */
void tell_event(struct look *l, const struct event *ev);

/* Record or wake, where nothing else has said so. */
void tell_kind(struct look *l);

/* Why, keys, summary, ids: what follows from the events. */
void tell_verdict(struct look *l);

#endif
