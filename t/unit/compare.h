#ifndef SGT_T_COMPARE_H
#define SGT_T_COMPARE_H

#include "trial.h"

/* A verdict against what a table says of it; t->wrong tells the difference. */
static inline void
compare_same(
    struct trial *t, const char *what, struct span got, struct span want)
{
	if (span_equal(got, want) || (got.len == 0 && want.len == 0))
		return;

	buf_format(&t->wrong, "# %s is %.*s, not %.*s\n", what, (int)got.len,
	    got.s == NULL ? "" : got.s, (int)want.len,
	    want.s == NULL ? "" : want.s);
}

/* The text the case has, or the empty array it does not say. */
static inline struct span
compare_wanted(const struct json *want, const char *name)
{
	struct json j = json_get(want, name);

	return j.type == JSON_NONE ? span_of("[]") : json_span(&j);
}

static inline void
compare_list_event(struct buf *out, const struct event *ev)
{
	buf_text(out, out->len > 1 ? ",\"" : "\"");
	buf_span(out, ev->type);
	buf_format(
	    out, " %s %s", phase_name(ev->phase), priority_name(ev->priority));
	if (ev->terminal)
		buf_text(out, " terminal");
	if (ev->parked.s != NULL) {
		buf_text(out, " parked ");
		buf_span(out, ev->parked);
	}
	buf_byte(out, '"');
}

static inline void
compare_lists(struct trial *t, const struct json *want)
{
	size_t i;

	buf_byte(&t->text, '[');
	for (i = 0; i < t->v.n_events; i++)
		compare_list_event(&t->text, &t->v.events[i]);
	buf_byte(&t->text, ']');
	compare_same(
	    t, "events", buf_as_span(&t->text), compare_wanted(want, "events"));
	buf_reset(&t->text);
	buf_byte(&t->text, '[');
	for (i = 0; i < t->v.n_keys; i++) {
		buf_text(&t->text, i > 0 ? "," : "");
		json_quote(&t->text, t->v.keys[i]);
	}
	buf_byte(&t->text, ']');
	compare_same(
	    t, "keys", buf_as_span(&t->text), compare_wanted(want, "keys"));
	buf_reset(&t->text);
}

/* Each member the case names; null stands for one that is not there. */
static inline void
compare_members(struct trial *t, const struct json *got,
    const struct json *want, bool times)
{
	struct json_item it = { 0 };
	struct json value;
	char name[64];

	while (json_each(want, &it)) {
		if (span_is(it.key, "keys") || span_is(it.key, "held"))
			continue;
		(void)snprintf(
		    name, sizeof(name), "%.*s", (int)it.key.len, it.key.s);
		value = json_get(got, name);
		buf_reset(&t->text);
		if (it.value.type != JSON_NULL)
			case_value(&t->text, it.key, &it.value, times);
		compare_same(t, name, json_span(&value), buf_as_span(&t->text));
	}
	buf_reset(&t->text);
}

static inline struct json
compare_find(const struct json *keys, struct span key)
{
	struct json_item it = { 0 };
	struct json name, none = { 0 };

	while (json_each(keys, &it)) {
		name = json_get(&it.value, "key");
		if (span_equal(case_text(&name), key))
			return it.value;
	}
	return none;
}

/* {"red:a":{"told":0},"gone":null} */
static inline void
compare_keys(struct trial *t, const struct json *part, const struct json *want)
{
	struct json keys = json_get(part, "keys"), key;
	struct json_item it = { 0 };

	while (json_each(want, &it)) {
		key = compare_find(&keys, it.key);
		if (it.value.type == JSON_NULL)
			compare_same(
			    t, "a key forgotten", json_span(&key), span_of(""));
		else if (key.type == JSON_NONE)
			compare_same(t, "a key", span_of("not there"), it.key);
		else
			compare_members(t, &key, &it.value, true);
	}
}

/* ["comment:1"]: what waits, by key, in order. */
static inline void
compare_held(struct trial *t, const struct json *want)
{
	size_t i;

	buf_byte(&t->text, '[');
	for (i = 0; i < t->next.subject.n_held; i++) {
		buf_text(&t->text, i > 0 ? "," : "");
		json_quote(&t->text, t->next.subject.held[i].entry.key);
	}
	buf_byte(&t->text, ']');
	compare_same(t, "held", buf_as_span(&t->text), json_span(want));
	buf_reset(&t->text);
}

static inline void
compare_next(struct trial *t, const struct json *want)
{
	struct json own = json_get(want, "own"), row = json_get(want, "row");
	struct json part = json_get(want, "part"), got;
	struct json keys = json_get(&part, "keys"),
		    held = json_get(&part, "held");

	watch_state_print(&t->next.watch, &t->text);
	got = trial_built(t, "next own");
	compare_members(t, &got, &own, true);
	row_print(&t->next.row, &t->text);
	got = trial_built(t, "next row");
	compare_members(t, &got, &row, true);
	subject_state_print(&t->next.subject, &t->text);
	got = trial_built(t, "next part");
	compare_members(t, &got, &part, true);
	compare_keys(t, &got, &keys);
	if (held.type != JSON_NONE)
		compare_held(t, &held);
}

static inline void
compare_seen(struct trial *t, const struct json *want)
{
	struct json_item it = { 0 };
	size_t i = 0;

	while (json_each(want, &it)) {
		if (i < t->v.n_seen)
			compare_same(
			    t, "seen", t->v.seen[i], trial_id(t, &it.value));
		i++;
	}
	if (i != t->v.n_seen)
		buf_format(
		    &t->wrong, "# seen are %zu, not %zu\n", t->v.n_seen, i);
}

/* {"red:a":"masked"}: what became of an entry. */
static inline void
compare_remarks(struct trial *t, const struct json *want)
{
	struct json_item it = { 0 };
	struct span got;
	size_t i;

	while (json_each(want, &it)) {
		got = span_of("nothing");
		for (i = 0; i < t->v.n_remarks; i++) {
			if (span_equal(t->v.remarks[i].key, it.key))
				got = span_of(why_name(t->v.remarks[i].why));
		}
		compare_same(t, "a remark", got, case_text(&it.value));
	}
}

/* Texts and values of the verdict, of its first event where it says so. */
static inline void
compare_verdict(struct trial *t, const struct json *want)
{
	struct json text = json_get(want, "verdict"),
		    why = json_get(want, "why");
	struct json outcome = json_get(want, "outcome");
	struct json changed = json_get(want, "changed");
	struct json summary = json_get(want, "summary");
	struct json data = json_get(want, "data");

	compare_same(t, "verdict", span_of(verdict_kind_name(t->v.kind)),
	    case_text(&text));
	compare_same(t, "why", span_of(why_name(t->v.why)), case_text(&why));
	if (outcome.type == JSON_TEXT)
		compare_same(t, "outcome", span_of(outcome_name(t->v.outcome)),
		    case_text(&outcome));
	if (changed.type == JSON_BOOL)
		compare_same(t, "changed",
		    span_of(t->v.changed ? "true" : "false"),
		    json_span(&changed));
	if (summary.type == JSON_TEXT)
		compare_same(t, "summary", t->v.summary, case_text(&summary));
	if (data.type == JSON_OBJECT && t->v.n_events > 0)
		compare_same(t, "data", json_span(&t->v.events[0].data),
		    json_span(&data));
}

/* Members of one event of the verdict, as it is printed. */
static inline void
compare_event(struct trial *t, const struct json *want, const char *name)
{
	struct json members = json_get(want, name), got;
	size_t at = span_is(span_of(name), "first") ? 0 : t->v.n_events - 1;

	if (members.type != JSON_OBJECT)
		return;
	if (t->v.n_events == 0) {
		buf_text(&t->wrong, "# no event\n");
		return;
	}
	event_print(&t->v.events[at], &t->text);
	got = trial_built(t, name);
	compare_members(t, &got, &members, false);
}

static inline void
compare_all(struct trial *t, const struct json *want)
{
	struct json seen = json_get(want, "seen");
	struct json next = json_get(want, "next");
	struct json remarks = json_get(want, "remarks");

	compare_verdict(t, want);
	compare_lists(t, want);
	compare_next(t, &next);
	compare_remarks(t, &remarks);
	compare_event(t, want, "first");
	compare_event(t, want, "last");
	if (seen.type == JSON_ARRAY)
		compare_seen(t, &seen);
}

#endif
