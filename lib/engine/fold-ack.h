#ifndef SGT_ENGINE_FOLD_ACK_H
#define SGT_ENGINE_FOLD_ACK_H

#include <stdbool.h>

#include "engine/fold.h"

/*
 * Parts of the fold: what takes messages away (acknowledgements, wakes that
 * were consumed, the inbox's bound).
 */

void fold_ack(struct inbox *in, const struct event *ev, struct effect *ret);
void fold_wake(struct inbox *in, const struct event *ev, struct effect *ret);

/*
 * Room for one more message of that priority: the oldest of the lowest
 * priority below it goes into the marker.  False where there is none; critical
 * always has room.
 */
bool fold_make_room(struct inbox *in, const struct policy *p,
    enum priority priority, struct span event);
struct message *fold_marker(struct inbox *in, struct span event, int64_t seq);
void fold_name_marker(struct message *m);

#endif
