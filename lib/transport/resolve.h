#ifndef SGT_TRANSPORT_RESOLVE_H
#define SGT_TRANSPORT_RESOLVE_H

#include "base/text.h"
#include "model/watch.h"
#include "transport/kinds.h"

struct err;
struct pool;

/*
 * What a spec leaves open, written out, so that decide knows no kind: each
 * clause's kind, canonical subject, types; objective, interval, until, target
 * and its budgets.  A spec that cannot be watched is refused by name: no or two
 * kinds claim a subject, an objective or a config that a kind does not take, an
 * interval below the kind's floor.  Conditions are not compiled here.
 *
 * w was read by watch_parse_spec; id and created are left alone.  Spans point
 * into ks, p and what w pointed into.
 */
int watch_resolve(const struct kinds *ks, struct span default_to,
    struct watch *w, struct pool *p, struct err *e);

#endif
