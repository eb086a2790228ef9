#include "engine/match.h"

#include "base/glob.h"

bool
match_types(const struct json *types, struct span type)
{
	struct json_item it = { 0 };
	struct span glob;

	while (json_each(types, &it)) {
		glob = json_inside(&it.value);
		if (glob.s != NULL && glob_match(glob, type))
			return true;
	}
	return false;
}

/* The event's own subject, and each it lies under. */
bool
match_clause(const struct clause *c, const struct event *ev)
{
	struct json_item it = { 0 };
	struct span subject;

	if (ev->subject.s != NULL && glob_prefix(c->subject, ev->subject))
		return true;

	while (json_each(&ev->subjects, &it)) {
		subject = json_inside(&it.value);
		if (subject.s != NULL && glob_prefix(c->subject, subject))
			return true;
	}
	return false;
}

const struct clause *
match_event(const struct watch *w, const struct event *ev)
{
	const struct clause *c;
	size_t i;

	for (i = 0; i < w->n_clauses; i++) {
		c = &w->clauses[i];
		if (match_types(&c->types, ev->type) && match_clause(c, ev))
			return c;
	}
	return NULL;
}

const struct clause *
match_subject(const struct watch *w, const struct event *ev)
{
	size_t i;

	for (i = 0; i < w->n_clauses; i++) {
		if (match_clause(&w->clauses[i], ev))
			return &w->clauses[i];
	}
	return NULL;
}
