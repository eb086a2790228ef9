#ifndef SGT_STORE_SURVEY_H
#define SGT_STORE_SURVEY_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/pool.h"
#include "model/report.h"
#include "store/home.h"
#include "store/schedule.h"
#include "store/states.h"
#include "store/watches.h"

struct buf;

/*
 * All watches with what decide remembers of them and when it looked, read
 * without a lock, nothing written.  Owns all; survey_done releases.
 */
struct survey {
	struct watches watches;
	struct states *states;
	struct schedule *schedule;
	/* what of the states was damaged, and is left out; status 0: nothing */
	struct err fault;
	struct pool pool;
};

int survey_open(const struct home *h, struct survey *ret, struct err *e);
void survey_done(struct survey *s);

/* One report a watch, in the order of watches.list; lives until survey_done. */
struct report *survey_reports(struct survey *s);

/* What is due; all that is live; a watch that somebody named. */
enum asking {
	ASK_DUE,
	ASK_LIVE,
	ASK_NAMED,
};

/*
 * A sergeant.watch.due line for each subject of w that is to be looked at; of
 * one that is paused there are none.  A watch that has ended is left alone, and
 * a closed subject, but under `until never` and where the watch is to end by
 * time; named, they are asked again, to say the same again.  DESIGN.md 5 and 7.
 */
void survey_due(struct survey *s, const struct watch *w, enum asking asking,
    int64_t now_ms, void (*emit)(struct span line));

/*
 * When the first of them all will be due: now_ms where one is, INT64_MAX where
 * there is nothing to look at.
 */
int64_t survey_next(struct survey *s, int64_t now_ms);

#endif
