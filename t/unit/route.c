/* t/golden/route.golden: title, case, who is told and who is not */

#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/num.h"
#include "base/pool.h"
#include "engine/route.h"
#include "member.h"

static struct json
list(const struct json *j, const char *name, size_t *n)
{
	struct json value = json_get(j, name);

	*n = json_count(&value);
	return value;
}

static void
read_sessions(const struct json *j, struct world *w)
{
	struct json all = list(j, "sessions", &w->n_sessions);
	struct session *s = pool_new(&pool, w->n_sessions * sizeof(*s) + 1);
	struct json_item it = { 0 };

	w->sessions = s;
	for (; json_each(&all, &it); s++) {
		s->id = text(&it.value, "id");
		s->parent = text(&it.value, "parent");
		s->live = flag(&it.value, "live");
		s->labels = json_get(&it.value, "labels");
	}
}

static enum edge_scope
scope(const struct json *j)
{
	return span_is(text(j, "scope"), "subtree") ? EDGE_SUBTREE : EDGE_SELF;
}

static void
read_edges(const struct json *j, struct world *w)
{
	struct json all = list(j, "edges", &w->n_edges);
	struct edge *edge = pool_new(&pool, w->n_edges * sizeof(*edge) + 1);
	struct json_item it = { 0 };

	w->edges = edge;
	for (; json_each(&all, &it); edge++) {
		edge->session = text(&it.value, "session");
		edge->role = span_is(text(&it.value, "role"), "controller") ?
		    EDGE_CONTROLLER :
		    EDGE_OBSERVER;
		edge->holder = text(&it.value, "holder");
		edge->scope = scope(&it.value);
		edge->lease_until_ms = time_ms(&it.value, "lease_until");
	}
}

static void
read_subscriptions(const struct json *j, struct world *w)
{
	struct json all = list(j, "subscriptions", &w->n_subscriptions);
	struct subscription *s =
	    pool_new(&pool, w->n_subscriptions * sizeof(*s) + 1);
	struct json_item it = { 0 };

	w->subscriptions = s;
	for (; json_each(&all, &it); s++) {
		s->id = text(&it.value, "id");
		s->subscriber = text(&it.value, "subscriber");
		s->types = json_get(&it.value, "types");
		s->subjects = json_get(&it.value, "subjects");
		s->session = text(&it.value, "session");
		s->scope = scope(&it.value);
		s->labels = json_get(&it.value, "labels");
		(void)priority_parse(
		    text(&it.value, "min_priority"), &s->min_priority);
		s->until_ms = time_ms(&it.value, "until");
	}
}

/* The case's event, with the attributes that every event has. */
static bool
read_event(const struct json *j, struct event *ret)
{
	struct json given = json_get(j, "event");
	struct json type = json_get(&given, "type");
	struct json_item it = { 0 };
	struct buf b = { 0 };
	struct json whole;
	struct err e = { 0 };
	struct span line;

	buf_text(&b,
	    "{\"specversion\":\"1.0\",\"id\":\"e1\","
	    "\"source\":\"//t\"");
	if (type.type == JSON_NONE)
		buf_text(&b, ",\"type\":\"x.y\"");
	while (json_each(&given, &it)) {
		buf_format(&b, ",\"%.*s\":%.*s", (int)it.key.len, it.key.s,
		    (int)it.value.len, it.value.s);
	}
	buf_byte(&b, '}');
	line = pool_copy(&pool, buf_as_span(&b));
	buf_done(&b);
	return OK(json_scan(line.s, line.len, &whole, &e) == 0) &&
	    OK(event_parse(&whole, &pool, ret, &e) == 0);
}

static void
say(struct buf *out, const char *word, struct span s)
{
	if (out->len > 0)
		buf_text(out, ", ");
	buf_text(out, word);
	buf_span(out, s);
}

static void
print_lineage(const struct recipients *r, struct buf *out)
{
	size_t i;

	for (i = 0; i < r->n_lineage; i++) {
		buf_text(out, i == 0 ? ", lineage " : " ");
		buf_span(out, r->lineage[i]);
	}
}

static void
print(const struct recipients *r, struct buf *out)
{
	size_t i;

	for (i = 0; i < r->n; i++) {
		say(out, r->list[i].not_told == ROUTE_TOLD ? "" : "!",
		    r->list[i].party);
		buf_format(out, " %s", route_why_name(r->list[i].why));
		if (r->list[i].not_told != ROUTE_TOLD)
			buf_format(
			    out, " %s", route_not_name(r->list[i].not_told));
	}
	if (r->parked.s != NULL)
		say(out, "parked ", r->parked);
	if (r->escalated && r->escalated_from.s != NULL)
		say(out, "escalated from ", r->escalated_from);
	else if (r->escalated)
		say(out, "escalated", span_of(""));
	print_lineage(r, out);
}

static void
one(const char *title, const char *given, const char *want)
{
	struct world world = { 0 };
	struct recipients ret;
	struct event ev;
	struct json j, w;
	struct buf out = { 0 };
	struct err e = { 0 };

	unit_case("%s", title);
	pool_reset(&pool);
	if (!OK(json_scan(given, strlen(given), &j, &e) == 0) ||
	    !read_event(&j, &ev))
		return;

	w = json_get(&j, "world");
	read_sessions(&w, &world);
	read_edges(&w, &world);
	read_subscriptions(&w, &world);
	world.default_controller = text(&w, "default_controller");
	world.fallback = text(&w, "fallback");
	route(&ev, &world, time_ms(&j, "now"), &pool, &ret);
	print(&ret, &out);
	SAME_TEXT(buf_as_span(&out), want);
	buf_done(&out);
}

static void
prints_slices(void)
{
	struct world world = { 0 };
	struct recipients ret;
	struct event ev;
	struct json j;
	struct buf out = { 0 };
	static const char given[] = "{\"event\":{\"recipients\":[\"human:a\","
				    "\"human:b\",\"human:c\"]}}";

	unit_case("the told are printed in slices");
	pool_reset(&pool);
	if (!OK(json_scan(given, strlen(given), &j, NULL) == 0) ||
	    !read_event(&j, &ev))
		return;

	route(&ev, &world, 0, &pool, &ret);
	recipients_print(&ret, 0, 2, &out);
	recipients_print(&ret, 2, 2, &out);
	recipients_print(&ret, 3, 2, &out);
	SAME_TEXT(
	    buf_as_span(&out), "[\"human:a\",\"human:b\"][\"human:c\"][]");
	buf_done(&out);
}

int
main(void)
{
	unit_golden("t/golden/route.golden", one);
	prints_slices();
	pool_done(&pool);
	return unit_end();
}
