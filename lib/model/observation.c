/* observation - one look at one subject */

#include "model/observation.h"

#include <stdlib.h>

#include "base/err.h"
#include "base/pool.h"
#include "model/field.h"
#include "model/word.h"

static const char *const classes[] = {
	NULL,
	"auth",
	"not_found",
	"rate_limited",
	"timeout",
	"network",
	"server",
	"malformed",
	"unsupported",
	"unknown",
};

const struct words error_class_words = { classes, 10 };

const char *
error_class_name(enum error_class c)
{
	return word_of(&error_class_words, c);
}

enum error_class
error_class_parse(struct span s)
{
	unsigned i;

	if (!word_find(&error_class_words, s, &i))
		return ERROR_UNKNOWN;
	return (enum error_class)i;
}

bool
error_class_is_subject(enum error_class c)
{
	return c == ERROR_NOT_FOUND || c == ERROR_UNSUPPORTED;
}

/* The observation, and what is read on from. */
struct look {
	struct observation o;
	struct json error;
	struct json entries;
};

#define AT(member) offsetof(struct look, o.member)

static const struct field list[] = {
	{ FIELD_NAME("kind"), FIELD_TEXT, AT(kind), true, 0, 64, NULL },
	{ FIELD_NAME("revision"), FIELD_TEXT, AT(revision), false, 0,
	    EVENT_ATTRIBUTE_MAX, NULL },
	{ FIELD_NAME("attempted"), FIELD_BOOL, AT(attempted), true, 0, 0,
	    NULL },
	{ FIELD_NAME("complete"), FIELD_BOOL, AT(complete), true, 0, 0, NULL },
	{ FIELD_NAME("settled"), FIELD_BOOL, AT(settled), false, 0, 0, NULL },
	{ FIELD_NAME("error"), FIELD_OBJECT, offsetof(struct look, error),
	    false, 0, 0, NULL },
	{ FIELD_NAME("cursor"), FIELD_JSON, AT(cursor), false, 0, 0, NULL },
	{ FIELD_NAME("entries"), FIELD_ARRAY, offsetof(struct look, entries),
	    false, 0, 0, NULL },
	{ FIELD_NAME("collection"), FIELD_TEXT, AT(collection), false, 0,
	    EVENT_ATTRIBUTE_MAX, NULL },
	{ FIELD_NAME("stalls"), FIELD_BOOL, AT(stalls), false, 0, 0, NULL },
	{ FIELD_NAME("way"), FIELD_TEXT, AT(way), false, 0, EVENT_ATTRIBUTE_MAX,
	    NULL },
	{ FIELD_NAME("recheck_at"), FIELD_STAMP, AT(recheck_at_ms), false, 0, 0,
	    NULL },
};
static const struct fields fields = {
	"an observation",
	list,
	sizeof(list) / sizeof(list[0]),
};

struct failure {
	struct span class;
	struct span brief;
	int64_t retry_at_ms;
};

static const struct field failure_list[] = {
	{ FIELD_NAME("class"), FIELD_TEXT, offsetof(struct failure, class),
	    true, 0, 64, NULL },
	{ FIELD_NAME("brief"), FIELD_PROSE, offsetof(struct failure, brief),
	    false, 0, ENTRY_BRIEF_MAX, NULL },
	{ FIELD_NAME("retry_at"), FIELD_STAMP,
	    offsetof(struct failure, retry_at_ms), false, 0, 0, NULL },
};
static const struct fields failure_fields = {
	"an observation's error",
	failure_list,
	sizeof(failure_list) / sizeof(failure_list[0]),
};

static int
read_error(const struct json *j, struct pool *p, struct observation *ret,
    struct err *e)
{
	struct failure got = { 0 };

	if (j->type == JSON_NONE)
		return 0;
	if (fields_read(&failure_fields, j, &got, p, e) == -1)
		return -1;

	ret->error = error_class_parse(got.class);
	ret->error_brief = got.brief;
	ret->retry_at_ms = got.retry_at_ms;
	return 0;
}

static int
compare_keys(const void *a, const void *b)
{
	const struct span *left = a;
	const struct span *right = b;

	return span_compare(*left, *right);
}

static int
refuse_two(struct span key, struct err *e)
{
	return err_set(e, STATUS_DATA, "not an observation: two entries '%.*s'",
	    (int)(key.len > 80 ? 80 : key.len), key.s);
}

/* Few are compared in place: most looks have a handful. */
#define FEW_KEYS 16

static int
check_few_keys(const struct observation *o, struct err *e)
{
	size_t i, j;

	for (i = 1; i < o->n_entries; i++) {
		for (j = 0; j < i; j++) {
			if (span_equal(o->entries[i].key, o->entries[j].key))
				return refuse_two(o->entries[i].key, e);
		}
	}
	return 0;
}

/* A key names one fact of a look. */
static int
check_keys(const struct observation *o, struct pool *p, struct err *e)
{
	struct span *keys;
	size_t i;

	if (o->n_entries <= FEW_KEYS)
		return check_few_keys(o, e);

	keys = pool_new(p, o->n_entries * sizeof(*keys));
	for (i = 0; i < o->n_entries; i++)
		keys[i] = o->entries[i].key;
	qsort(keys, o->n_entries, sizeof(*keys), compare_keys);
	for (i = 1; i < o->n_entries; i++) {
		if (span_equal(keys[i - 1], keys[i]))
			return refuse_two(keys[i], e);
	}
	return 0;
}

static int
read_entries(const struct json *j, struct pool *p, struct observation *ret,
    struct err *e)
{
	struct json_item it = { 0 };
	size_t cap = 0;

	while (json_each(j, &it)) {
		if (ret->n_entries == ENTRIES_MAX)
			return err_set(e, STATUS_DATA,
			    "not an observation: more than %d entries",
			    ENTRIES_MAX);
		ret->entries = field_room(p, ret->entries, ret->n_entries, &cap,
		    sizeof(*ret->entries));
		if (entry_parse(
			&it.value, p, &ret->entries[ret->n_entries], e) == -1)
			return -1;
		ret->n_entries++;
	}
	return check_keys(ret, p, e);
}

int
observation_parse(const struct event *ev, struct pool *p,
    struct observation *ret, struct err *e)
{
	struct look got = { 0 };

	if (fields_read(&fields, &ev->data, &got, p, e) == -1)
		return -1;
	/* without them a complete look would say that nothing is true */
	if (got.o.attempted && got.entries.type == JSON_NONE)
		return err_set(
		    e, STATUS_DATA, "not an observation: no 'entries'");
	if (got.o.cursor.len > CURSOR_MAX)
		return err_set(e, STATUS_DATA, "'cursor' is over %d bytes long",
		    CURSOR_MAX);
	if (read_error(&got.error, p, &got.o, e) == -1 ||
	    read_entries(&got.entries, p, &got.o, e) == -1)
		return -1;

	*ret = got.o;
	return 0;
}
