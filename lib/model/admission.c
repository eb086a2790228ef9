#include "model/admission.h"

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "model/task.h"

static const char *const names[] = { NULL, "pending", "committed",
	"tombstoned" };

static struct span
text_of(const struct json *j, const char *name)
{
	struct json v = json_get(j, name);

	return json_inside(&v);
}

/* null while pending, else the three fields, of this very task. */
static bool
receipt_is(const struct json *j, const struct admission *a)
{
	struct json r = json_get(j, "receipt");

	if (a->status == ADMISSION_PENDING)
		return r.type == JSON_NULL;
	return r.type == JSON_OBJECT && json_count(&r) == 3 &&
	    span_equal(text_of(&r, "correlation_id"), a->origin.correlation) &&
	    span_equal(text_of(&r, "task_id"), a->task) &&
	    span_is(text_of(&r, "status"), "accepted");
}

int
admission_parse(const struct json *j, struct admission *ret, struct err *e)
{
	struct admission a = { .origin = { text_of(j, "profile"),
				   text_of(j, "correlation_id") },
		.task = text_of(j, "task_id") };
	unsigned i;

	for (i = ADMISSION_PENDING; i <= ADMISSION_TOMBSTONED; i++) {
		if (span_is(text_of(j, "status"), names[i]))
			a.status = (enum admission_status)i;
	}
	if (json_count(j) != 6 || a.status == 0 || !receipt_is(j, &a) ||
	    !task_name_is(a.task) ||
	    origin_check(a.origin.profile, a.origin.correlation, NULL) == -1 ||
	    !span_is(text_of(j, "version"), ADMISSION_TRANSACTION_VERSION))
		return err_set(e, STATUS_CONFIG,
		    "it is no " ADMISSION_TRANSACTION_VERSION " document");
	*ret = a;
	return 0;
}

static void
members(const struct admission *a, struct buf *out)
{
	buf_byte(out, '{');
	json_member_text(out, "correlation_id", a->origin.correlation);
	json_member_text(out, "status", span_of("accepted"));
	json_member_text(out, "task_id", a->task);
}

void
admission_print(const struct admission *a, struct buf *out)
{
	buf_byte(out, '{');
	json_member_text(out, "correlation_id", a->origin.correlation);
	json_member_text(out, "profile", a->origin.profile);
	json_member(out, "receipt");
	if (a->status == ADMISSION_PENDING) {
		buf_text(out, "null");
	} else {
		members(a, out);
		buf_byte(out, '}');
	}
	json_member_text(out, "status", span_of(names[a->status]));
	json_member_text(out, "task_id", a->task);
	json_member_text(
	    out, "version", span_of(ADMISSION_TRANSACTION_VERSION));
	buf_text(out, "}\n");
}

void
admission_print_record(const struct admission *a, struct buf *out)
{
	members(a, out);
	json_member_text(out, "version", span_of(ADMISSION_VERSION));
	buf_text(out, "}\n");
}

void
admission_print_receipt(const struct admission *a, struct buf *out)
{
	buf_byte(out, '{');
	json_member_text(out, "status", span_of("accepted"));
	json_member_text(out, "task_id", a->task);
	json_member_text(out, "correlation_id", a->origin.correlation);
	buf_text(out, "}\n");
}
