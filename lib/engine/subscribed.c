#include "engine/subscribed.h"

#include <string.h>

#include "base/glob.h"

bool
subscribed_text(const struct json *list, struct json_item *it, struct pool *p,
    struct span *ret)
{
	while (json_each(list, it)) {
		if (it->value.type == JSON_TEXT &&
		    json_text(&it->value, "item", p, ret, NULL) == 0)
			return true;
	}
	return false;
}

static bool
matches_any(const struct json *patterns, struct span text, struct pool *p)
{
	struct json_item it = { 0 };
	struct span pattern;

	while (subscribed_text(patterns, &it, p, &pattern)) {
		if (glob_prefix(pattern, text))
			return true;
	}
	return false;
}

static bool
matches_subject(
    const struct json *patterns, const struct event *ev, struct pool *p)
{
	struct json_item it = { 0 };
	struct span subject;

	if (matches_any(patterns, ev->subject, p))
		return true;

	while (subscribed_text(&ev->subjects, &it, p, &subject)) {
		if (matches_any(patterns, subject, p))
			return true;
	}
	return false;
}

static bool
holds_any(const struct json *wanted, const struct json *have, struct pool *p)
{
	struct json_item it = { 0 };
	struct json_item other;
	struct span a, b;

	while (subscribed_text(wanted, &it, p, &a)) {
		memset(&other, 0, sizeof(other));
		while (subscribed_text(have, &other, p, &b)) {
			if (span_equal(a, b))
				return true;
		}
	}
	return false;
}

/* Labels of the session it is about, or those the event's data brings. */
static bool
matches_label(
    const struct json *labels, const struct occasion *o, struct pool *p)
{
	struct json own = json_get(&o->ev->data, "labels");

	return holds_any(labels, &own, p) ||
	    (o->session != NULL && holds_any(labels, &o->session->labels, p));
}

static bool
matches_session(const struct subscription *s, const struct occasion *o)
{
	size_t i;

	if (o->ev->sessionid.s == NULL)
		return false;
	if (span_equal(s->session, o->ev->sessionid))
		return true;
	if (s->scope != EDGE_SUBTREE)
		return false;

	for (i = 0; i < o->n_lineage; i++) {
		if (span_equal(s->session, o->lineage[i]))
			return true;
	}
	return false;
}

bool
subscription_matches(
    const struct subscription *s, const struct occasion *o, struct pool *p)
{
	if (json_count(&s->types) > 0 &&
	    !matches_any(&s->types, o->ev->type, p))
		return false;
	if (json_count(&s->subjects) > 0 &&
	    !matches_subject(&s->subjects, o->ev, p))
		return false;
	if (s->session.s != NULL && !matches_session(s, o))
		return false;
	return json_count(&s->labels) == 0 || matches_label(&s->labels, o, p);
}
