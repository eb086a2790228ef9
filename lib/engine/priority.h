#ifndef SGT_ENGINE_PRIORITY_H
#define SGT_ENGINE_PRIORITY_H

#include "model/level.h"

struct entry;
struct look;

/*
 * What an entry's event matters: its own word, else what its severity says,
 * or what `raises` says where that is more.  DESIGN.md 6.
 */
enum priority priority_of(struct look *l, const struct entry *e);

#endif
