/* entry - one named fact in an observation */

#include "model/entry.h"

#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/pool.h"
#include "model/event.h"
#include "model/field-print.h"
#include "model/field.h"

static const char *const resets[] = {
	NULL,
	"revision",
	"absence",
	"never",
};
static const char *const outcomes[] = {
	NULL,
	"success",
	"blocked",
};

const struct words resets_on_words = { resets, 4 };
const struct words outcome_words = { outcomes, 3 };

const char *
resets_on_name(enum resets_on r)
{
	return word_of(&resets_on_words, r);
}

const char *
outcome_name(enum outcome o)
{
	return word_of(&outcome_words, o);
}

#define AT(member) offsetof(struct entry, member)

static const struct field list[] = {
	{ FIELD_NAME("key"), FIELD_TEXT, AT(key), true, 0, ENTRY_KEY_MAX,
	    NULL },
	{ FIELD_NAME("severity"), FIELD_WORD, AT(severity), true, 0, 0,
	    &severity_words },
	{ FIELD_NAME("resets_on"), FIELD_WORD, AT(resets_on), true, 0, 0,
	    &resets_on_words },
	{ FIELD_NAME("type"), FIELD_TEXT, AT(type), true, 0,
	    EVENT_ATTRIBUTE_MAX, NULL },
	{ FIELD_NAME("ended_type"), FIELD_TEXT, AT(ended_type), false, 0,
	    EVENT_ATTRIBUTE_MAX, NULL },
	{ FIELD_NAME("brief"), FIELD_PROSE, AT(brief), false, 0,
	    ENTRY_BRIEF_MAX, NULL },
	{ FIELD_NAME("raises"), FIELD_OBJECT, AT(raises), false, 0, 0, NULL },
	{ FIELD_NAME("priority"), FIELD_WORD, AT(priority), false, 0, 0,
	    &priority_words },
	{ FIELD_NAME("outcome"), FIELD_WORD, AT(outcome), false, 0, 0,
	    &outcome_words },
	{ FIELD_NAME("at"), FIELD_STAMP, AT(at_ms), false, 0, 0, NULL },
	{ FIELD_NAME("data"), FIELD_OBJECT, AT(data), false, 0, 0, NULL },
};
static const struct fields fields = {
	"an entry",
	list,
	sizeof(list) / sizeof(list[0]),
};

static int
check_raises(const struct json *j, struct pool *p, struct err *e)
{
	struct json_item it = { 0 };

	while (json_each(j, &it)) {
		struct span s;
		unsigned i;

		if (json_text(&it.value, "raises", p, &s, e) == -1)
			return -1;
		if (!word_find(&priority_words, s, &i))
			return word_refuse(&priority_words, "raises", s, e);
	}
	return 0;
}

/* What our own programs act on is not for a kind to say. */
static int
check_type(struct span type, struct err *e)
{
	static const char *const ours[] = { "sergeant.inbox.",
		"sergeant.journal.", "sergeant.observation",
		"sergeant.receipt.", "sergeant.verdict.", "sergeant.wake.",
		"sergeant.watch." };
	size_t i;

	for (i = 0; i < sizeof(ours) / sizeof(ours[0]); i++) {
		if (span_begins(type, ours[i]))
			return err_set(e, STATUS_DATA,
			    "not an entry: '%.*s' is a type of our own",
			    (int)(type.len < 64 ? type.len : 64), type.s);
	}
	return 0;
}

int
entry_parse(
    const struct json *j, struct pool *p, struct entry *ret, struct err *e)
{
	struct entry got = { 0 };

	if (fields_read(&fields, j, &got, p, e) == -1)
		return -1;
	if (got.key.len == 0)
		return err_set(e, STATUS_DATA, "not an entry: 'key' is empty");
	if (got.type.len == 0)
		return err_set(e, STATUS_DATA, "not an entry: 'type' is empty");
	if (check_type(got.type, e) == -1 ||
	    check_type(got.ended_type, e) == -1 ||
	    check_raises(&got.raises, p, e) == -1)
		return -1;

	got.text.s = j->s;
	got.text.len = j->len;
	*ret = got;
	return 0;
}

void
entry_print(const struct entry *en, struct buf *out)
{
	if (en->text.s != NULL) {
		buf_span(out, en->text);
		return;
	}
	buf_byte(out, '{');
	field_print_text(out, "key", en->key);
	field_print_word(out, "severity", severity_name(en->severity));
	field_print_word(out, "resets_on", resets_on_name(en->resets_on));
	field_print_text(out, "type", en->type);
	field_print_text(out, "ended_type", en->ended_type);
	field_print_text(out, "brief", en->brief);
	json_member_json(out, "raises", &en->raises);
	field_print_word(out, "priority", priority_name(en->priority));
	field_print_word(out, "outcome", outcome_name(en->outcome));
	if (en->at_ms != 0)
		json_member_stamp(out, "at", en->at_ms);
	json_member_json(out, "data", &en->data);
	buf_byte(out, '}');
}
