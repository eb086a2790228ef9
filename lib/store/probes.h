#ifndef SGT_STORE_PROBES_H
#define SGT_STORE_PROBES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "engine/batch.h"
#include "store/home.h"

struct buf;
struct err;

/*
 * <home>/probe/HASH.json: what sgt-probe remembers for all its runs.  Replaced
 * by rename, not fsynced: lost, everything is merely asked again.  A damaged or
 * unknown one is as if it were not there.  DESIGN.md 9.
 */
struct probes {
	/* the descriptor + 1 */
	int held;
	int root;
};

/* Made where it is not there. */
int probes_open(const struct home *h, struct probes *ret, struct err *e);
void probes_close(struct probes *p);
/*
 * Once a day: unlink what was not written for a week, that of watches and URLs
 * which are no more among it.  The rest is then asked anew, once.
 */
void probes_sweep(const struct probes *p);

/* key: lower-case hex.  false where there is nothing. */
bool probes_recall(const struct probes *p, struct span key, struct buf *ret);
int probes_keep(
    const struct probes *p, struct span key, struct span text, struct err *e);

/* Until when a way rests; 0 where it does not. */
int64_t probes_resting(const struct probes *p, struct span way);
/*
 * It rests until then, or longer where it did already; until_ms 0: nobody said
 * how long, so a minute, and twice as long each time anew.  Under locks/probe.
 */
int probes_rest(
    const struct probes *p, struct span way, int64_t until_ms, struct err *e);

/* What was learned of the size of calls to a way; zero for nothing. */
struct batch probes_batch(const struct probes *p, struct span way);
/* Take in what became of a call; ret: what is known then.  Under locks/probe. */
int probes_learn(const struct probes *p, struct span way,
    const struct batch_trial *t, struct batch *ret, struct err *e);

#endif
