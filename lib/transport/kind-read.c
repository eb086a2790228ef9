#include "transport/kind-read.h"

#include <string.h>

#include "base/err.h"
#include "base/pool.h"
#include "model/observation.h"
#include "transport/kind-member.h"
#include "transport/kind.h"
#include "transport/pattern.h"

static int
read_kind(struct reading *r, const char *name, const struct json *j)
{
	if (member_text(r, name, j, &r->k->name) == -1)
		return -1;
	return text_is_name(r->k->name) ?
	    0 :
	    member_wrong(r, name, "is no name [a-z][a-z0-9_-]*");
}

/* Names of texts beside the folder: kind-load.c reads them. */
static int
read_library(struct reading *r, const char *name, const struct json *j)
{
	struct json_item it = { 0 };

	if (member_texts(r, name, j) == -1)
		return -1;
	r->k->library = *j;
	while (json_each(j, &it))
		if (!text_is_name(json_inside(&it.value)))
			return member_wrong(r, name, "has what is no name");
	return 0;
}

static int
read_scheme(struct reading *r, const char *name, const struct json *j)
{
	return member_text(r, name, j, &r->k->scheme);
}

static int
read_form(struct reading *r, const char *name, const struct json *j)
{
	return member_text(r, name, j, &r->k->form);
}

static int
pattern(struct reading *r, const char *name, const struct json *j,
    struct kind_pattern **ret)
{
	struct buf b = { 0 };
	struct span s;
	int result;

	if (member_text(r, name, j, &s) == -1)
		return -1;
	buf_format(&b, "%s: '%s'", r->path, name);
	result = pattern_compile(s, b.s, ret, r->e);
	buf_done(&b);
	return result;
}

static int
read_subject(struct reading *r, const char *name, const struct json *j)
{
	return pattern(r, name, j, &r->k->subject);
}

static int
read_collection(struct reading *r, const char *name, const struct json *j)
{
	return pattern(r, name, j, &r->k->collection);
}

static int
read_match(struct reading *r, const char *name, const struct json *j)
{
	struct kind *k = r->k;

	if (pattern(r, name, j, &k->url_patterns[k->n_urls]) == -1)
		return -1;
	k->n_urls++;
	return 0;
}

static int
read_template(struct reading *r, const char *name, const struct json *j)
{
	struct span s;

	return member_text(r, name, j, &s);
}

static int
read_urls(struct reading *r, const char *name, const struct json *j)
{
	static const struct member table[] = {
		{ "match", read_match, true },
		{ "subject", read_template, true },
		{ "lower", member_texts, false },
		{ NULL, NULL, false },
	};
	struct json_item it = { 0 };

	if (member_need(r, name, j, JSON_ARRAY, "is no array") == -1)
		return -1;
	r->k->urls = *j;
	r->k->url_patterns = pool_new(
	    r->pool, (json_count(j) + 1) * sizeof(*r->k->url_patterns));
	while (json_each(j, &it)) {
		if (it.value.type != JSON_OBJECT)
			return member_wrong(r, name, "is no array of objects");
		if (members_read(r, &it.value, table) == -1)
			return -1;
	}
	return 0;
}

static int
read_transport(struct reading *r, const char *name, const struct json *j)
{
	static const char *const words[] = { NULL, "http", "exec", "probe" };
	struct span s;
	size_t i;

	if (member_text(r, name, j, &s) == -1)
		return -1;
	for (i = 1; i < sizeof(words) / sizeof(words[0]); i++) {
		if (span_is(s, words[i])) {
			r->k->transport = (enum kind_transport)i;
			return 0;
		}
	}
	return member_wrong(r, name, "is none of http, exec, probe");
}

static int
read_credential_name(struct reading *r, const char *name, const struct json *j)
{
	if (member_text(r, name, j, &r->k->credential) == -1)
		return -1;
	return text_is_name(r->k->credential) ?
	    0 :
	    member_wrong(r, name, "is no name");
}

static int
read_credential_hosts(struct reading *r, const char *name, const struct json *j)
{
	r->k->credential_hosts = *j;
	return member_texts(r, name, j);
}

static int
read_credential(struct reading *r, const char *name, const struct json *j)
{
	static const struct member table[] = {
		{ "name", read_credential_name, true },
		{ "hosts", read_credential_hosts, true },
		{ NULL, NULL, false },
	};

	if (j->type == JSON_NULL)
		return 0;
	if (member_need(r, name, j, JSON_OBJECT, "is no {name,hosts}") == -1)
		return -1;
	return members_read(r, j, table);
}

static int
read_batch(struct reading *r, const char *name, const struct json *j)
{
	return member_number(r, name, j, 1000, &r->k->batch);
}

static int
read_stalls(struct reading *r, const char *name, const struct json *j)
{
	bool b;

	return member_boolean(r, name, j, &b);
}

static int
read_objectives(struct reading *r, const char *name, const struct json *j)
{
	static const struct member table[] = {
		{ "success", member_texts, true },
		{ "blocked", member_texts, false },
		{ "stalls", read_stalls, false },
		{ NULL, NULL, false },
	};
	struct json_item it = { 0 };

	if (member_need(r, name, j, JSON_OBJECT, "is no object") == -1)
		return -1;
	r->k->objectives = *j;
	while (json_each(j, &it)) {
		if (it.value.type != JSON_OBJECT || !text_is_name(it.key))
			return member_wrong(
			    r, name, "is no object of objectives");
		if (members_read(r, &it.value, table) == -1)
			return -1;
	}
	return 0;
}

static int
read_default_objective(
    struct reading *r, const char *name, const struct json *j)
{
	return j->type == JSON_NULL ?
	    0 :
	    member_text(r, name, j, &r->k->default_objective);
}

static int
read_default_types(struct reading *r, const char *name, const struct json *j)
{
	r->k->default_types = *j;
	return member_texts(r, name, j);
}

static int
read_ends(struct reading *r, const char *name, const struct json *j)
{
	return member_boolean(r, name, j, &r->k->ends);
}

static int
read_own_way(struct reading *r, const char *name, const struct json *j)
{
	return member_boolean(r, name, j, &r->k->own_way);
}

static int
read_every(struct reading *r, const char *name, const struct json *j)
{
	return member_duration(r, name, j, &r->k->every_ms);
}

static int
read_floor(struct reading *r, const char *name, const struct json *j)
{
	return member_duration(r, name, j, &r->k->every_min_ms);
}

static int
read_hot(struct reading *r, const char *name, const struct json *j)
{
	return member_boolean(r, name, j, &r->k->hot);
}

static int
read_cadence(struct reading *r, const char *name, const struct json *j)
{
	static const struct member table[] = {
		{ "every", read_every, true },
		{ "floor", read_floor, true },
		{ "hot", read_hot, false },
		{ NULL, NULL, false },
	};

	if (member_need(r, name, j, JSON_OBJECT, "is no object") == -1)
		return -1;
	return members_read(r, j, table);
}

static int
read_timeout(struct reading *r, const char *name, const struct json *j)
{
	return member_duration(r, name, j, &r->k->timeout_ms);
}

static int
read_body(struct reading *r, const char *name, const struct json *j)
{
	return member_number(r, name, j, 64 * 1024 * 1024, &r->k->body_max);
}

static int
read_rounds(struct reading *r, const char *name, const struct json *j)
{
	return member_number(r, name, j, 1000, &r->k->rounds_max);
}

static int
read_limits(struct reading *r, const char *name, const struct json *j)
{
	static const struct member table[] = {
		{ "timeout", read_timeout, false },
		{ "body", read_body, false },
		{ "rounds", read_rounds, false },
		{ NULL, NULL, false },
	};

	if (member_need(r, name, j, JSON_OBJECT, "is no object") == -1)
		return -1;
	return members_read(r, j, table);
}

/* The program's own: it finds them in $kind. */
static int
read_constants(struct reading *r, const char *name, const struct json *j)
{
	return member_need(r, name, j, JSON_OBJECT, "is no object");
}

static int
read_config(struct reading *r, const char *name, const struct json *j)
{
	r->k->config = *j;
	(void)name;
	return kind_config_read(j, r->path, r->e);
}

/* Defaults: 10 s and 1 MiB a request, one round. */
static void
defaults(struct kind *k)
{
	k->batch = 1;
	k->timeout_ms = 10000;
	k->body_max = 1024 * 1024;
	k->rounds_max = 1;
}

int
kind_read(struct kind *k, const char *path, struct pool *p, struct err *e)
{
	static const struct member table[] = {
		{ "kind", read_kind, true },
		{ "scheme", read_scheme, true },
		{ "form", read_form, false },
		{ "subject", read_subject, true },
		{ "collection", read_collection, false },
		{ "urls", read_urls, false },
		{ "transport", read_transport, true },
		{ "library", read_library, false },
		{ "credential", read_credential, false },
		{ "batch", read_batch, false },
		{ "objectives", read_objectives, false },
		{ "default_objective", read_default_objective, false },
		{ "default_types", read_default_types, true },
		{ "ends", read_ends, false },
		{ "own_way", read_own_way, false },
		{ "cadence", read_cadence, true },
		{ "limits", read_limits, false },
		{ "constants", read_constants, false },
		{ "config", read_config, false },
		{ NULL, NULL, false },
	};
	struct reading r = { k, path, p, e };

	if (k->json.type != JSON_OBJECT)
		return err_set(e, STATUS_CONFIG, "%s: is no object", path);
	defaults(k);
	if (members_read(&r, &k->json, table) == -1)
		return -1;
	if (k->default_objective.s != NULL &&
	    kind_check_objective(k, k->default_objective, NULL) == -1)
		return member_wrong(&r, "default_objective", "is no objective");
	if (k->every_ms < k->every_min_ms)
		return member_wrong(&r, "every", "is below 'floor'");
	return 0;
}
