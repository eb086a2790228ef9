#ifndef SGT_STORE_DROP_H
#define SGT_STORE_DROP_H

#include "base/text.h"

struct decisions;
struct err;

/*
 * Have an open verdict journaled as parked "dropped", each of its events,
 * told to nobody; then it settles like any other.  -1 with 65 where no such
 * verdict is open.  Takes locks/decide, then locks/journal, never both.
 */
int drop_verdict(struct decisions *d, struct span id, struct err *e);

#endif
