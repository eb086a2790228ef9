/* watch-text - a watch as a document, and what flags say of one */

#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/num.h"
#include "base/stamp.h"
#include "model/field-print.h"
#include "model/watch.h"

#define UNTIL_COUNT_MAX 1000000000

static void
print_duration(struct buf *out, const char *name, int64_t ms)
{
	char text[NUM_DURATION_MAX];

	num_duration_print(text, ms);
	json_member_text(out, name, span_of(text));
}

static void
print_clauses(const struct watch *w, struct buf *out)
{
	size_t i;

	json_member(out, "clauses");
	buf_byte(out, '[');
	for (i = 0; i < w->n_clauses; i++) {
		const struct clause *c = &w->clauses[i];

		buf_text(out, i == 0 ? "{" : ",{");
		json_member_text(out, "subject", c->subject);
		field_print_text(out, "kind", c->kind);
		json_member_json(out, "types", &c->types);
		field_print_flag(out, "collection", c->collection);
		buf_byte(out, '}');
	}
	buf_byte(out, ']');
}

static void
print_bound(struct buf *out, const char *name, int64_t n)
{
	if (n >= 0)
		json_member_int(out, name, n);
}

void
budget_print(const struct budget *b, struct buf *out)
{
	buf_byte(out, '{');
	print_bound(out, "wakes", b->wakes);
	print_bound(out, "turns", b->turns);
	print_bound(out, "tokens", b->tokens);
	if (b->runtime_ms >= 0)
		print_duration(out, "runtime", b->runtime_ms);
	print_bound(out, "errors", b->errors);
	buf_byte(out, '}');
}

static void
print_until(const struct watch *w, struct buf *out)
{
	char text[STAMP_MAX + 8] = "at=";

	switch (w->until) {
	case UNTIL_SUBJECT_TERMINAL:
		json_member_text(out, "until", span_of("subject_terminal"));
		break;
	case UNTIL_NEVER:
		json_member_text(out, "until", span_of("never"));
		break;
	case UNTIL_AT:
		stamp_print(text + 3, w->until_at_ms);
		json_member_text(out, "until", span_of(text));
		break;
	case UNTIL_COUNT:
		(void)snprintf(text, sizeof(text), "count=%lld",
		    (long long)w->until_count);
		json_member_text(out, "until", span_of(text));
		break;
	}
}

void
watch_print(const struct watch *w, struct buf *out)
{
	static const struct json nothing = { JSON_OBJECT, "{}", 2 };

	buf_byte(out, '{');
	json_member_int(out, "version", WATCH_VERSION);
	json_member_text(out, "id", w->id);
	field_print_text(out, "label", w->label);
	field_print_text(out, "group", w->group);
	field_print_text(out, "managed", w->managed);
	print_clauses(w, out);
	field_print_text(out, "objective", w->objective);
	json_member_text(out, "to", w->to);
	field_print_word(out, "urgency", urgency_name(w->urgency));
	json_member_stamp(out, "created", w->created_ms);
	print_duration(out, "every", w->every_ms);
	field_print_flag(out, "hot", w->hot);
	print_duration(out, "realert", w->realert_ms);
	print_duration(out, "window", w->window_ms);
	field_print_word(out, "first", first_rule_name(w->first));
	print_duration(out, "for", w->for_ms);
	json_member_int(out, "floor", w->floor);
	json_member(out, "budget");
	budget_print(&w->budget, out);
	print_until(w, out);
	json_member_json(
	    out, "config", w->config.type == JSON_NONE ? &nothing : &w->config);
	json_member_bool(out, "paused", w->paused);
	buf_byte(out, '}');
}

int
until_parse(struct span s, struct watch *ret, struct err *e)
{
	struct err why = { 0 };

	if (span_is(s, "subject_terminal")) {
		ret->until = UNTIL_SUBJECT_TERMINAL;
		return 0;
	}
	if (span_is(s, "never")) {
		ret->until = UNTIL_NEVER;
		return 0;
	}
	if (span_begins(s, "at=")) {
		if (stamp_parse(span_after(s, 3), &ret->until_at_ms, &why) ==
		    -1)
			return err_set(e, STATUS_DATA, "'until': %s", why.text);
		ret->until = UNTIL_AT;
		return 0;
	}
	if (span_begins(s, "count=")) {
		if (num_parse(span_after(s, 6), 1, UNTIL_COUNT_MAX,
			&ret->until_count, &why) == -1)
			return err_set(e, STATUS_DATA, "'until': %s", why.text);
		ret->until = UNTIL_COUNT;
		return 0;
	}
	return err_set(e, STATUS_DATA,
	    "'until' is '%.*s', none of subject_terminal never at=TIME "
	    "count=N",
	    (int)(s.len > 40 ? 40 : s.len), s.s == NULL ? "" : s.s);
}

/* Where a bound's word puts its number. */
static int64_t *
bound_of(struct budget *b, struct span name)
{
	if (span_is(name, "wakes"))
		return &b->wakes;
	if (span_is(name, "turns"))
		return &b->turns;
	if (span_is(name, "tokens"))
		return &b->tokens;
	if (span_is(name, "runtime"))
		return &b->runtime_ms;
	if (span_is(name, "errors"))
		return &b->errors;
	return NULL;
}

static int
parse_bound(struct span s, struct budget *ret, struct err *e)
{
	struct err why = { 0 };
	const char *equals = s.len == 0 ? NULL : memchr(s.s, '=', s.len);
	struct span name = { s.s,
		equals == NULL ? s.len : (size_t)(equals - s.s) };
	int64_t *bound = bound_of(ret, name);
	struct span value;
	int bad;

	if (bound == NULL || equals == NULL)
		return err_set(e, STATUS_DATA,
		    "'budget' has '%.*s', none of wakes=N turns=N tokens=N "
		    "runtime=D errors=N",
		    (int)(s.len > 40 ? 40 : s.len), s.s == NULL ? "" : s.s);
	if (*bound != -1)
		return err_set(e, STATUS_DATA, "'budget' has '%.*s' twice",
		    (int)name.len, name.s);

	value = span_after(s, name.len + 1);
	if (bound == &ret->runtime_ms)
		bad = num_duration(value, bound, &why);
	else
		bad = num_parse(value, 0, JSON_INT_MAX, bound, &why);
	if (bad == -1)
		return err_set(e, STATUS_DATA, "'budget': %s", why.text);
	return 0;
}

int
budget_parse(struct span s, struct budget *ret, struct err *e)
{
	struct budget got = { -1, -1, -1, -1, -1 };

	for (;;) {
		const char *comma = s.len == 0 ? NULL : memchr(s.s, ',', s.len);
		struct span one = { s.s,
			comma == NULL ? s.len : (size_t)(comma - s.s) };

		if (parse_bound(one, &got, e) == -1)
			return -1;
		if (comma == NULL)
			break;
		s = span_after(s, one.len + 1);
	}
	*ret = got;
	return 0;
}
