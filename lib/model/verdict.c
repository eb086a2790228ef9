/* verdict - what decide concluded for one watch */

#include "model/verdict.h"

#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/pool.h"
#include "model/field.h"
#include "model/word.h"

#define PREFIX "sergeant.verdict."

static const char *const kinds[] = {
	NULL,
	"quiet",
	"record",
	"wake",
	"terminal",
	"stop",
};
static const char *const whys[] = {
	NULL,
	"ended",
	"gone",
	"paused",
	"stale",
	"terminal",
	"budget",
	"error",
	"unattempted",
	"throttled",
	"blind",
	"nothing",
	"masked",
	"maturing",
	"baseline",
	"held",
	"flapping",
	"filtered",
	"closed",
	"due",
	"recovered",
	"floor",
	"stall",
	"until",
};

static const struct words kind_words = { kinds, 6 };
static const struct words why_words = { whys, WHY_UNTIL + 1 };

_Static_assert(
    sizeof(whys) / sizeof(whys[0]) == WHY_UNTIL + 1, "a word for each step");

const char *
verdict_kind_name(enum verdict_kind k)
{
	return word_of(&kind_words, k);
}

bool
verdict_kind_parse(struct span s, enum verdict_kind *ret)
{
	unsigned i;

	if (!word_find(&kind_words, s, &i))
		return false;
	*ret = (enum verdict_kind)i;
	return true;
}

const char *
why_name(enum why w)
{
	return word_of(&why_words, w);
}

bool
why_parse(struct span s, enum why *ret)
{
	unsigned i;

	if (!word_find(&why_words, s, &i))
		return false;
	*ret = (enum why)i;
	return true;
}

static void
print_keys(const struct verdict *v, struct buf *out)
{
	size_t i;

	json_member(out, "keys");
	buf_byte(out, '[');
	for (i = 0; i < v->n_keys; i++) {
		if (i > 0)
			buf_byte(out, ',');
		json_quote(out, v->keys[i]);
	}
	buf_byte(out, ']');
}

static void
print_events(const struct verdict *v, struct buf *out)
{
	size_t i;

	json_member(out, "events");
	buf_byte(out, '[');
	for (i = 0; i < v->n_events; i++) {
		if (i > 0)
			buf_byte(out, ',');
		event_print(&v->events[i], out);
	}
	buf_byte(out, ']');
}

static void
print_remarks(const struct verdict *v, struct buf *out)
{
	size_t i;

	json_member(out, "explain");
	buf_byte(out, '[');
	for (i = 0; i < v->n_remarks; i++) {
		const struct remark *r = &v->remarks[i];

		buf_text(out, i == 0 ? "{" : ",{");
		json_member_text(out, "key", r->key);
		json_member_text(out, "why", span_of(why_name(r->why)));
		if (r->until_ms != 0)
			json_member_stamp(out, "until", r->until_ms);
		buf_byte(out, '}');
	}
	buf_byte(out, ']');
}

static void
print_data(const struct verdict *v, bool explain, struct buf *out)
{
	static const struct json null = { JSON_NULL, "null", 4 };

	json_member(out, "data");
	buf_byte(out, '{');
	json_member_text(out, "why", span_of(why_name(v->why)));
	print_keys(v, out);
	if (v->outcome == OUTCOME_NONE)
		json_member_json(out, "outcome", &null);
	else
		json_member_text(
		    out, "outcome", span_of(outcome_name(v->outcome)));
	print_events(v, out);
	json_member_json(out, "evidence",
	    v->evidence.type == JSON_NONE ? &null : &v->evidence);
	if (explain)
		print_remarks(v, out);
	buf_byte(out, '}');
}

void
verdict_print(const struct verdict *v, bool explain, struct buf *out)
{
	buf_text(out, "{\"specversion\":\"1.0\",\"type\":\"" PREFIX);
	buf_text(out, verdict_kind_name(v->kind));
	buf_byte(out, '"');
	json_member_text(out, "id", span_of(v->id));
	json_member_text(out, "source", span_of("//sergeant.local/decide"));
	if (v->subject.s != NULL)
		json_member_text(out, "subject", v->subject);
	json_member_stamp(out, "time", v->time_ms);
	if (v->watch.s != NULL)
		json_member_text(out, "watch", v->watch);
	if (v->summary.s != NULL)
		json_member_text(out, "summary", v->summary);
	json_member_text(out, "datacontenttype", span_of("application/json"));
	print_data(v, explain, out);
	buf_byte(out, '}');
}

/* data, and what is read on from. */
struct conclusion {
	enum why why;
	struct json keys;
	enum outcome outcome;
	struct json events;
	struct json evidence;
	struct json explain;
};

#define AT(member) offsetof(struct conclusion, member)

static const struct field list[] = {
	{ FIELD_NAME("why"), FIELD_WORD, AT(why), true, 0, 0, &why_words },
	{ FIELD_NAME("keys"), FIELD_TEXTS, AT(keys), false, 0, ENTRIES_MAX,
	    NULL },
	{ FIELD_NAME("outcome"), FIELD_WORD, AT(outcome), false, 0, 0,
	    &outcome_words },
	{ FIELD_NAME("events"), FIELD_ARRAY, AT(events), true, 0, 0, NULL },
	{ FIELD_NAME("evidence"), FIELD_JSON, AT(evidence), false, 0, 0, NULL },
	{ FIELD_NAME("explain"), FIELD_ARRAY, AT(explain), false, 0, 0, NULL },
};
static const struct fields fields = {
	"a verdict",
	list,
	sizeof(list) / sizeof(list[0]),
};

static int
parse_kind(const struct event *ev, struct verdict *ret, struct err *e)
{
	struct span word = ev->type;

	if (!span_begins(ev->type, PREFIX))
		return err_set(e, STATUS_DATA, "not a verdict: '%.*s'",
		    (int)(word.len > 64 ? 64 : word.len), word.s);

	word.s += sizeof(PREFIX) - 1;
	word.len -= sizeof(PREFIX) - 1;
	if (!verdict_kind_parse(word, &ret->kind))
		return word_refuse(&kind_words, "type", word, e);
	if (ev->id.len >= sizeof(ret->id))
		return err_set(e, STATUS_DATA,
		    "not a verdict: 'id' is over %zu bytes long",
		    sizeof(ret->id) - 1);
	memcpy(ret->id, ev->id.s, ev->id.len);
	ret->id[ev->id.len] = '\0';
	return 0;
}

static int
parse_keys(
    const struct json *j, struct pool *p, struct verdict *ret, struct err *e)
{
	struct json_item it = { 0 };
	size_t cap = 0;

	while (json_each(j, &it)) {
		ret->keys = field_room(
		    p, ret->keys, ret->n_keys, &cap, sizeof(*ret->keys));
		if (json_text(
			&it.value, "keys", p, &ret->keys[ret->n_keys], e) == -1)
			return -1;
		ret->n_keys++;
	}
	return 0;
}

static int
parse_events(
    const struct json *j, struct pool *p, struct verdict *ret, struct err *e)
{
	struct json_item it = { 0 };
	size_t cap = 0;

	while (json_each(j, &it)) {
		ret->events = field_room(
		    p, ret->events, ret->n_events, &cap, sizeof(*ret->events));
		if (event_parse(&it.value, p, &ret->events[ret->n_events], e) ==
		    -1)
			return -1;
		ret->n_events++;
	}
	return 0;
}

int
verdict_parse(
    const struct event *ev, struct pool *p, struct verdict *ret, struct err *e)
{
	struct verdict got = { 0 };
	struct conclusion data = { 0 };

	if (parse_kind(ev, &got, e) == -1 ||
	    fields_read(&fields, &ev->data, &data, p, e) == -1 ||
	    parse_keys(&data.keys, p, &got, e) == -1 ||
	    parse_events(&data.events, p, &got, e) == -1)
		return -1;

	got.why = data.why;
	got.outcome = data.outcome;
	got.evidence = data.evidence;
	got.watch = ev->watch;
	got.subject = ev->subject;
	got.time_ms = ev->time_ms;
	got.summary = ev->summary;
	*ret = got;
	return 0;
}
