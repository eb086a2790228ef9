#ifndef SGT_ENGINE_ROUTE_H
#define SGT_ENGINE_ROUTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/edge.h"
#include "model/event.h"
#include "model/session.h"
#include "model/subscription.h"

struct buf;
struct pool;

/*
 * To whom?  Pure: time is an argument.  DESIGN.md 8; document 003, 6.3.
 *
 * The world as plain arrays; an empty one leaves an event with whom it names.
 * Relations are resolved here, at routing time, never copied: an edge or a
 * subscription made later covers sessions that are already there.
 */
struct world {
	const struct session *sessions;
	size_t n_sessions;
	const struct edge *edges;
	size_t n_edges;
	const struct subscription *subscriptions;
	size_t n_subscriptions;
	/* parties; absent where the workspace sets none */
	struct span default_controller;
	struct span fallback;
};

enum route_why {
	/* named by the event: the watch's own target, never dropped */
	ROUTE_TARGET = 1,
	ROUTE_SUBSCRIPTION,
	ROUTE_OBSERVER,
	ROUTE_CONTROLLER,
	/* the workspace's default controller */
	ROUTE_DEFAULT,
	/* nobody else could be told and it matters: escalated */
	ROUTE_FALLBACK
};

enum route_not {
	ROUTE_TOLD = 0,
	ROUTE_DEAD,
	/* the session the event is about */
	ROUTE_SELF,
	/* the lease or the subscription has run out */
	ROUTE_EXPIRED,
	/* below what the subscription asks for */
	ROUTE_BELOW
};

const char *route_why_name(enum route_why w);
const char *route_not_name(enum route_not n);

struct recipient {
	/* a party */
	struct span party;
	enum route_why why;
	/* the subscription's id, or the session the edge is on */
	struct span via;
	/* TOLD, or why not */
	enum route_not not_told;
};

struct recipients {
	/* in the order they were found, each party told at most once */
	struct recipient *list;
	size_t n;
	size_t n_told;
	/*
	 * the session's ancestors, nearest first; of the event, else the world
	 */
	struct span *lineage;
	size_t n_lineage;
	/* the fallback stands in for this party (absent: for nobody) */
	bool escalated;
	struct span escalated_from;
	/* why it is told to nobody; absent where somebody is */
	struct span parked;
};

/*
 * ret points into ev, w and p.  An event that is parked already stays so.
 * now_ms judges leases and subscriptions.
 */
void route(const struct event *ev, const struct world *w, int64_t now_ms,
    struct pool *p, struct recipients *ret);

/* The told ones, from the first given on and at most max of them, as a JSON
 * array. */
void recipients_print(
    const struct recipients *r, size_t from, size_t max, struct buf *out);

#endif
