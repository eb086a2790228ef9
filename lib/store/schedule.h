#ifndef SGT_STORE_SCHEDULE_H
#define SGT_STORE_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "engine/way.h"
#include "model/state.h"
#include "store/home.h"

struct err;

/*
 * schedule.json: per (watch, clause's subject) when it was last looked at and
 * is next due, and per way its run of failures:
 *   {"version":1,"boot":ID,"rows":[{"watch","subject","row":{}}],
 *    "ways":[{"way","error","errors","since_ms"}]}
 * Replaced by sgt-decide, not fsynced: lost, torn, or of another boot,
 * everything is merely due.  DESIGN.md 7, Schedule.
 */
struct schedule;

int schedule_load(const struct home *h, struct schedule **ret, struct err *e);
void schedule_free(struct schedule *s);
/*
 * Take in what others saved since, under locks/decide: of each row the newer
 * look wins, and a hint that came after the look began.
 */
int schedule_refresh(struct schedule *s, const struct home *h, struct err *e);

/* NULL where there is none: due. */
const struct row *
schedule_find(const struct schedule *s, struct span watch, struct span subject);

/*
 * What a look that began at began_ms made of the row; a hint since then
 * leaves it due.  Copies all spans.
 */
void schedule_put(struct schedule *s, struct span watch, struct span subject,
    const struct row *r, int64_t began_ms);
/*
 * The row as a member sees it: its collection's next look comes no later, and
 * is hot no shorter.
 */
void schedule_put_member(struct schedule *s, struct span watch,
    struct span collection, const struct row *r);
/* As a pushed event sees it, likewise. */
void schedule_bring(struct schedule *s, struct span watch, struct span subject,
    const struct row *r);
/* Due now, from at_ms on. */
void schedule_hint(
    struct schedule *s, struct span watch, struct span subject, int64_t at_ms);

/* way, error, errors and since_ms are kept here, told_ms in the state log. */
/* With `make` it is about to be changed. */
struct way_state *schedule_way(struct schedule *s, struct span way, bool make);
/* Each watch that has a row on the way. */
void schedule_each_on_way(const struct schedule *s, struct span way,
    void (*each)(void *arg, struct span watch), void *arg);

/*
 * Replace the file, rows of watches that alive() denies left out.  Under
 * locks/decide, after schedule_refresh.  Nothing changed: nothing written.
 */
bool schedule_is_dirty(const struct schedule *s);
int schedule_save(struct schedule *s, const struct home *h,
    bool (*alive)(void *arg, struct span watch), void *arg, struct err *e);

#endif
