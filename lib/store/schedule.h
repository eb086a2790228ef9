#ifndef SGT_STORE_SCHEDULE_H
#define SGT_STORE_SCHEDULE_H

#include <stddef.h>

#include "base/buf.h"
#include "base/pool.h"
#include "engine/decide.h"
#include "model/state.h"
#include "store/home.h"

struct err;

/*
 * schedule.json: per (watch, clause's subject) when it was last looked at and is next due, and
 * per way its run of failures.  Replaced by sgt-decide, not fsynced, with the
 * boot's id: lost, torn, or of another boot, everything is merely due.
 */
struct schedule;

int schedule_load(const struct home *h, struct schedule **ret, struct err *e);
void schedule_free(struct schedule *s);
/* NULL where there is none: due. */
const struct row *
schedule_find(const struct schedule *s, struct span watch, struct span subject);
/* Copies all spans. */
void schedule_put(struct schedule *s, struct span watch, struct span subject,
    const struct row *r);
struct way_state *schedule_way(struct schedule *s, struct span way, bool make);
/* Merge with what is on disk (the newer look of each row wins), drop rows of
 * watches that alive() denies, replace.  Under locks/decide. */
int schedule_save(struct schedule *s, const struct home *h,
    bool (*alive)(void *arg, struct span watch), void *arg, struct err *e);

#endif
