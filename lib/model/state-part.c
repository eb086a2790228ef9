/*
 * state-part - what decide remembers of one subject, in and out of a state line
 */

#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/pool.h"
#include "model/entry.h"
#include "model/event.h"
#include "model/field-print.h"
#include "model/field.h"
#include "model/state.h"

#define COUNT(name, at)                                                        \
	FIELD_NAME(name), FIELD_INT, at, false, 0, JSON_INT_MAX, NULL
#define ATTRIBUTE(name, at)                                                    \
	FIELD_NAME(name), FIELD_TEXT, at, false, 0, EVENT_ATTRIBUTE_MAX, NULL

struct key_line {
	struct key_state k;
	struct json changes;
};

#define IN_KEY(member) offsetof(struct key_line, k.member)

static const struct field key_list[] = {
	{ FIELD_NAME("key"), FIELD_TEXT, IN_KEY(key), true, 0, ENTRY_KEY_MAX,
	    NULL },
	{ FIELD_NAME("resets_on"), FIELD_WORD, IN_KEY(resets_on), true, 0, 0,
	    &resets_on_words },
	{ FIELD_NAME("severity"), FIELD_WORD, IN_KEY(severity), true, 0, 0,
	    &severity_words },
	{ ATTRIBUTE("type", IN_KEY(type)) },
	{ ATTRIBUTE("ended_type", IN_KEY(ended_type)) },
	{ FIELD_NAME("brief"), FIELD_PROSE, IN_KEY(brief), false, 0,
	    ENTRY_BRIEF_MAX, NULL },
	{ COUNT("since", IN_KEY(since_ms)) },
	{ COUNT("told", IN_KEY(told_ms)) },
	{ ATTRIBUTE("told_revision", IN_KEY(told_revision)) },
	{ ATTRIBUTE("episode", IN_KEY(episode)) },
	{ FIELD_NAME("over"), FIELD_BOOL, IN_KEY(over), false, 0, 0, NULL },
	{ FIELD_NAME("flapping"), FIELD_BOOL, IN_KEY(flapping), false, 0, 0,
	    NULL },
	{ ATTRIBUTE("flap_episode", IN_KEY(flap_episode)) },
	{ FIELD_NAME("changes"), FIELD_ARRAY,
	    offsetof(struct key_line, changes), false, 0, 0, NULL },
};
static const struct fields key_fields = {
	"a key's state",
	key_list,
	sizeof(key_list) / sizeof(key_list[0]),
};

struct held_line {
	struct held h;
	struct json entry;
};

#define IN_HELD(member) offsetof(struct held_line, h.member)

static const struct field held_list[] = {
	{ COUNT("since", IN_HELD(since_ms)) },
	{ COUNT("time", IN_HELD(time_ms)) },
	{ ATTRIBUTE("revision", IN_HELD(revision)) },
	{ FIELD_NAME("entry"), FIELD_OBJECT, offsetof(struct held_line, entry),
	    true, 0, 0, NULL },
	{ FIELD_NAME("event"), FIELD_OBJECT, IN_HELD(event), false, 0, 0,
	    NULL },
};
static const struct fields held_fields = {
	"a held entry",
	held_list,
	sizeof(held_list) / sizeof(held_list[0]),
};

struct part {
	struct subject_state s;
	struct json keys;
	struct json held;
};

#define IN_PART(member) offsetof(struct part, s.member)

static const struct field part_list[] = {
	{ COUNT("as_of", IN_PART(as_of_ms)) },
	{ FIELD_NAME("looked"), FIELD_BOOL, IN_PART(looked), false, 0, 0,
	    NULL },
	{ ATTRIBUTE("revision", IN_PART(revision)) },
	{ COUNT("revision_at", IN_PART(revision_at_ms)) },
	{ FIELD_NAME("cursor"), FIELD_JSON, IN_PART(cursor), false, 0, 0,
	    NULL },
	{ COUNT("window", IN_PART(window_ms)) },
	{ FIELD_NAME("keys"), FIELD_ARRAY, offsetof(struct part, keys), false,
	    0, 0, NULL },
	{ FIELD_NAME("held"), FIELD_ARRAY, offsetof(struct part, held), false,
	    0, 0, NULL },
	{ COUNT("settled", IN_PART(settled_ms)) },
	{ ATTRIBUTE("settled_digest", IN_PART(settled_digest)) },
	{ COUNT("floor", IN_PART(floor_ms)) },
};
static const struct fields part_fields = {
	"a subject's state",
	part_list,
	sizeof(part_list) / sizeof(part_list[0]),
};

static int
parse_changes(
    const struct json *j, struct pool *p, struct key_state *ret, struct err *e)
{
	struct json_item it = { 0 };
	size_t n = json_count(j);

	if (n > STATE_CHANGES_MAX)
		return err_set(e, STATUS_DATA,
		    "'changes' has more than %d items", STATE_CHANGES_MAX);
	if (n > 0)
		ret->changes = pool_new(p, n * sizeof(*ret->changes));
	while (json_each(j, &it)) {
		if (json_int(&it.value, "changes", 0, JSON_INT_MAX,
			&ret->changes[ret->n_changes], e) == -1)
			return -1;
		ret->n_changes++;
	}
	return 0;
}

static int
parse_keys(const struct json *j, struct pool *p, struct subject_state *ret,
    struct err *e)
{
	struct json_item it = { 0 };
	size_t cap = 0;

	while (json_each(j, &it)) {
		struct key_line got = { 0 };

		if (fields_read(&key_fields, &it.value, &got, p, e) == -1 ||
		    parse_changes(&got.changes, p, &got.k, e) == -1)
			return -1;
		ret->keys = field_room(
		    p, ret->keys, ret->n_keys, &cap, sizeof(*ret->keys));
		ret->keys[ret->n_keys++] = got.k;
	}
	return 0;
}

static int
parse_held(const struct json *j, struct pool *p, struct subject_state *ret,
    struct err *e)
{
	struct json_item it = { 0 };
	size_t cap = 0;

	while (json_each(j, &it)) {
		struct held_line got = { 0 };

		if (fields_read(&held_fields, &it.value, &got, p, e) == -1 ||
		    entry_parse(&got.entry, p, &got.h.entry, e) == -1)
			return -1;
		ret->held = field_room(
		    p, ret->held, ret->n_held, &cap, sizeof(*ret->held));
		ret->held[ret->n_held++] = got.h;
	}
	return 0;
}

int
subject_state_parse(const struct json *j, struct pool *p,
    struct subject_state *ret, struct err *e)
{
	struct part got = { 0 };

	if (fields_read(&part_fields, j, &got, p, e) == -1 ||
	    parse_keys(&got.keys, p, &got.s, e) == -1 ||
	    parse_held(&got.held, p, &got.s, e) == -1)
		return -1;
	*ret = got.s;
	return 0;
}

static void
print_key(struct buf *out, const struct key_state *k)
{
	size_t i;

	buf_byte(out, '{');
	json_member_text(out, "key", k->key);
	json_member_text(
	    out, "resets_on", span_of(resets_on_name(k->resets_on)));
	json_member_text(out, "severity", span_of(severity_name(k->severity)));
	field_print_text(out, "type", k->type);
	field_print_text(out, "ended_type", k->ended_type);
	field_print_text(out, "brief", k->brief);
	field_print_int(out, "since", k->since_ms);
	field_print_int(out, "told", k->told_ms);
	field_print_text(out, "told_revision", k->told_revision);
	field_print_text(out, "episode", k->episode);
	field_print_flag(out, "over", k->over);
	field_print_flag(out, "flapping", k->flapping);
	field_print_text(out, "flap_episode", k->flap_episode);
	if (k->n_changes > 0) {
		json_member(out, "changes");
		for (i = 0; i < k->n_changes; i++) {
			buf_byte(out, i == 0 ? '[' : ',');
			buf_int(out, k->changes[i]);
		}
		buf_byte(out, ']');
	}
	buf_byte(out, '}');
}

static void
print_held(struct buf *out, const struct held *h)
{
	buf_byte(out, '{');
	field_print_int(out, "since", h->since_ms);
	field_print_int(out, "time", h->time_ms);
	field_print_text(out, "revision", h->revision);
	json_member(out, "entry");
	entry_print(&h->entry, out);
	json_member_json(out, "event", &h->event);
	buf_byte(out, '}');
}

static void
print_keys(struct buf *out, const struct subject_state *s)
{
	size_t i;

	if (s->n_keys == 0)
		return;

	json_member(out, "keys");
	for (i = 0; i < s->n_keys; i++) {
		buf_byte(out, i == 0 ? '[' : ',');
		print_key(out, &s->keys[i]);
	}
	buf_byte(out, ']');
}

static void
print_helds(struct buf *out, const struct subject_state *s)
{
	size_t i;

	if (s->n_held == 0)
		return;

	json_member(out, "held");
	for (i = 0; i < s->n_held; i++) {
		buf_byte(out, i == 0 ? '[' : ',');
		print_held(out, &s->held[i]);
	}
	buf_byte(out, ']');
}

void
subject_state_print(const struct subject_state *s, struct buf *out)
{
	buf_byte(out, '{');
	field_print_int(out, "as_of", s->as_of_ms);
	field_print_flag(out, "looked", s->looked);
	field_print_text(out, "revision", s->revision);
	field_print_int(out, "revision_at", s->revision_at_ms);
	json_member_json(out, "cursor", &s->cursor);
	field_print_int(out, "window", s->window_ms);
	print_keys(out, s);
	print_helds(out, s);
	field_print_int(out, "settled", s->settled_ms);
	field_print_text(out, "settled_digest", s->settled_digest);
	field_print_int(out, "floor", s->floor_ms);
	buf_byte(out, '}');
}
