#ifndef SGT_CALLBACK_DELIVERY_INSIDE_H
#define SGT_CALLBACK_DELIVERY_INSIDE_H

#include "delivery.h"

/* What delivery.c and attempt.c share. */

/* Say it and end the task's turn: false. */
bool delivery_fail(struct delivery *d, const struct err *e);
/* Another holds the lock: is it to be asked for again, a little later? */
bool delivery_is_locked(struct delivery *d);
/* Ask the consumer: true where it runs now; else that is what came of it. */
bool delivery_ask(struct delivery *d, struct err *e);
/* Write what came of it as soon as the lock is free: d->settles until then. */
void delivery_settle(struct delivery *d);

#endif
