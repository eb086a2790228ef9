#ifndef SGT_TRANSPORT_LOOK_STORED_H
#define SGT_TRANSPORT_LOOK_STORED_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/text.h"

struct call;
struct looks;

/*
 * What a call gave last time, in <home>/probe: while the same looks get the
 * same answers and no result's `recheck_at` has come, it is given again and no
 * jq program runs.  sgt-kind(7).
 */

/* Recall it, and ask what was asked then.  False: begin from the start. */
bool stored_ask(struct looks *ls, struct call *c);
/* What the answers that are there say of it. */
enum stored {
	/* they are not as they were, or none were: go on as from the start */
	STORED_NOTHING,
	/* as they were: what was asked after them is asked */
	STORED_ASKED,
	/* all are as they were: the results are given again */
	STORED_ANSWERED
};
enum stored stored_go_on(struct looks *ls, struct call *c);
void stored_keep(struct looks *ls, struct call *c);
/* What the subject is part of, as was stored; false where that is not known. */
bool
stored_subjects(const struct call *c, struct span subject, struct buf *out);
void stored_add_subjects(
    struct call *c, struct span subject, const struct buf *subjects);

#endif
