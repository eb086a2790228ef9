#ifndef SGT_TRANSPORT_LOOK_WAY_H
#define SGT_TRANSPORT_LOOK_WAY_H

#include <stdbool.h>
#include <stdint.h>

struct ask;
struct buf;
struct call;
struct looks;
struct request;

/*
 * Ways: host and credential's name, and where a request says so the resource
 * of the host that it draws on, which has a throttle of its own.  What rests,
 * rests for all processes.
 */

/* Send what was not sent yet, unless its way rests. */
void way_send(
    struct looks *ls, struct call *c, const char *etag, const char *modified);
/* Was nothing sent, for all of it rests?  Then the looks are answered so. */
bool way_rests(struct looks *ls, struct call *c);
/* As fetch_print, of a request that was not sent. */
void way_print_resting(const struct ask *a, struct buf *out);

/* Until when a request may not be sent; 0: now. */
int64_t way_resting(void *looks, const struct request *r);

/*
 * What was throttled rests: by its answer, by what the results say of it; what
 * waited for its turn meanwhile was not sent.
 */
void way_heed_answers(struct looks *ls, struct call *c);
void way_heed_results(struct looks *ls, struct call *c);

#endif
