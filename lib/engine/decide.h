#ifndef SGT_ENGINE_DECIDE_H
#define SGT_ENGINE_DECIDE_H

#include <stdint.h>

#include "model/event.h"
#include "model/observation.h"
#include "model/state.h"
#include "model/verdict.h"
#include "model/watch.h"

struct pool;

/*
 * Is it worth saying?  Pure: time is an argument.  DESIGN.md 7.
 *
 * A fact is one look, or one event that was pushed (o == NULL).
 */
struct fact {
	/* the line's envelope: subject, subjects, time */
	const struct event *ev;
	const struct observation *o;
	/*
	 * When the look began or the delivery arrived; 0: the line's time.  An
	 * event that says only when it happened is never too old.
	 */
	int64_t as_of_ms;
};

/*
 * The verdict of watch w on fact f in state s, and the whole next state.
 * Everything in ret and ret_next points into f, s, w or p: whoever keeps it
 * copies it.  ret_next->row is always reckoned; its two other parts must be
 * stored only where ret->changed.  A quiet verdict has no id: decide_name.
 */
void decide(const struct watch *w, const struct fact *f, const struct state *s,
    int64_t now_ms, struct pool *p, struct verdict *ret,
    struct state *ret_next);

/* Give a quiet verdict the id it would be printed with. */
void decide_name(struct verdict *v);

#endif
