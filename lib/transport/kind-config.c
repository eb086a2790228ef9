#include "base/err.h"
#include "base/num.h"
#include "base/pool.h"
#include "transport/kind-read.h"
#include "transport/kind.h"
#include "transport/request.h"

/*
 * What a watch may say about how it is looked at: kind.json's `config` has one
 * description a member, {"type":T,"required":bool,"words":[…]}.
 */

#define CONDITION_NAME_MAX 64

struct config_type {
	const char *name;
	bool (*holds)(const struct json *value, const struct json *description);
	const char *what;
};

static bool
is_text(const struct json *v, const struct json *d)
{
	(void)d;
	return v->type == JSON_TEXT && v->len > 2;
}

static bool
is_bool(const struct json *v, const struct json *d)
{
	(void)d;
	return v->type == JSON_BOOL;
}

static bool
is_int(const struct json *v, const struct json *d)
{
	int64_t n;

	(void)d;
	return json_int(v, "", 0, JSON_INT_MAX, &n, NULL) == 0;
}

static bool
each_is(
    const struct json *v, bool (*is)(const struct json *, const struct json *))
{
	struct json_item it = { 0 };

	while (json_each(v, &it))
		if (!is(&it.value, NULL))
			return false;
	return true;
}

static bool
is_ints(const struct json *v, const struct json *d)
{
	(void)d;
	return v->type == JSON_ARRAY && json_count(v) > 0 && each_is(v, is_int);
}

static bool
any_text(const struct json *v, const struct json *d)
{
	(void)d;
	return v->type == JSON_TEXT;
}

static bool
is_argv(const struct json *v, const struct json *d)
{
	struct json_item it = { 0 };

	(void)d;
	if (v->type != JSON_ARRAY || !json_each(v, &it) ||
	    !is_text(&it.value, NULL))
		return false;
	return each_is(v, any_text);
}

static bool
is_map(const struct json *v, const struct json *d)
{
	(void)d;
	return v->type == JSON_OBJECT && each_is(v, any_text);
}

static bool
is_headers(const struct json *v, const struct json *d)
{
	struct pool p = { 0 };
	bool good = request_check_headers(v, &p) == NULL;

	(void)d;
	pool_done(&p);
	return good;
}

/* [A-Za-z0-9][A-Za-z0-9._-]*: part of a key */
static bool
is_condition_name(struct span s)
{
	size_t i;
	char c;

	if (s.len == 0 || s.len > CONDITION_NAME_MAX)
		return false;
	for (i = 0; i < s.len; i++) {
		c = s.s[i];
		if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		    (c >= '0' && c <= '9'))
			continue;
		if (i == 0 || (c != '.' && c != '_' && c != '-'))
			return false;
	}
	return true;
}

static bool
is_conditions(const struct json *v, const struct json *d)
{
	struct json_item it = { 0 };

	(void)d;
	if (v->type != JSON_OBJECT)
		return false;
	while (json_each(v, &it))
		if (!is_condition_name(it.key) || !is_text(&it.value, NULL))
			return false;
	return true;
}

static bool
is_duration(const struct json *v, const struct json *d)
{
	int64_t ms;

	(void)d;
	return v->type == JSON_TEXT &&
	    num_duration(json_inside(v), &ms, NULL) == 0 && ms > 0;
}

static bool
is_word(const struct json *v, const struct json *d)
{
	struct json words = json_get(d, "words");
	struct json_item it = { 0 };

	while (v->type == JSON_TEXT && json_each(&words, &it))
		if (span_equal(json_inside(&it.value), json_inside(v)))
			return true;
	return false;
}

static const struct config_type types[] = {
	{ "text", is_text, "a text" },
	{ "bool", is_bool, "true or false" },
	{ "int", is_int, "a whole number" },
	{ "ints", is_ints, "an array of whole numbers" },
	{ "argv", is_argv, "an array of texts that begins with a program" },
	{ "map", is_map, "an object of texts" },
	{ "headers", is_headers,
	    "an object of headers that a request may have" },
	{ "condition", is_text, "a jq text" },
	{ "conditions", is_conditions, "an object of {NAME: jq text}" },
	{ "duration", is_duration, "a duration N(s|m|h|d)" },
	{ "word", is_word, "one of its words" },
};

static const struct config_type *
type_of(const struct json *description)
{
	struct json t = json_get(description, "type");
	size_t i;

	for (i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (span_is(json_inside(&t), types[i].name))
			return &types[i];
	return NULL;
}

int
kind_config_read(const struct json *j, const char *path, struct err *e)
{
	struct json_item it = { 0 };
	struct json_item in;

	if (j->type != JSON_OBJECT)
		return err_set(
		    e, STATUS_CONFIG, "%s: 'config' is no object", path);
	while (json_each(j, &it)) {
		if (it.value.type != JSON_OBJECT || type_of(&it.value) == NULL)
			return err_set(e, STATUS_CONFIG,
			    "%s: config '%.*s' has no known type", path,
			    (int)it.key.len, it.key.s);
		in = (struct json_item){ 0 };
		while (json_each(&it.value, &in))
			if (!span_is(in.key, "type") &&
			    !span_is(in.key, "required") &&
			    !span_is(in.key, "words"))
				return err_set(e, STATUS_CONFIG,
				    "%s: config '%.*s': unknown member '%.*s'",
				    path, (int)it.key.len, it.key.s,
				    (int)in.key.len, in.key.s);
	}
	return 0;
}

static bool
is_required(const struct json *description)
{
	struct json r = json_get(description, "required");
	bool b = false;

	(void)json_bool(&r, "required", &b, NULL);
	return b;
}

/* A text with a NUL in it would be cut where it is used. */
static bool
has_nul(const struct json *v)
{
	size_t i;

	for (i = 0; i + 6 <= v->len; i++) {
		if (v->s[i] != '\\')
			continue;
		if (memcmp(v->s + i, "\\u0000", 6) == 0)
			return true;
		i++;
	}
	return false;
}

static int
check_member(const struct kind *k, const struct json_item *it, struct err *e)
{
	struct json_item known = { 0 };
	const struct config_type *t;

	while (json_each(&k->config, &known)) {
		if (!span_equal(known.key, it->key))
			continue;
		if (has_nul(&it->value))
			return err_set(e, STATUS_USAGE,
			    "config '%.*s' has a NUL in it", (int)it->key.len,
			    it->key.s);
		t = type_of(&known.value);
		if (t->holds(&it->value, &known.value))
			return 0;
		return err_set(e, STATUS_USAGE, "config '%.*s' is not %s",
		    (int)it->key.len, it->key.s, t->what);
	}
	return err_set(e, STATUS_USAGE, "kind '%.*s' takes no '%.*s'",
	    (int)k->name.len, k->name.s, (int)it->key.len, it->key.s);
}

static bool
has(const struct json *config, struct span key)
{
	struct json_item it = { 0 };

	while (json_each(config, &it))
		if (span_equal(it.key, key))
			return true;
	return false;
}

int
kind_check_config(
    const struct kind *k, const struct json *config, struct err *e)
{
	struct json_item it = { 0 };

	if (config->type != JSON_NONE && config->type != JSON_OBJECT)
		return err_set(e, STATUS_USAGE, "config is no object");
	while (json_each(config, &it))
		if (check_member(k, &it, e) == -1)
			return -1;
	it = (struct json_item){ 0 };
	while (json_each(&k->config, &it))
		if (is_required(&it.value) && !has(config, it.key))
			return err_set(e, STATUS_USAGE,
			    "kind '%.*s' needs '%.*s'%s%.*s%s",
			    (int)k->name.len, k->name.s, (int)it.key.len,
			    it.key.s, k->form.len > 0 ? " (" : "",
			    (int)k->form.len, k->form.s,
			    k->form.len > 0 ? ")" : "");
	return 0;
}
