#include "base/stamp.h"
#include "transport/look-part.h"
#include "transport/look-result.h"

/* What a kind says of a subject, strictly. */

int
result_read_time(
    const struct json *j, const char *name, int64_t *ret, struct err *e)
{
	if (j->type == JSON_TEXT)
		return stamp_parse(json_inside(j), ret, e);
	return json_int(j, name, 0, JSON_INT_MAX, ret, e);
}

static int
read_member(
    const struct json_item *it, struct pool *p, struct result *r, struct err *e)
{
	const struct json *v = &it->value;

	if (v->type == JSON_NULL)
		return 0;
	if (span_is(it->key, "subject"))
		return json_text(v, "subject", p, &r->subject, e);
	if (span_is(it->key, "collection"))
		return json_text(v, "collection", p, &r->collection, e);
	if (span_is(it->key, "attempted"))
		return json_bool(v, "attempted", &r->attempted, e);
	if (span_is(it->key, "complete"))
		return json_bool(v, "complete", &r->complete, e);
	if (span_is(it->key, "settled"))
		return json_bool(v, "settled", &r->settled, e);
	if (span_is(it->key, "recheck_at"))
		return result_read_time(v, "recheck_at", &r->recheck_at_ms, e);
	if (span_is(it->key, "too_heavy"))
		return json_bool(v, "too_heavy", &r->too_heavy, e);
	if (span_is(it->key, "throttled_until")) {
		r->throttled = true;
		return result_read_time(
		    v, "throttled_until", &r->throttled_until_ms, e);
	}
	if (span_is(it->key, "revision"))
		r->revision = *v;
	else if (span_is(it->key, "error"))
		r->error = *v;
	else if (span_is(it->key, "cursor"))
		r->cursor = *v;
	else if (span_is(it->key, "entries"))
		r->entries = *v;
	else
		return err_set(e, STATUS_DATA, "unknown member '%.*s'",
		    (int)it->key.len, it->key.s);
	return 0;
}

int
result_read(struct span line, struct pool *p, struct result *ret, struct err *e)
{
	struct result r = {
		.attempted = true, .complete = true, .settled = true
	};
	struct json_item it = { 0 };
	struct json j;

	if (json_scan(line.s, line.len, &j, e) == -1)
		return -1;
	if (j.type != JSON_OBJECT)
		return err_set(e, STATUS_DATA, "a result is no object");
	while (json_each(&j, &it))
		if (read_member(&it, p, &r, e) == -1)
			return -1;
	if (r.revision.type != JSON_NONE && r.revision.type != JSON_TEXT)
		return err_set(e, STATUS_DATA, "'revision' is no text");
	if (r.too_heavy && r.error.type != JSON_OBJECT)
		return err_set(e, STATUS_DATA, "'too_heavy' without 'error'");
	*ret = r;
	return 0;
}
