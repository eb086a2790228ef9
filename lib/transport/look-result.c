#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/id.h"
#include "base/stamp.h"
#include "model/subject.h"
#include "transport/look-call.h"
#include "transport/look-part.h"
#include "transport/look-result.h"
#include "transport/look-stored.h"

/* From what a kind says of a subject to the observation's line. */

static void
add_entry(const struct json *entry, enum outcome o, struct buf *out)
{
	struct json_item it = { 0 };

	if (o == OUTCOME_NONE) {
		buf_span(out, json_span(entry));
		return;
	}
	buf_byte(out, '{');
	while (json_each(entry, &it)) {
		if (span_is(it.key, "severity") || span_is(it.key, "outcome"))
			continue;
		buf_text(out, out->s[out->len - 1] == '{' ? "\"" : ",\"");
		buf_span(out, it.key);
		buf_text(out, "\":");
		buf_span(out, json_span(&it.value));
	}
	json_member_text(out, "severity", span_of("terminal"));
	json_member_text(out, "outcome", span_of(outcome_name(o)));
	buf_byte(out, '}');
}

/* An entry that the objective names becomes terminal. */
static void
add_entries(const struct kind *k, struct span objective,
    const struct json *entries, struct pool *p, struct buf *out)
{
	struct json_item it = { 0 };
	struct span key;
	struct json j;
	int o;

	json_member(out, "entries");
	buf_byte(out, '[');
	while (json_each(entries, &it)) {
		o = OUTCOME_NONE;
		j = json_get(&it.value, "key");
		if (objective.s != NULL &&
		    json_text(&j, "key", p, &key, NULL) == 0)
			o = kind_outcome(k, objective, key);
		buf_text(out, out->s[out->len - 1] == '[' ? "" : ",");
		add_entry(&it.value, (enum outcome)o, out);
	}
	buf_byte(out, ']');
}

static void
add_or_null(struct buf *out, const char *name, const struct json *j)
{
	json_member(out, name);
	if (j->type == JSON_NONE)
		buf_text(out, "null");
	else
		buf_span(out, json_span(j));
}

/* The class is one of ours, retry_at may be a number of ms. */
static void
add_error(const struct json *error, struct pool *p, struct buf *out)
{
	struct json class = json_get(error, "class");
	struct json brief = json_get(error, "brief");
	struct json at = json_get(error, "retry_at");
	struct span s = { 0 };
	int64_t ms = 0;

	json_member(out, "error");
	if (error->type == JSON_NONE) {
		buf_text(out, "null");
		return;
	}
	(void)json_text(&class, "class", p, &s, NULL);
	buf_byte(out, '{');
	json_member_text(
	    out, "class", span_of(error_class_name(error_class_parse(s))));
	if (brief.type == JSON_TEXT)
		json_member_json(out, "brief", &brief);
	if (result_read_time(&at, "retry_at", &ms, NULL) == 0 && ms > 0)
		json_member_stamp(out, "retry_at", ms);
	buf_byte(out, '}');
}

static void
print_data(const struct call *c, const struct result *r, bool member,
    struct span objective, struct pool *p, struct buf *out)
{
	const struct kind *k = c->run->kind;

	buf_byte(out, '{');
	json_member_text(out, "kind", k->name);
	add_or_null(out, "revision", &r->revision);
	json_member_bool(out, "attempted", r->attempted);
	json_member_bool(out, "complete", r->complete);
	json_member_bool(out, "settled", r->settled);
	add_error(&r->error, p, out);
	add_or_null(out, "cursor", &r->cursor);
	add_entries(k, objective, &r->entries, p, out);
	if (member)
		json_member_text(out, "collection", r->collection);
	if (objective.s != NULL && kind_stalls(k, objective))
		json_member_bool(out, "stalls", true);
	if (c->way.s != NULL && !k->own_way)
		json_member_text(out, "way", c->way);
	if (r->recheck_at_ms > 0)
		json_member_stamp(out, "recheck_at", r->recheck_at_ms);
	buf_byte(out, '}');
}

/*
 * subject → its subjects, most specific first; [subject] where it has no more.
 */
static void
print_subjects(struct call *c, struct span subject, struct buf *out)
{
	struct buf in = { 0 };
	size_t before = out->len;
	struct json j;

	if (stored_subjects(c, subject, out))
		return;
	if (c->run->has_hierarchy) {
		json_quote(&in, subject);
		if (jq_call(&c->run->worker, "hierarchy", &in, out, NULL) ==
			0 &&
		    json_scan(out->s + before, out->len - before, &j, NULL) ==
			0 &&
		    j.type == JSON_ARRAY && json_count(&j) > 0) {
			out->s[--out->len] = '\0';
			buf_done(&in);
			return;
		}
		out->len = before;
	}
	buf_byte(out, '[');
	json_quote(out, subject);
	buf_byte(out, ']');
	buf_done(&in);
}

static void
envelope(struct looks *ls, const struct look *l, struct span subject,
    struct span watch, const struct buf *subjects, const struct buf *data)
{
	struct event ev = { .type = span_of(OBSERVATION_TYPE) };
	const struct kind *k = l->run->kind;
	char stamp[STAMP_MAX];
	char id[ID_MAX];
	char source[128];
	struct span parts[4];

	stamp_print(stamp, l->began_ms);
	(void)snprintf(source, sizeof(source), "//sergeant.local/kind/%.*s",
	    (int)(k->name.len > 64 ? 64 : k->name.len), k->name.s);
	parts[0] = subject;
	parts[1] = watch;
	parts[2] = span_of(stamp);
	parts[3] = buf_as_span(data);
	id_of(id, "obs_", parts, 4);
	ev.id = span_of(id);
	ev.source = span_of(source);
	ev.subject = subject;
	ev.time = span_of(stamp);
	ev.time_ms = l->began_ms;
	ev.watch = watch;
	ev.subjects = (struct json){ JSON_ARRAY, subjects->s, subjects->len };
	ev.datacontenttype = span_of("application/json");
	ev.data = (struct json){ JSON_OBJECT, data->s, data->len };
	buf_reset(&ls->out);
	event_print(&ev, &ls->out);
}

/* Our own word on what a kind said: what model refuses is malformed. */
static int
check(const struct buf *line, struct pool *p, struct err *e)
{
	struct observation o;
	struct event ev;
	struct json j;

	if (json_scan(line->s, line->len, &j, e) == -1 ||
	    event_parse(&j, p, &ev, e) == -1)
		return -1;
	return observation_parse(&ev, p, &o, e);
}

static int
answer(struct looks *ls, struct call *c, struct look *l, struct result *r,
    bool member, struct err *e)
{
	struct buf subjects = { 0 };
	struct buf data = { 0 };
	const struct asker *a;
	struct pool p = { 0 };
	int result = 0;

	print_subjects(c, r->subject, &subjects);
	stored_add_subjects(c, r->subject, &subjects);
	for (a = l->askers; a != NULL && result == 0; a = a->next) {
		buf_reset(&data);
		print_data(c, r, member, a->objective, &p, &data);
		envelope(ls, l, r->subject, a->watch, &subjects, &data);
		result = check(&ls->out, &p, e);
		if (result == 0)
			ls->s.emit(buf_as_span(&ls->out));
	}
	pool_done(&p);
	buf_done(&data);
	buf_done(&subjects);
	return result;
}

static struct look *
find_look(const struct call *c, struct span subject)
{
	struct look *l;

	for (l = c->looks; l != NULL; l = l->next)
		if (span_equal(l->subject, subject))
			return l;
	return NULL;
}

/*
 * A condition that could not be judged: what else is there may still be told.
 */
static void
admit_fault(const struct look *l, struct result *r, struct buf *text)
{
	if (l->fault.status == STATUS_OK || r->error.type != JSON_NONE)
		return;
	buf_byte(text, '{');
	json_member_text(text, "class", span_of("malformed"));
	json_member_text(text, "brief", span_of(l->fault.text));
	buf_byte(text, '}');
	r->error = (struct json){ JSON_OBJECT, text->s, text->len };
	r->complete = false;
}

/* Whose result it is: a subject of the call, or a member of one. */
static struct look *
owner(const struct call *c, struct result *r, bool *ret_member)
{
	struct look *l;

	if (r->subject.s == NULL && c->n_looks == 1)
		r->subject = c->looks->subject;
	l = find_look(c, r->subject);
	*ret_member = l == NULL;
	if (l != NULL)
		return l;
	if (r->collection.s == NULL && c->n_looks == 1)
		r->collection = c->looks->subject;
	return r->collection.s != NULL ? find_look(c, r->collection) : NULL;
}

/* What it says of the way, and of the size of the call. */
static void
heed(struct call *c, struct look *l, const struct result *r)
{
	struct json class = json_get(&r->error, "class");
	struct json at = json_get(&r->error, "retry_at");
	int64_t until = r->throttled_until_ms;

	l->heavy = l->heavy || r->too_heavy;
	c->throttled = c->throttled || r->throttled;
	if (class.type == JSON_TEXT &&
	    error_class_parse(json_inside(&class)) == ERROR_RATE_LIMITED) {
		c->rate_limited = true;
		(void)result_read_time(&at, "retry_at", &until, NULL);
	}
	if (until > c->throttled_until_ms)
		c->throttled_until_ms = until;
}

/* Until when the same answers mean the same: of all, the earliest. */
static void
heed_recheck(struct call *c, const struct result *r)
{
	if (r->error.type != JSON_NONE || r->recheck_at_ms == 0)
		return;
	if (c->n_lasting++ == 0 || r->recheck_at_ms < c->recheck_at_ms)
		c->recheck_at_ms = r->recheck_at_ms;
}

/* Too heavy, and not asked in a smaller call yet? */
static bool
is_asked_again(const struct call *c, const struct look *l, bool member)
{
	return !member && l->heavy && !l->again && c->n_looks > 1;
}

void
result_take(struct looks *ls, struct call *c, struct span line)
{
	struct result r = { 0 };
	struct buf text = { 0 };
	struct pool p = { 0 };
	struct err e = { 0 };
	struct look *l = NULL;
	bool member = false;
	int done = result_read(line, &p, &r, &e);

	if (done == 0) {
		l = owner(c, &r, &member);
		if (l == NULL)
			done = err_set(&e, STATUS_DATA,
			    "kind '%.*s' spoke of '%.*s'",
			    (int)c->run->kind->name.len, c->run->kind->name.s,
			    (int)r.subject.len, r.subject.s);
	}
	if (done == 0 && l != NULL && !l->answered) {
		heed(c, l, &r);
		if (is_asked_again(c, l, member)) {
			pool_done(&p);
			return;
		}
		if (!member)
			admit_fault(l, &r, &text);
		done = answer(ls, c, l, &r, member, &e);
		l->answered = l->answered || (done == 0 && !member);
		buf_span(&c->results, line);
		buf_byte(&c->results, '\n');
		if (!member)
			heed_recheck(c, &r);
	}
	if (done == -1 && l != NULL && !l->answered)
		result_fail(ls, c, l, ERROR_MALFORMED, e.text, true, 0);
	else if (done == -1)
		result_fail_rest(ls, c, &e);
	buf_done(&text);
	pool_done(&p);
}

void
result_fail(struct looks *ls, struct call *c, struct look *l,
    enum error_class class, const char *brief, bool attempted,
    int64_t retry_at_ms)
{
	struct result r = { .subject = l->subject, .attempted = attempted };
	struct buf text = { 0 };
	struct err e = { 0 };

	buf_byte(&text, '{');
	json_member_text(&text, "class", span_of(error_class_name(class)));
	json_member_text(&text, "brief", span_of(brief));
	if (retry_at_ms > 0)
		json_member_int(&text, "retry_at", retry_at_ms);
	buf_byte(&text, '}');
	r.error = (struct json){ JSON_OBJECT, text.s, text.len };
	l->answered = true;
	if (answer(ls, c, l, &r, false, &e) == -1)
		ls->s.warn(&e);
	buf_done(&text);
}

/* The program refused (65): malformed; it died or does not compile: unknown. */
void
result_fail_rest(struct looks *ls, struct call *c, const struct err *e)
{
	enum error_class class =
	    e->status == STATUS_DATA ? ERROR_MALFORMED : ERROR_UNKNOWN;
	struct look *l;

	for (l = c->looks; l != NULL; l = l->next)
		if (!l->answered)
			result_fail(ls, c, l, class, e->text, true, 0);
	if (e->status == STATUS_CONFIG && !c->run->warned) {
		c->run->warned = true;
		ls->s.warn(e);
	}
}
