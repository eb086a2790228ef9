#include "transport/kind-member.h"

#include "base/err.h"
#include "base/num.h"
#include "transport/kind.h"

int
member_wrong(struct reading *r, const char *name, const char *what)
{
	return err_set(r->e, STATUS_CONFIG, "%s: '%s' %s", r->path, name, what);
}

int
member_need(struct reading *r, const char *name, const struct json *j,
    enum json_type type, const char *what)
{
	return j->type == type ? 0 : member_wrong(r, name, what);
}

int
member_text(
    struct reading *r, const char *name, const struct json *j, struct span *ret)
{
	struct err why = { 0 };

	if (json_text(j, name, r->pool, ret, &why) == -1)
		return err_set(
		    r->e, STATUS_CONFIG, "%s: %s", r->path, why.text);
	return ret->len > 0 ? 0 : member_wrong(r, name, "is empty");
}

int
member_number(struct reading *r, const char *name, const struct json *j,
    int64_t max, int64_t *ret)
{
	struct err why = { 0 };

	if (json_int(j, name, 1, max, ret, &why) == -1)
		return err_set(
		    r->e, STATUS_CONFIG, "%s: %s", r->path, why.text);
	return 0;
}

int
member_duration(
    struct reading *r, const char *name, const struct json *j, int64_t *ret)
{
	struct span s;

	if (member_text(r, name, j, &s) == -1)
		return -1;
	if (num_duration(s, ret, NULL) == -1 || *ret <= 0)
		return member_wrong(r, name, "is no duration");
	return 0;
}

int
member_boolean(
    struct reading *r, const char *name, const struct json *j, bool *ret)
{
	if (member_need(r, name, j, JSON_BOOL, "is neither true nor false") ==
	    -1)
		return -1;
	return json_bool(j, name, ret, r->e);
}

int
member_texts(struct reading *r, const char *name, const struct json *j)
{
	struct json_item it = { 0 };

	if (member_need(r, name, j, JSON_ARRAY, "is no array of texts") == -1)
		return -1;
	while (json_each(j, &it))
		if (it.value.type != JSON_TEXT)
			return member_wrong(r, name, "is no array of texts");
	return 0;
}

/* Every member of j by the table; `where` leads their names. */
int
members_read(
    struct reading *r, const struct json *j, const struct member *table)
{
	const struct member *m;
	struct json_item it = { 0 };
	struct json value;

	while (json_each(j, &it)) {
		for (m = table; m->name != NULL; m++)
			if (span_is(it.key, m->name))
				break;
		if (m->name == NULL)
			return err_set(r->e, STATUS_CONFIG,
			    "%s: unknown member '%.*s'", r->path,
			    (int)it.key.len, it.key.s);
		if (m->read(r, m->name, &it.value) == -1)
			return -1;
	}
	for (m = table; m->name != NULL; m++) {
		value = json_get(j, m->name);
		if (m->required && value.type == JSON_NONE)
			return member_wrong(r, m->name, "is missing");
	}
	return 0;
}
