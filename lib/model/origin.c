/* origin - the profile and the correlation that a task is bound to */

#include "model/origin.h"

#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "model/task.h"

static const char *const kinds[] = { NULL, "callback", "admission" };

static bool
is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static bool
is_of(struct span s, const char *more)
{
	size_t i;

	if (s.len == 0 || !is_lower(s.s[0]))
		return false;
	for (i = 1; i < s.len; i++) {
		if (!is_lower(s.s[i]) && !(s.s[i] >= '0' && s.s[i] <= '9') &&
		    memchr(more, s.s[i], strlen(more)) == NULL)
			return false;
	}
	return true;
}

bool
origin_is_profile(struct span s)
{
	return s.len <= PROFILE_MAX && is_of(s, "-");
}

int
origin_check_correlation(struct span correlation, struct err *e)
{
	if (correlation.len < 8 || correlation.len > CORRELATION_MAX ||
	    !is_of(correlation, "._-"))
		return err_set(e, STATUS_USAGE, "invalid correlation ID");
	if (task_has_platform_id(correlation))
		return err_set(e, STATUS_USAGE,
		    "correlation ID must not contain a platform identifier");
	return 0;
}

int
origin_check(struct span profile, struct span correlation, struct err *e)
{
	if (!origin_is_profile(profile))
		return err_set(e, STATUS_USAGE, "invalid callback profile");
	return origin_check_correlation(correlation, e);
}

int
origin_parse(const struct json *j, struct origin *ret, struct err *e)
{
	struct origin o = { json_word(j, "profile"),
		json_word(j, "correlation_id") };

	if (json_count(j) != 3 ||
	    !span_is(json_word(j, "version"), ORIGIN_VERSION))
		return err_set(
		    e, STATUS_CONFIG, "it is no " ORIGIN_VERSION " document");
	if (origin_check(o.profile, o.correlation, e) == -1) {
		if (e != NULL)
			e->status = STATUS_CONFIG;
		return -1;
	}
	*ret = o;
	return 0;
}

void
origin_print(const struct origin *o, struct buf *out)
{
	buf_byte(out, '{');
	json_member_text(out, "correlation_id", o->correlation);
	json_member_text(out, "profile", o->profile);
	json_member_text(out, "version", span_of(ORIGIN_VERSION));
	buf_text(out, "}\n");
}

int
origin_record_parse(
    const struct json *j, struct origin_record *ret, struct err *e)
{
	struct origin_record r = { .correlation =
				       json_word(j, "correlation_id"),
		.task = json_word(j, "task_id") };
	struct span kind = json_word(j, "kind");

	if (span_is(kind, kinds[ORIGIN_CALLBACK]))
		r.kind = ORIGIN_CALLBACK;
	else if (span_is(kind, kinds[ORIGIN_ADMISSION]))
		r.kind = ORIGIN_ADMISSION;
	if (json_count(j) != 4 || r.kind == 0 || !task_name_is(r.task) ||
	    origin_check_correlation(r.correlation, NULL) == -1 ||
	    !span_is(json_word(j, "version"), ORIGIN_RECORD_VERSION))
		return err_set(e, STATUS_CONFIG,
		    "it is no " ORIGIN_RECORD_VERSION " document");
	*ret = r;
	return 0;
}

void
origin_record_print(const struct origin_record *r, struct buf *out)
{
	buf_byte(out, '{');
	json_member_text(out, "correlation_id", r->correlation);
	json_member_text(out, "kind", span_of(kinds[r->kind]));
	json_member_text(out, "task_id", r->task);
	json_member_text(out, "version", span_of(ORIGIN_RECORD_VERSION));
	buf_text(out, "}\n");
}
