/* event - the envelope of every line between programs */

#include "model/event.h"

#include <stddef.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/pool.h"
#include "base/stamp.h"
#include "model/field-print.h"
#include "model/field.h"
#include "model/party.h"

/* CloudEvents 1.0: attribute names should not be longer. */
#define NAME_LEN_MAX 20

/* The event, and what is checked but not kept. */
struct line {
	struct event ev;
	struct span specversion;
	/* the log's own, of a stored line: never passed on */
	struct span crc;
};

#define AT(member) offsetof(struct line, ev.member)
#define ATTRIBUTE(name, member)                                                \
	FIELD_NAME(name), FIELD_TEXT, AT(member), false, 0,                    \
	    EVENT_ATTRIBUTE_MAX, NULL

/* In the order of printing, so that the next member is found at once. */
static const struct field list[] = {
	{ FIELD_NAME("specversion"), FIELD_TEXT,
	    offsetof(struct line, specversion), true, 0, 16, NULL },
	{ FIELD_NAME("type"), FIELD_TEXT, AT(type), true, 0,
	    EVENT_ATTRIBUTE_MAX, NULL },
	{ FIELD_NAME("id"), FIELD_TEXT, AT(id), true, 0, EVENT_ATTRIBUTE_MAX,
	    NULL },
	{ FIELD_NAME("source"), FIELD_TEXT, AT(source), true, 0,
	    EVENT_ATTRIBUTE_MAX, NULL },
	{ ATTRIBUTE("subject", subject) },
	{ ATTRIBUTE("time", time) },
	{ FIELD_NAME("subjects"), FIELD_TEXTS, AT(subjects), false, 0,
	    EVENT_ITEMS_MAX, NULL },
	{ ATTRIBUTE("summary", summary) },
	{ FIELD_NAME("terminal"), FIELD_BOOL, AT(terminal), false, 0, 0, NULL },
	{ FIELD_NAME("priority"), FIELD_WORD, AT(priority), false, 0, 0,
	    &priority_words },
	{ FIELD_NAME("phase"), FIELD_WORD, AT(phase), false, 0, 0,
	    &phase_words },
	{ ATTRIBUTE("episode", episode) },
	{ ATTRIBUTE("coalescekey", coalescekey) },
	{ FIELD_NAME("recipients"), FIELD_TEXTS, AT(recipients), false, 0,
	    EVENT_ITEMS_MAX, NULL },
	{ FIELD_NAME("urgency"), FIELD_WORD, AT(urgency), false, 0, 0,
	    &urgency_words },
	{ ATTRIBUTE("watch", watch) },
	{ ATTRIBUTE("verdict", verdict) },
	{ ATTRIBUTE("entrykey", entrykey) },
	{ ATTRIBUTE("revision", revision) },
	{ FIELD_NAME("inbound"), FIELD_INT, AT(inbound), false, 0, JSON_INT_MAX,
	    NULL },
	{ FIELD_NAME("last"), FIELD_BOOL, AT(last), false, 0, 0, NULL },
	{ ATTRIBUTE("workspace", workspace) },
	{ FIELD_NAME("seq"), FIELD_INT, AT(seq), false, 0, JSON_INT_MAX, NULL },
	{ ATTRIBUTE("dataref", dataref) },
	{ ATTRIBUTE("sessionid", sessionid) },
	{ FIELD_NAME("lineage"), FIELD_TEXTS, AT(lineage), false, 0,
	    EVENT_ITEMS_MAX, NULL },
	{ ATTRIBUTE("escalatedfrom", escalatedfrom) },
	{ ATTRIBUTE("parked", parked) },
	{ ATTRIBUTE("consumerref", consumerref) },
	{ ATTRIBUTE("datacontenttype", datacontenttype) },
	{ FIELD_NAME("data"), FIELD_JSON, AT(data), false, 0, 0, NULL },
	{ FIELD_NAME("crc"), FIELD_TEXT, offsetof(struct line, crc), false, 0,
	    16, NULL },
};
static const struct fields fields = {
	"an event",
	list,
	sizeof(list) / sizeof(list[0]),
};

static bool
is_attribute_name(struct span s)
{
	size_t i;

	if (span_is(s, "data_base64"))
		return true;
	if (s.len == 0 || s.len > NAME_LEN_MAX)
		return false;

	for (i = 0; i < s.len; i++) {
		if ((s.s[i] < 'a' || s.s[i] > 'z') &&
		    (s.s[i] < '0' || s.s[i] > '9'))
			return false;
	}
	return true;
}

/* A text without control characters, an integer, a boolean, or nothing. */
static int
check_attribute(const char *name, const struct json *j, struct err *e)
{
	struct pool own = { 0 };
	struct span s = { 0 };
	int64_t n;
	int bad = 0;

	if (j->type == JSON_ARRAY || j->type == JSON_OBJECT)
		return err_set(e, STATUS_DATA,
		    "not an event: '%s' is no text, integer or boolean", name);
	if (j->type == JSON_NUMBER)
		return json_int(j, name, -JSON_INT_MAX, JSON_INT_MAX, &n, e);
	if (j->type == JSON_TEXT)
		bad = json_text(j, name, &own, &s, e);
	if (bad == 0 && text_has_control(s))
		bad = err_set(
		    e, STATUS_DATA, "'%s' has a control character in it", name);
	pool_done(&own);
	return bad;
}

/* A member we do not know: checked as an attribute, passed on as written. */
static int
add_unknown(
    struct span name, const struct json *j, struct buf *rest, struct err *e)
{
	char copy[NAME_LEN_MAX + 1];

	if (!is_attribute_name(name))
		return err_set(e, STATUS_DATA,
		    "not an event: '%.*s' is no attribute's name",
		    (int)(name.len > 64 ? 64 : name.len), name.s);
	if (!span_is(name, "data_base64")) {
		memcpy(copy, name.s, name.len);
		copy[name.len] = '\0';
		if (check_attribute(copy, j, e) == -1)
			return -1;
	}
	buf_byte(rest, ',');
	json_quote(rest, name);
	buf_byte(rest, ':');
	buf_span(rest, json_span(j));
	return 0;
}

static int
read_members(const struct json *j, struct line *ret, struct buf *rest,
    struct pool *p, struct err *e)
{
	struct json_item it = { 0 };
	size_t hint = 0;

	while (json_each(j, &it)) {
		struct span name = it.key_escaped ? json_key(&it, p) : it.key;
		const struct field *f = field_find(&fields, name, &hint);

		if (f == NULL) {
			if (add_unknown(name, &it.value, rest, e) == -1)
				return -1;
			continue;
		}
		if (field_read(f, &it.value, ret, p, e) == -1)
			return -1;
		if (f->offset == AT(terminal) && it.value.type == JSON_BOOL)
			ret->ev.has_terminal = true;
	}
	return 0;
}

static int
check_required(const struct line *l, struct err *e)
{
	const struct {
		const char *name;
		struct span s;
	} required[] = {
		{ "specversion", l->specversion },
		{ "id", l->ev.id },
		{ "source", l->ev.source },
		{ "type", l->ev.type },
	};
	size_t i;

	for (i = 0; i < sizeof(required) / sizeof(required[0]); i++) {
		if (required[i].s.s == NULL)
			return err_set(e, STATUS_DATA, "not an event: no '%s'",
			    required[i].name);
		if (required[i].s.len == 0)
			return err_set(e, STATUS_DATA,
			    "not an event: '%s' is empty", required[i].name);
	}
	if (!span_is(l->specversion, "1.0"))
		return err_set(e, STATUS_DATA,
		    "not an event: 'specversion' is '%.*s', not '1.0'",
		    (int)l->specversion.len, l->specversion.s);
	return 0;
}

static int
check_recipients(const struct json *j, struct pool *p, struct err *e)
{
	struct json_item it = { 0 };

	while (json_each(j, &it)) {
		struct party party;
		struct span s;

		if (json_text(&it.value, "recipients", p, &s, e) == -1 ||
		    party_parse(s, &party, e) == -1)
			return -1;
	}
	return 0;
}

static int
read_time(struct event *ev, struct err *e)
{
	struct err why = { 0 };

	if (ev->time.s == NULL)
		return 0;
	if (stamp_parse(ev->time, &ev->time_ms, &why) == -1)
		return err_set(e, STATUS_DATA, "'time': %s", why.text);
	return 0;
}

int
event_parse(
    const struct json *j, struct pool *p, struct event *ret, struct err *e)
{
	struct line got = { 0 };
	struct buf rest = { 0 };
	int bad;

	if (j->type != JSON_OBJECT)
		return err_set(e, STATUS_DATA, "not an event: not an object");

	bad = read_members(j, &got, &rest, p, e);
	if (bad == 0)
		bad = check_required(&got, e);
	if (bad == 0)
		bad = read_time(&got.ev, e);
	if (bad == 0)
		bad = check_recipients(&got.ev.recipients, p, e);
	if (bad == 0) {
		if (rest.len > 0)
			got.ev.rest = pool_copy(p, buf_as_span(&rest));
		*ret = got.ev;
	}
	buf_done(&rest);
	return bad;
}

static void
print_time(struct buf *out, const struct event *ev)
{
	if (ev->time.s != NULL)
		json_member_text(out, "time", ev->time);
	else if (ev->time_ms != 0)
		json_member_stamp(out, "time", ev->time_ms);
}

/* What says where it goes and where it came from. */
static void
print_routing(struct buf *out, const struct event *ev)
{
	json_member_json(out, "recipients", &ev->recipients);
	field_print_word(out, "urgency", urgency_name(ev->urgency));
	field_print_text(out, "watch", ev->watch);
	field_print_text(out, "verdict", ev->verdict);
	field_print_text(out, "entrykey", ev->entrykey);
	field_print_text(out, "revision", ev->revision);
	field_print_int(out, "inbound", ev->inbound);
	if (ev->last)
		json_member_bool(out, "last", true);
	field_print_text(out, "workspace", ev->workspace);
	field_print_int(out, "seq", ev->seq);
	field_print_text(out, "dataref", ev->dataref);
	field_print_text(out, "sessionid", ev->sessionid);
	json_member_json(out, "lineage", &ev->lineage);
	field_print_text(out, "escalatedfrom", ev->escalatedfrom);
	field_print_text(out, "parked", ev->parked);
	field_print_text(out, "consumerref", ev->consumerref);
	field_print_text(out, "datacontenttype", ev->datacontenttype);
}

void
event_print(const struct event *ev, struct buf *out)
{
	buf_text(out, "{\"specversion\":\"1.0\"");
	field_print_text(out, "type", ev->type);
	field_print_text(out, "id", ev->id);
	field_print_text(out, "source", ev->source);
	field_print_text(out, "subject", ev->subject);
	print_time(out, ev);
	json_member_json(out, "subjects", &ev->subjects);
	field_print_text(out, "summary", ev->summary);
	if (ev->has_terminal)
		json_member_bool(out, "terminal", ev->terminal);
	field_print_word(out, "priority", priority_name(ev->priority));
	field_print_word(out, "phase", phase_name(ev->phase));
	field_print_text(out, "episode", ev->episode);
	field_print_text(out, "coalescekey", ev->coalescekey);
	print_routing(out, ev);
	if (ev->rest.s != NULL)
		buf_span(out, ev->rest);
	json_member_json(out, "data", &ev->data);
	buf_byte(out, '}');
}

bool
event_is(const struct event *ev, const char *type_or_prefix)
{
	size_t len = strlen(type_or_prefix);

	if (len > 0 && type_or_prefix[len - 1] == '.')
		return span_begins(ev->type, type_or_prefix);
	return span_is(ev->type, type_or_prefix);
}

bool
event_is_record(const struct event *ev)
{
	return event_is(ev, "sergeant.inbox.") ||
	    event_is(ev, "sergeant.wake.") || event_is(ev, "sergeant.receipt.");
}
