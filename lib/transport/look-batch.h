#ifndef SGT_TRANSPORT_LOOK_BATCH_H
#define SGT_TRANSPORT_LOOK_BATCH_H

#include <stdbool.h>

struct call;
struct kind_run;
struct look;
struct looks;

/*
 * Which looks make a call: those of one kind whose subjects have the same group
 * `host`, as many as the kind allows, and as the host was found to cope with
 * (engine/batch.h).
 */

/* Into a call that is being filled. */
void batch_put(struct looks *ls, struct look *l);
/* No more into the calls that are being filled. */
void batch_close(struct looks *ls, struct kind_run *r);

/*
 * The answers say that the call was too heavy: its looks begin again in calls
 * of half the size, each once a run.  False: they do not.
 */
bool batch_split(struct looks *ls, struct call *c);
/* The same of the looks whose results say so; else the call was not heavy. */
void batch_settle(struct looks *ls, struct call *c);

void batch_done(struct looks *ls, struct kind_run *r);

#endif
