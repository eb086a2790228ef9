#include "store/projects.h"

#include <fcntl.h>
#include <stdbool.h>
#include <unistd.h>

#include "base/err.h"
#include "base/json.h"
#include "disk/dir.h"
#include "disk/file.h"
#include "model/task.h"

#define TEXT_MAX (256 * 1024)

static int
read_document(const char *config, const char *folder, const char *name,
    struct buf *ret, struct json *ret_json, struct err *e)
{
	char file[TASK_NAME_MAX + 8];
	struct buf path = { 0 };
	struct err why = { 0 };
	int dir, r;

	if (!task_name_is(span_of(name)))
		return err_set(e, STATUS_USAGE, "'%.100s' is no name", name);
	buf_format(&path, "%s/%s", config, folder);
	dir = dir_open(AT_FDCWD, path.s, &why);
	(void)snprintf(file, sizeof(file), "%s.json", name);
	r = dir == -1 ? -1 : file_read(dir, file, TEXT_MAX, ret, &why);
	if (dir != -1)
		(void)close(dir);
	if (r == 1 || (r == -1 && why.status != STATUS_TRUST))
		r = err_set(
		    e, STATUS_CONFIG, "there is no '%s/%s'", folder, file);
	else if (r == -1)
		r = err_set(e, why.status, "%s", why.text);
	else if (json_scan(ret->s, ret->len, ret_json, &why) == -1)
		r = err_set(
		    e, STATUS_CONFIG, "%s/%s: %s", folder, file, why.text);
	else if (ret_json->type != JSON_OBJECT)
		r = err_set(
		    e, STATUS_CONFIG, "%s/%s: it is no object", folder, file);
	buf_done(&path);
	return r;
}

/* A text without NUL that C can hold. */
static const char *
text_of(const struct json *j, struct pool *p)
{
	struct span s;

	if (json_text(j, "", p, &s, NULL) == -1)
		return NULL;
	return pool_copy(p, s).s;
}

static int
refuse(const char *name, const char *folder, const char *why, struct err *e)
{
	return err_set(e, STATUS_CONFIG, "%s/%s.json: %s", folder, name, why);
}

static int
unknown(const char *name, const char *folder, struct span key, struct err *e)
{
	return err_set(e, STATUS_CONFIG, "%s/%s.json: unknown member '%.*s'",
	    folder, name, (int)(key.len > 64 ? 64 : key.len), key.s);
}

/* A repository's folder stands beside these in its task's. */
static bool
is_of_task(struct span name)
{
	static const char *const files[] = { "brief.md", "lock", "mutations",
		"notify" };
	size_t i;

	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		if (span_is(name, files[i]))
			return true;
	}
	return false;
}

static int
read_repos(const struct json *repos, struct project *p)
{
	struct json_item it = { 0 };
	struct span key;

	if (repos->type != JSON_OBJECT || json_count(repos) == 0 ||
	    json_count(repos) > PROJECT_REPOS_MAX)
		return -1;
	while (json_each(repos, &it)) {
		struct repo *r = &p->repos[p->n++];

		key = json_key(&it, &p->pool);
		if (!task_name_is(key) || is_of_task(key))
			return -1;
		r->name = pool_copy(&p->pool, key).s;
		r->path = text_of(&it.value, &p->pool);
		if (r->path == NULL || r->path[0] != '/')
			return -1;
	}
	return 0;
}

int
project_load(
    const char *config, const char *name, struct project *ret, struct err *e)
{
	static const char folder[] = "projects";
	struct project p = { .n = 0 };
	struct json_item it = { 0 };
	struct json j, repos;
	int r = read_document(config, folder, name, &p.text, &j, e);

	while (r == 0 && json_each(&j, &it)) {
		if (!span_is(it.key, "repos"))
			r = unknown(name, folder, it.key, e);
	}
	if (r == 0) {
		repos = json_get(&j, "repos");
		if (read_repos(&repos, &p) == -1)
			r = refuse(name, folder,
			    "'repos' is no object of names and absolute paths",
			    e);
	}
	if (r == -1)
		project_done(&p);
	else
		*ret = p;
	return r;
}

void
project_done(struct project *p)
{
	buf_done(&p->text);
	pool_done(&p->pool);
	p->n = 0;
}

const struct repo *
project_repo(const struct project *p, struct span name)
{
	size_t i;

	for (i = 0; i < p->n; i++) {
		if (span_is(name, p->repos[i].name))
			return &p->repos[i];
	}
	return NULL;
}

static int
read_argv(const struct json *argv, struct harness *h)
{
	struct json_item it = { 0 };
	size_t n = 0;

	if (argv->type != JSON_ARRAY || json_count(argv) > HARNESS_ARGV_MAX)
		return -1;
	while (json_each(argv, &it)) {
		h->argv[n] = text_of(&it.value, &h->pool);
		if (h->argv[n++] == NULL)
			return -1;
	}
	return n > 0 && h->argv[0][0] == '/' ? 0 : -1;
}

/* [A-Za-z_][A-Za-z0-9_]*, and none of those that say whose task it is. */
static bool
is_variable(struct span s)
{
	size_t i;

	for (i = 0; i < s.len; i++) {
		char c = s.s[i];

		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
			c == '_' || (i > 0 && c >= '0' && c <= '9')))
			return false;
	}
	return s.len > 0 && !span_begins(s, "SERGEANT_");
}

static int
read_env(const struct json *env, struct harness *h)
{
	struct json_item it = { 0 };
	struct buf b = { 0 };
	const char *value;
	struct span key;
	size_t n = 0;
	int r = 0;

	if (env->type == JSON_NONE)
		return 0;
	if (env->type != JSON_OBJECT || json_count(env) > HARNESS_ENV_MAX)
		return -1;
	while (r == 0 && json_each(env, &it)) {
		key = json_key(&it, &h->pool);
		value = text_of(&it.value, &h->pool);
		if (value == NULL || !is_variable(key)) {
			r = -1;
			break;
		}
		buf_reset(&b);
		buf_span(&b, key);
		buf_byte(&b, '=');
		buf_text(&b, value);
		h->env[n++] = pool_copy(&h->pool, buf_as_span(&b)).s;
	}
	buf_done(&b);
	return r;
}

int
harness_load(
    const char *config, const char *name, struct harness *ret, struct err *e)
{
	static const char folder[] = "harnesses";
	struct harness h = { { NULL }, { NULL }, { 0 }, { 0 } };
	struct json_item it = { 0 };
	struct json j, part;
	int r = read_document(config, folder, name, &h.text, &j, e);

	while (r == 0 && json_each(&j, &it)) {
		if (!span_is(it.key, "argv") && !span_is(it.key, "env"))
			r = unknown(name, folder, it.key, e);
	}
	if (r == 0) {
		part = json_get(&j, "argv");
		if (read_argv(&part, &h) == -1)
			r = refuse(name, folder,
			    "'argv' is no list that begins with an absolute "
			    "path",
			    e);
	}
	if (r == 0) {
		part = json_get(&j, "env");
		if (read_env(&part, &h) == -1)
			r = refuse(name, folder,
			    "'env' is no object of names and texts", e);
	}
	if (r == -1)
		harness_done(&h);
	else
		*ret = h;
	return r;
}

void
harness_done(struct harness *h)
{
	buf_done(&h->text);
	pool_done(&h->pool);
	h->argv[0] = NULL;
	h->env[0] = NULL;
}
