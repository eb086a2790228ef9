#ifndef SGT_ENGINE_CLOSE_H
#define SGT_ENGINE_CLOSE_H

#include <stdbool.h>

#include "base/text.h"
#include "model/entry.h"

struct look;

/*
 * A subject whose end was told is closed until something reopens it: what
 * happens to it then is journaled and told to nobody.  DESIGN.md 7.
 */
bool close_is(const struct look *l);
void close_reopen(struct look *l);

/* Does a type say that the subject is open again? */
bool close_reopens(struct span type);

/*
 * The subject has come to its end: it is closed, and where the watch lives no
 * longer than its subjects and this was the last, the watch ends.
 */
void close_end(struct look *l, enum outcome outcome);

/* It cannot be asked: it closes.  True where others of the watch go on. */
bool close_alone(struct look *l);

#endif
