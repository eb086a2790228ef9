#include "transport/request.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/num.h"
#include "base/pool.h"
#include "transport/kind.h"

#define URL_MAX 4096
#define ARGS_MAX 256
#define TIMEOUT_MAX_MS 600000

static int
refuse(struct err *e, const struct kind *k, const char *what)
{
	return err_set(e, STATUS_DATA, "kind '%.*s': a request %s",
	    (int)k->name.len, k->name.s, what);
}

struct span
request_host(struct span url)
{
	const char *at =
	    url.s == NULL ? NULL : memmem(url.s, url.len, "://", 3);
	const char *end = url.s + url.len;
	size_t n = 0;

	if (at == NULL)
		return (struct span){ 0 };
	at += 3;
	while (at + n < end && strchr("/?#", at[n]) == NULL)
		n++;
	return (struct span){ at, n };
}

/* scheme://host/path: what may be said of a URL; queries stay out. */
static void
public_url(struct span url, struct buf *out)
{
	size_t n = 0;

	while (n < url.len && url.s[n] != '?' && url.s[n] != '#')
		n++;
	buf_add(out, url.s, n);
}

static int
check_url(const struct kind *k, struct span url, struct err *e)
{
	struct span host = request_host(url);
	size_t i;

	if (!span_begins(url, "http://") && !span_begins(url, "https://"))
		return refuse(e, k, "is for neither http nor https");
	if (host.len == 0 || url.len > URL_MAX)
		return refuse(e, k, "has no usable URL");
	if (memchr(host.s, '@', host.len) != NULL)
		return refuse(e, k, "has a name or password in its URL");
	for (i = 0; i < url.len; i++)
		if ((unsigned char)url.s[i] <= ' ' || url.s[i] == '\\' ||
		    url.s[i] == 0x7f)
			return refuse(e, k, "has no usable URL");
	return 0;
}

static bool
is_token(struct span s)
{
	size_t i;

	for (i = 0; i < s.len; i++)
		if (s.s[i] <= ' ' || strchr("()<>@,;:\\\"/[]?={}\x7f", s.s[i]))
			return false;
	return s.len > 0;
}

static bool
carries_credential(struct span name)
{
	static const char *const names[] = { "authorization", "cookie",
		"proxy-authorization", "private-token" };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strlen(names[i]) == name.len &&
		    strncasecmp(name.s, names[i], name.len) == 0)
			return true;
	return false;
}

const char *
request_check_headers(const struct json *j, struct pool *p)
{
	struct json_item it = { 0 };
	struct span value;

	if (j->type != JSON_OBJECT)
		return "headers that are no object";
	while (json_each(j, &it)) {
		if (!is_token(it.key) || carries_credential(it.key))
			return "a header it may not have";
		if (json_text(&it.value, "header", p, &value, NULL) == -1)
			return "a header that is no text";
		if (text_has_control(value))
			return "a header with a line end";
	}
	return NULL;
}

static int
check_headers(
    const struct kind *k, const struct json *j, struct pool *p, struct err *e)
{
	const char *bad = request_check_headers(j, p);
	char text[64];

	if (bad == NULL)
		return 0;
	(void)snprintf(text, sizeof(text), "has %s", bad);
	return refuse(e, k, text);
}

static int
read_args(const struct json *j, const char *name, struct pool *p,
    const char ***ret, struct err *e)
{
	size_t n = json_count(j);
	struct json_item it = { 0 };
	const char **list;
	struct span s;
	size_t i = 0;

	if (j->type != JSON_ARRAY || n > ARGS_MAX)
		return err_set(e, STATUS_DATA,
		    "'%s' is no array of at most %d texts", name, ARGS_MAX);
	list = pool_new(p, (n + 1) * sizeof(*list));
	while (json_each(j, &it)) {
		if (json_text(&it.value, name, p, &s, e) == -1)
			return -1;
		list[i++] = pool_copy(p, s).s;
	}
	*ret = list;
	return 0;
}

/* {"NAME":"VALUE"} as NAME=VALUE */
static int
read_env(const struct json *j, struct pool *p, const char ***ret, struct err *e)
{
	struct json_item it = { 0 };
	struct buf b = { 0 };
	const char **list;
	struct span s;
	size_t i = 0;
	int r = 0;

	if (j->type != JSON_OBJECT || json_count(j) > ARGS_MAX)
		return err_set(e, STATUS_DATA, "'env' is no object");
	list = pool_new(p, (json_count(j) + 1) * sizeof(*list));
	while (r == 0 && json_each(j, &it)) {
		r = json_text(&it.value, "env", p, &s, e);
		if (r == 0) {
			buf_reset(&b);
			buf_span(&b, it.key);
			buf_byte(&b, '=');
			buf_span(&b, s);
			list[i++] = pool_copy(p, buf_as_span(&b)).s;
		}
	}
	buf_done(&b);
	*ret = list;
	return r;
}

static int
read_timeout(const struct json *j, struct request *r, struct err *e)
{
	int64_t ms = 0;

	if (j->type == JSON_TEXT) {
		if (num_duration(json_inside(j), &ms, NULL) == -1 || ms <= 0)
			return err_set(
			    e, STATUS_DATA, "'timeout' is no duration");
	} else if (json_int(j, "timeout", 1, TIMEOUT_MAX_MS, &ms, e) == -1) {
		return -1;
	}
	r->timeout_ms = ms > TIMEOUT_MAX_MS ? TIMEOUT_MAX_MS : ms;
	return 0;
}

static int
read_member(const struct json_item *it, const struct kind *k, struct pool *p,
    struct request *r, struct err *e)
{
	const struct json *v = &it->value;

	if (v->type == JSON_NULL)
		return 0;
	if (span_is(it->key, "id"))
		return json_text(v, "id", p, &r->id, e);
	if (span_is(it->key, "method"))
		return json_text(v, "method", p, &r->method, e);
	if (span_is(it->key, "url")) {
		if (json_text(v, "url", p, &r->url, e) == -1)
			return -1;
		r->url = pool_copy(p, r->url);
		return check_url(k, r->url, e);
	}
	if (span_is(it->key, "resource")) {
		if (json_text(v, "resource", p, &r->resource, e) == -1)
			return -1;
		return is_token(r->resource) ?
		    0 :
		    refuse(e, k, "has a resource that is no word");
	}
	if (span_is(it->key, "headers")) {
		r->headers = *v;
		return check_headers(k, v, p, e);
	}
	if (span_is(it->key, "body"))
		return json_text(v, "body", p, &r->body, e);
	if (span_is(it->key, "argv"))
		return read_args(v, "argv", p, &r->argv, e);
	if (span_is(it->key, "env"))
		return read_env(v, p, &r->env, e);
	if (span_is(it->key, "timeout"))
		return read_timeout(v, r, e);
	if (span_is(it->key, "covers")) {
		r->covers = *v;
		return v->type == JSON_ARRAY ?
		    0 :
		    refuse(e, k, "covers no array of subjects");
	}
	return err_set(e, STATUS_DATA,
	    "kind '%.*s': a request has an unknown member '%.*s'",
	    (int)k->name.len, k->name.s, (int)it->key.len, it->key.s);
}

static bool
is_text(const struct json *j, struct span want)
{
	return j->len == want.len + 2 &&
	    memcmp(j->s + 1, want.s, want.len) == 0;
}

/*
 * A credential goes to its kind's hosts and to those that the user named for
 * it, and only in secret.
 */
static struct span
credential_for(const struct kind *k, struct span url)
{
	struct span host = request_host(url);
	struct span none = { 0 };
	struct json_item it = { 0 };
	bool here = span_begins(host, "127.0.0.1") ||
	    span_begins(host, "localhost") || span_begins(host, "[::1]");

	if (k->credential.s == NULL || (!span_begins(url, "https://") && !here))
		return none;
	while (json_each(&k->own_hosts, &it))
		if (span_equal(it.key, host))
			return json_inside(&it.value);
	it = (struct json_item){ 0 };
	while (json_each(&k->credential_hosts, &it))
		if (is_text(&it.value, host))
			return k->credential;
	return none;
}

int
request_parse(const struct json *j, const struct kind *k, struct pool *p,
    struct request *ret, struct err *e)
{
	struct request r = { .method = span_of("GET"),
		.timeout_ms = k->timeout_ms,
		.body_max = (size_t)k->body_max };
	struct json_item it = { 0 };

	if (j->type != JSON_OBJECT)
		return refuse(e, k, "is no object");
	while (json_each(j, &it))
		if (read_member(&it, k, p, &r, e) == -1)
			return -1;
	if ((r.url.s == NULL) == (r.argv == NULL))
		return refuse(e, k, "has not one of url and argv");
	if (r.argv != NULL && (r.argv[0] == NULL || r.argv[0][0] == '\0'))
		return refuse(e, k, "names no program");
	if (r.argv != NULL && k->transport != KIND_EXEC)
		return refuse(e, k, "has argv, but its transport is http");
	if (r.url.s != NULL && k->transport != KIND_HTTP)
		return refuse(e, k, "has a url, but its transport is exec");
	if (!span_is(r.method, "GET") && !span_is(r.method, "HEAD") &&
	    !span_is(r.method, "POST"))
		return refuse(e, k, "has a method it may not have");
	if (r.url.s != NULL)
		r.credential = credential_for(k, r.url);
	r.ask_gh = r.credential.s != NULL && span_is(k->credential, "github");
	*ret = r;
	return 0;
}

static void
part(struct buf *b, struct span s)
{
	buf_format(b, "%zu:", s.len);
	buf_span(b, s);
}

void
request_key(const struct request *r, char ret[HASH_HEX_MAX])
{
	struct buf b = { 0 };
	const char **v;

	part(&b, r->method);
	part(&b, r->url);
	part(&b, json_span(&r->headers));
	part(&b, r->body);
	part(&b, r->credential);
	buf_format(&b, "%lld %zu ", (long long)r->timeout_ms, r->body_max);
	for (v = r->argv; v != NULL && *v != NULL; v++)
		part(&b, span_of(*v));
	buf_byte(&b, ';');
	for (v = r->env; v != NULL && *v != NULL; v++)
		part(&b, span_of(*v));
	hash_sha256_hex(ret, buf_as_span(&b));
	buf_done(&b);
}

void
request_print(const struct request *r, struct buf *out)
{
	struct json_item it = { 0 };
	struct buf url = { 0 };
	const char **v;

	buf_byte(out, '{');
	if (r->argv != NULL) {
		json_member(out, "argv");
		buf_byte(out, '[');
		for (v = r->argv; *v != NULL; v++) {
			buf_text(out, v == r->argv ? "" : ",");
			json_quote(out, span_of(*v));
		}
		buf_byte(out, ']');
	} else {
		public_url(r->url, &url);
		json_member_text(out, "method", r->method);
		json_member_text(out, "url", buf_as_span(&url));
		if (json_count(&r->headers) > 0) {
			json_member(out, "headers");
			buf_byte(out, '[');
			while (json_each(&r->headers, &it)) {
				if (out->s[out->len - 1] != '[')
					buf_byte(out, ',');
				json_quote(out, it.key);
			}
			buf_byte(out, ']');
		}
		if (r->credential.s != NULL)
			json_member_text(out, "credential", r->credential);
	}
	json_member_int(out, "timeout", r->timeout_ms);
	buf_byte(out, '}');
	buf_done(&url);
}
