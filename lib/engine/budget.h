#ifndef SGT_ENGINE_BUDGET_H
#define SGT_ENGINE_BUDGET_H

#include "model/state.h"

struct look;

/*
 * DESIGN.md 7, step 2 and Ends: has the watch's time come, or has it spent what
 * it may?  END_NONE where it goes on.
 */
enum end_why budget_spent(const struct look *l);

#endif
