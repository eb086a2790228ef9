#ifndef SGT_ENGINE_STOP_H
#define SGT_ENGINE_STOP_H

#include "model/state.h"

struct look;

/*
 * The watch is over for another reason than its subject: told to its target
 * with the reason and what is still open.  A stop never reads like success.
 * DESIGN.md 7, Ends.
 */
void stop_watch(struct look *l, enum end_why why);

/*
 * The subject cannot be asked (not_found, unsupported).  Where others of the
 * watch can, only it ends; else the watch stops.
 */
void stop_subject(struct look *l, enum end_why why);

/* until count is reached by what is told now. */
void stop_at_count(struct look *l);

#endif
