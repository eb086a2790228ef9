/* plan - one step of making the watches those of a list */

#include "model/plan.h"

#include "base/buf.h"
#include "base/json.h"
#include "base/pool.h"
#include "model/field-print.h"
#include "model/watch.h"
#include "model/word.h"

static const char *const actions[] = {
	NULL,
	"add",
	"change",
	"keep",
	"remove",
};

static const struct words action_words = { actions, 5 };

const char *
plan_action_name(enum plan_action a)
{
	return word_of(&action_words, a);
}

static struct json
printed(const struct watch *w, struct pool *p)
{
	struct buf b = { 0 };
	struct json ret = { 0 };
	struct span text;

	watch_print(w, &b);
	text = pool_copy(p, buf_as_span(&b));
	buf_done(&b);
	(void)json_scan(text.s, text.len, &ret, NULL);
	return ret;
}

static bool
differs(const struct json *j, const struct json_item *it)
{
	struct json_item other = { 0 };

	while (json_each(j, &other)) {
		if (span_equal(other.key, it->key))
			return !span_equal(
			    json_span(&other.value), json_span(&it->value));
	}
	return true;
}

static void
list_differing(const struct json *in, const struct json *from, bool absent_only,
    struct buf *out)
{
	struct json_item it = { 0 };
	struct json_item other;

	while (json_each(in, &it)) {
		bool there = false;

		other = (struct json_item){ 0 };
		while (!there && json_each(from, &other))
			there = span_equal(other.key, it.key);
		if (absent_only ? there : !differs(from, &it))
			continue;
		if (out->len > 1)
			buf_byte(out, ',');
		json_quote(out, it.key);
	}
}

/* The members that two documents of one watch do not share. */
struct json
plan_changes(const struct watch *old, const struct watch *new, struct pool *p)
{
	struct json a = printed(old, p);
	struct json b = printed(new, p);
	struct buf out = { 0 };
	struct json ret = { JSON_ARRAY, NULL, 0 };
	struct span text;

	buf_byte(&out, '[');
	list_differing(&b, &a, false, &out);
	list_differing(&a, &b, true, &out);
	buf_byte(&out, ']');
	text = pool_copy(p, buf_as_span(&out));
	buf_done(&out);
	ret.s = text.s;
	ret.len = text.len;
	return ret;
}

void
plan_item_print(const struct plan_item *it, bool planned_only, struct buf *out)
{
	const struct watch *w = it->watch;
	size_t i;

	buf_byte(out, '{');
	json_member_text(out, "action", span_of(plan_action_name(it->action)));
	if (!planned_only || it->action != PLAN_ADD)
		json_member_text(out, "id", w->id);
	field_print_text(out, "label", w->label);
	json_member(out, "subjects");
	buf_byte(out, '[');
	for (i = 0; i < w->n_clauses; i++) {
		if (i > 0)
			buf_byte(out, ',');
		json_quote(out, w->clauses[i].subject);
	}
	buf_byte(out, ']');
	json_member_text(out, "to", w->to);
	json_member_json(out, "changes", &it->changes);
	buf_byte(out, '}');
}
