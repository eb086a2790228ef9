#ifndef SGT_TRANSPORT_LOOK_URL_H
#define SGT_TRANSPORT_LOOK_URL_H

struct ask;
struct call;
struct looks;

/*
 * What a URL answered last time, for kinds whose calls have several subjects:
 * the request carries its ETag, and who answers "not modified" is taken at his
 * word.  Kinds see the answer as it was then, with status 200.
 */

/* The ETag to send; "" for none. */
const char *url_recall(struct looks *ls, struct call *c, struct ask *a);
/* All answers are there: put bodies to what has none, keep what is new. */
void url_settle(struct looks *ls, struct call *c);

#endif
