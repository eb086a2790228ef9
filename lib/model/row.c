/* row - when one subject of a watch was looked at, and is to be next */

#include "model/row.h"

#include "base/buf.h"
#include "model/event.h"
#include "model/field-print.h"
#include "model/field.h"

#define COUNT(name, member)                                                    \
	FIELD_NAME(name), FIELD_INT, member, false, 0, JSON_INT_MAX, NULL
#define IN_ROW(member) offsetof(struct row, member)

static const struct field row_list[] = {
	{ COUNT("last", IN_ROW(last_ms)) },
	{ COUNT("answered", IN_ROW(answered_ms)) },
	{ COUNT("next", IN_ROW(next_ms)) },
	{ COUNT("hot_until", IN_ROW(hot_until_ms)) },
	{ COUNT("hint", IN_ROW(hint_ms)) },
	{ FIELD_NAME("error"), FIELD_WORD, IN_ROW(error), false, 0, 0,
	    &error_class_words },
	{ COUNT("errors", IN_ROW(errors)) },
	{ COUNT("errors_since", IN_ROW(errors_since_ms)) },
	{ FIELD_NAME("way"), FIELD_TEXT, IN_ROW(way), false, 0,
	    EVENT_ATTRIBUTE_MAX, NULL },
};
static const struct fields row_fields = {
	"a row of the schedule",
	row_list,
	sizeof(row_list) / sizeof(row_list[0]),
};

int
row_parse(const struct json *j, struct pool *p, struct row *ret, struct err *e)
{
	struct row got = { 0 };

	if (fields_read(&row_fields, j, &got, p, e) == -1)
		return -1;
	*ret = got;
	return 0;
}

void
row_print(const struct row *r, struct buf *out)
{
	buf_byte(out, '{');
	field_print_int(out, "last", r->last_ms);
	field_print_int(out, "answered", r->answered_ms);
	field_print_int(out, "next", r->next_ms);
	field_print_int(out, "hot_until", r->hot_until_ms);
	field_print_int(out, "hint", r->hint_ms);
	field_print_word(out, "error", error_class_name(r->error));
	field_print_int(out, "errors", r->errors);
	field_print_int(out, "errors_since", r->errors_since_ms);
	if (r->way.s != NULL)
		json_member_text(out, "way", r->way);
	buf_byte(out, '}');
}
