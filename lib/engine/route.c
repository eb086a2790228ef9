#include "engine/route.h"

#include <string.h>

#include "base/buf.h"
#include "base/pool.h"
#include "base/text.h"
#include "engine/subscribed.h"

/* A lineage from outside or a ring of parents ends here. */
#define LINEAGE_MAX 64

static const char *const why_names[] = {
	[ROUTE_TARGET] = "target",
	[ROUTE_SUBSCRIPTION] = "subscription",
	[ROUTE_OBSERVER] = "observer",
	[ROUTE_CONTROLLER] = "controller",
	[ROUTE_DEFAULT] = "default",
	[ROUTE_FALLBACK] = "fallback",
};

static const char *const not_names[] = {
	[ROUTE_TOLD] = "told",
	[ROUTE_DEAD] = "dead",
	[ROUTE_SELF] = "self",
	[ROUTE_EXPIRED] = "expired",
	[ROUTE_BELOW] = "below",
};

const char *
route_why_name(enum route_why w)
{
	return why_names[w];
}

const char *
route_not_name(enum route_not n)
{
	return not_names[n];
}

/* What route knows while it works. */
struct routing {
	const struct event *ev;
	const struct world *world;
	int64_t now_ms;
	struct pool *pool;
	struct recipients *ret;
	size_t cap;
};

static const struct session *
find_session(const struct world *w, struct span id)
{
	size_t i;

	for (i = 0; i < w->n_sessions; i++) {
		if (span_equal(w->sessions[i].id, id))
			return &w->sessions[i];
	}
	return NULL;
}

/* "session:ID" without its first word; absent for a human. */
static struct span
session_of(struct span party)
{
	struct span none = { NULL, 0 };

	if (!span_begins(party, "session:"))
		return none;

	party.s += strlen("session:");
	party.len -= strlen("session:");
	return party;
}

/* A human is always live. */
static bool
is_live(const struct world *w, struct span party)
{
	const struct session *session;
	struct span id = session_of(party);

	if (id.s == NULL)
		return true;

	session = find_session(w, id);
	return session != NULL && session->live;
}

static bool
is_self(const struct event *ev, struct span party)
{
	return ev->sessionid.s != NULL &&
	    span_equal(session_of(party), ev->sessionid);
}

static void
add(struct routing *r, struct span party, enum route_why why, struct span via,
    enum route_not not_told)
{
	struct recipients *ret = r->ret;
	struct recipient *list;
	size_t i;

	for (i = 0; i < ret->n; i++) {
		if (span_equal(ret->list[i].party, party) &&
		    (ret->list[i].not_told == ROUTE_TOLD ||
			ret->list[i].not_told == not_told))
			return;
	}

	if (ret->n == r->cap) {
		r->cap = r->cap == 0 ? 8 : r->cap * 2;
		list = pool_new(r->pool, r->cap * sizeof(*list));
		if (ret->n > 0)
			memcpy(list, ret->list, ret->n * sizeof(*list));
		ret->list = list;
	}
	ret->list[ret->n].party = party;
	ret->list[ret->n].why = why;
	ret->list[ret->n].via = via;
	ret->list[ret->n].not_told = not_told;
	ret->n++;
	ret->n_told += not_told == ROUTE_TOLD;
}

static void
add_found(struct routing *r, struct span party, enum route_why why,
    struct span via, enum route_not not_told)
{
	if (not_told == ROUTE_TOLD && is_self(r->ev, party))
		not_told = ROUTE_SELF;
	else if (not_told == ROUTE_TOLD && !is_live(r->world, party))
		not_told = ROUTE_DEAD;
	add(r, party, why, via, not_told);
}

static void
add_ancestor(struct recipients *ret, struct span id)
{
	size_t i;

	for (i = 0; i < ret->n_lineage; i++) {
		if (span_equal(ret->lineage[i], id))
			return;
	}
	ret->lineage[ret->n_lineage++] = id;
}

/* Frozen in the event where it says so, else by the registry's parents. */
static void
find_lineage(struct routing *r)
{
	struct recipients *ret = r->ret;
	struct json_item it = { 0 };
	const struct session *session;
	struct span id;
	int steps;

	if (r->ev->sessionid.s == NULL)
		return;

	ret->lineage = pool_new(r->pool, LINEAGE_MAX * sizeof(*ret->lineage));
	if (r->ev->lineage.type == JSON_ARRAY) {
		while (ret->n_lineage < LINEAGE_MAX &&
		    subscribed_text(&r->ev->lineage, &it, r->pool, &id))
			add_ancestor(ret, id);
		return;
	}

	id = r->ev->sessionid;
	for (steps = 0; steps < LINEAGE_MAX; steps++) {
		session = find_session(r->world, id);
		if (session == NULL || session->parent.s == NULL)
			return;
		id = session->parent;
		if (!span_equal(id, r->ev->sessionid))
			add_ancestor(ret, id);
	}
}

static void
add_targets(struct routing *r)
{
	struct json_item it = { 0 };
	struct span none = { NULL, 0 };
	struct span party;

	while (subscribed_text(&r->ev->recipients, &it, r->pool, &party))
		add(r, party, ROUTE_TARGET, none, ROUTE_TOLD);
}

static void
add_subscribers(struct routing *r)
{
	const struct subscription *s;
	struct occasion o = { r->ev, NULL, r->ret->lineage, r->ret->n_lineage };
	enum route_not not_told;
	size_t i;

	if (r->ev->sessionid.s != NULL)
		o.session = find_session(r->world, r->ev->sessionid);
	for (i = 0; i < r->world->n_subscriptions; i++) {
		s = &r->world->subscriptions[i];
		if (!subscription_matches(s, &o, r->pool))
			continue;
		not_told = ROUTE_TOLD;
		if (s->until_ms != 0 && s->until_ms <= r->now_ms)
			not_told = ROUTE_EXPIRED;
		else if (r->ev->priority < s->min_priority)
			not_told = ROUTE_BELOW;
		add_found(
		    r, s->subscriber, ROUTE_SUBSCRIPTION, s->id, not_told);
	}
}

static bool
is_expired(const struct edge *edge, int64_t now_ms)
{
	return edge->lease_until_ms != 0 && edge->lease_until_ms <= now_ms;
}

static void
add_observers(struct routing *r, struct span session, bool own)
{
	const struct edge *edge;
	size_t i;

	for (i = 0; i < r->world->n_edges; i++) {
		edge = &r->world->edges[i];
		if (edge->role != EDGE_OBSERVER ||
		    !span_equal(edge->session, session) ||
		    (!own && edge->scope != EDGE_SUBTREE))
			continue;
		add_found(r, edge->holder, ROUTE_OBSERVER, session,
		    is_expired(edge, r->now_ms) ? ROUTE_EXPIRED : ROUTE_TOLD);
	}
}

/* True where this session's controller takes it; else the climb goes on. */
static bool
add_controller(struct routing *r, struct span session, bool own)
{
	const struct edge *edge;
	enum route_not not_told;
	size_t i;

	for (i = 0; i < r->world->n_edges; i++) {
		edge = &r->world->edges[i];
		if (edge->role != EDGE_CONTROLLER ||
		    !span_equal(edge->session, session) ||
		    (!own && edge->scope != EDGE_SUBTREE))
			continue;
		not_told =
		    is_expired(edge, r->now_ms) ? ROUTE_EXPIRED : ROUTE_TOLD;
		add_found(r, edge->holder, ROUTE_CONTROLLER, session, not_told);
		if (not_told == ROUTE_TOLD && !is_self(r->ev, edge->holder) &&
		    is_live(r->world, edge->holder))
			return true;
	}
	return false;
}

/* Erlang's escalation: past the dead and past who would hear of itself. */
static void
add_effective_controller(struct routing *r)
{
	struct span none = { NULL, 0 };
	size_t i;

	if (add_controller(r, r->ev->sessionid, true))
		return;
	for (i = 0; i < r->ret->n_lineage; i++) {
		if (add_controller(r, r->ret->lineage[i], false))
			return;
	}
	if (r->world->default_controller.s != NULL)
		add_found(r, r->world->default_controller, ROUTE_DEFAULT, none,
		    ROUTE_TOLD);
}

/* Nobody is live: the workspace's fallback where it matters, else parked. */
static void
add_fallback(struct routing *r)
{
	struct recipients *ret = r->ret;
	struct span none = { NULL, 0 };

	if (ret->n_told > 0)
		return;
	if (r->world->fallback.s == NULL ||
	    r->ev->priority < PRIORITY_ATTENTION ||
	    !is_live(r->world, r->world->fallback)) {
		ret->parked = span_of("nobody");
		return;
	}

	ret->escalated = true;
	if (ret->n > 0)
		ret->escalated_from = ret->list[ret->n - 1].party;
	add(r, r->world->fallback, ROUTE_FALLBACK, none, ROUTE_TOLD);
}

void
route(const struct event *ev, const struct world *w, int64_t now_ms,
    struct pool *p, struct recipients *ret)
{
	struct routing r = { ev, w, now_ms, p, ret, 0 };
	size_t i;

	memset(ret, 0, sizeof(*ret));
	if (ev->parked.s != NULL) {
		ret->parked = ev->parked;
		return;
	}

	find_lineage(&r);
	add_targets(&r);
	add_subscribers(&r);
	if (ev->sessionid.s != NULL) {
		add_observers(&r, ev->sessionid, true);
		for (i = 0; i < ret->n_lineage; i++)
			add_observers(&r, ret->lineage[i], false);
		add_effective_controller(&r);
	}
	add_fallback(&r);
}

void
recipients_print(
    const struct recipients *r, size_t from, size_t max, struct buf *out)
{
	size_t i, told = 0, printed = 0;

	buf_byte(out, '[');
	for (i = 0; i < r->n && printed < max; i++) {
		if (r->list[i].not_told != ROUTE_TOLD || told++ < from)
			continue;
		if (printed++ > 0)
			buf_byte(out, ',');
		json_quote(out, r->list[i].party);
	}
	buf_byte(out, ']');
}
