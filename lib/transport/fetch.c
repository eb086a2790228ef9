#include "transport/fetch.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/mem.h"
#include "transport/answer.h"
#include "transport/credential.h"
#include "transport/http.h"

struct fetcher {
	const char *config;
	struct http *http;
	/* all of them, oldest first */
	struct fetch *first;
	struct fetch **end;
	size_t n_kept;
	size_t bytes_kept;
	size_t n_http;
	size_t n_exec;
};

struct fetcher *
fetcher_new(const struct fetcher_settings *s)
{
	struct fetcher *f = mem_new(sizeof(*f));

	f->config = s->config;
	f->end = &f->first;
	return f;
}

static void
fetch_free(struct fetch *x)
{
	spawn_done(&x->spawn);
	buf_done(&x->header);
	buf_done(&x->body);
	pool_done(&x->pool);
	free(x);
}

void
fetcher_free(struct fetcher *f)
{
	struct fetch *x;

	if (f == NULL)
		return;
	while ((x = f->first) != NULL) {
		f->first = x->next;
		fetch_free(x);
	}
	http_free(f->http);
	free(f);
}

static struct json
copy_json(struct pool *p, const struct json *j)
{
	struct json copy = *j;

	if (j->s != NULL)
		copy.s = pool_copy(p, json_span(j)).s;
	return copy;
}

static const char **
copy_list(struct pool *p, const char **list)
{
	const char **copy;
	size_t n = 0;
	size_t i;

	if (list == NULL)
		return NULL;
	while (list[n] != NULL)
		n++;
	copy = pool_new(p, (n + 1) * sizeof(*copy));
	for (i = 0; i < n; i++)
		copy[i] = pool_copy(p, span_of(list[i])).s;
	return copy;
}

static struct request
copy_request(struct pool *p, const struct request *r)
{
	struct request copy = *r;

	copy.id = pool_copy(p, r->id);
	copy.method = pool_copy(p, r->method);
	if (r->url.s != NULL)
		copy.url = pool_copy(p, r->url);
	if (r->body.s != NULL)
		copy.body = pool_copy(p, r->body);
	if (r->credential.s != NULL)
		copy.credential = pool_copy(p, r->credential);
	copy.headers = copy_json(p, &r->headers);
	copy.covers = (struct json){ 0 };
	copy.argv = copy_list(p, r->argv);
	copy.env = copy_list(p, r->env);
	return copy;
}

struct fetch *
fetcher_ask(struct fetcher *f, const struct request *r, const char *etag,
    const char *modified)
{
	char key[HASH_HEX_MAX];
	struct fetch *x;

	request_key(r, key);
	for (x = f->first; x != NULL; x = x->next) {
		/* an answer "not modified" is of use to its asker alone */
		if (memcmp(x->key, key, sizeof(key)) == 0 &&
		    strcmp(x->etag, etag) == 0 &&
		    strcmp(x->modified, modified) == 0) {
			x->refs++;
			return x;
		}
	}
	x = mem_new(sizeof(*x));
	memcpy(x->key, key, sizeof(key));
	x->request = copy_request(&x->pool, r);
	(void)snprintf(x->etag, sizeof(x->etag), "%s", etag);
	(void)snprintf(x->modified, sizeof(x->modified), "%s", modified);
	x->refs = 1;
	*f->end = x;
	f->end = &x->next;
	return x;
}

/* Drop what nobody holds, oldest first, beyond what is kept. */
static void
prune(struct fetcher *f)
{
	struct fetch **at = &f->first;
	struct fetch *x;

	while ((x = *at) != NULL &&
	    (f->n_kept > FETCH_KEEP_MAX || f->bytes_kept > FETCH_KEEP_BYTES)) {
		if (x->refs > 0) {
			at = &x->next;
			continue;
		}
		*at = x->next;
		if (f->end == &x->next)
			f->end = at;
		f->n_kept--;
		f->bytes_kept -= x->body.len;
		fetch_free(x);
	}
}

void
fetcher_release(struct fetcher *f, struct fetch *x)
{
	if (--x->refs > 0)
		return;
	f->n_kept++;
	f->bytes_kept += x->body.len;
	prune(f);
}

static void
start_program(struct fetcher *f, struct fetch *x)
{
	struct spawn_order o = { .argv = x->request.argv };
	struct err e = { 0 };

	o.env = credential_free_environment(
	    &x->pool, (const char *const *)x->request.env);
	o.timeout_ms = x->request.timeout_ms;
	o.out_max = x->request.body_max;
	o.in = x->request.body;
	x->began_ms = clock_now_ms();
	x->status = -1;
	if (spawn_start(&x->spawn, &o, &e) == -1) {
		answer_fail(x, ERROR_UNKNOWN, "%s", e.text);
		answer_done(x);
		return;
	}
	f->n_exec++;
	x->running = true;
}

static bool
has_room(const struct fetcher *f, const struct fetch *x)
{
	struct span host = request_host(x->request.url);
	const struct fetch *other;
	size_t max = x->request.credential.s != NULL ? 1 : FETCH_HOST_MAX;
	size_t n = 0;

	if (f->n_http >= FETCH_HTTP_MAX)
		return false;
	for (other = f->first; other != NULL; other = other->next)
		if (other->running && other->request.url.s != NULL &&
		    span_equal(request_host(other->request.url), host))
			n++;
	return n < max;
}

static void
start(struct fetcher *f, struct fetch *x)
{
	if (x->request.argv != NULL) {
		if (f->n_exec < FETCH_EXEC_MAX)
			start_program(f, x);
		return;
	}
	if (!has_room(f, x))
		return;
	if (f->http == NULL)
		f->http = http_new(f->config);
	f->n_http++;
	x->running = true;
	http_start(f->http, x);
}

static void
program_ended(struct fetcher *f, struct fetch *x)
{
	f->n_exec--;
	x->running = false;
	x->truncated = x->spawn.truncated;
	if (x->spawn.end == SPAWN_EXITED)
		x->status = x->spawn.code;
	x->body = x->spawn.out;
	x->spawn.out = (struct buf){ 0 };
	answer_done(x);
}

/* Take what came.  True if something ended. */
static bool
take(struct fetcher *f)
{
	int64_t mono_ms = clock_mono_ms();
	struct fetch *x;
	bool any = f->http != NULL && http_step(f->http) > 0;

	for (x = f->first; x != NULL; x = x->next) {
		if (!x->running)
			continue;
		if (x->request.argv != NULL && spawn_step(&x->spawn, mono_ms)) {
			program_ended(f, x);
			any = true;
		} else if (x->request.argv == NULL && x->done) {
			x->running = false;
			f->n_http--;
			any = true;
		}
	}
	return any;
}

/* Descriptors of the programs; the nearest deadline bounds the wait. */
static size_t
watch_programs(const struct fetcher *f, struct pollfd *fds, int64_t *wait_ms)
{
	int64_t mono_ms = clock_mono_ms();
	const struct fetch *x;
	size_t n = 0;

	for (x = f->first; x != NULL; x = x->next) {
		if (!x->running || x->request.argv == NULL)
			continue;
		n += spawn_poll(&x->spawn, fds + n);
		if (x->spawn.deadline_ms - mono_ms < *wait_ms)
			*wait_ms = x->spawn.deadline_ms - mono_ms;
	}
	if (*wait_ms < 0)
		*wait_ms = 0;
	return n;
}

void
fetcher_step(struct fetcher *f, int64_t wait_ms, int also)
{
	struct pollfd fds[FETCH_EXEC_MAX * SPAWN_POLL_MAX + 1];
	struct fetch *x;
	size_t n;

	for (x = f->first; x != NULL; x = x->next)
		if (!x->running && !x->done)
			start(f, x);
	if (take(f) || wait_ms == 0)
		return;
	n = watch_programs(f, fds, &wait_ms);
	if (also != -1)
		fds[n++] = (struct pollfd){ also, POLLIN, 0 };
	if (f->http != NULL)
		http_wait(f->http, fds, n, wait_ms);
	else
		(void)poll(fds, (nfds_t)n, (int)wait_ms);
	(void)take(f);
}

static void
print_program(const struct fetch *x, struct buf *out)
{
	const struct spawn *s = &x->spawn;

	json_member(out, "signal");
	if (s->end == SPAWN_SIGNALLED)
		buf_int(out, s->code);
	else
		buf_text(out, "null");
	json_member_bool(out, "timed_out", s->end == SPAWN_TIMED_OUT);
	json_member(out, "missing");
	if (s->end == SPAWN_MISSING)
		json_quote(out, span_of(strerror(s->code)));
	else
		buf_text(out, "null");
	json_member_text(out, "complaint",
	    s->complaint.len > 0 ? buf_as_span(&s->complaint) : span_of(""));
}

static void
print_time(struct buf *out, const char *name, int64_t ms)
{
	json_member(out, name);
	if (ms == 0)
		buf_text(out, "null");
	else
		buf_int(out, ms);
}

void
fetch_print(const struct fetch *x, struct span id, struct buf *out)
{
	struct json body;

	buf_byte(out, '{');
	json_member_text(out, "id", id.s != NULL ? id : span_of(""));
	json_member(out, "status");
	if (x->status > 0 || (x->request.argv != NULL && x->status == 0))
		buf_int(out, x->status);
	else
		buf_text(out, "null");
	json_member(out, "header");
	buf_text(out, x->header.len > 0 ? x->header.s : "{}");
	json_member(out, "body");
	if (x->body.len > 0 &&
	    json_scan_foreign(x->body.s, x->body.len, &body, NULL) == 0)
		buf_span(out, json_span(&body));
	else
		json_quote(
		    out, x->body.len > 0 ? buf_as_span(&x->body) : span_of(""));
	json_member(out, "error");
	if (x->error == ERROR_NONE) {
		buf_text(out, "null");
	} else {
		buf_byte(out, '{');
		json_member_text(
		    out, "class", span_of(error_class_name(x->error)));
		json_member_text(out, "brief", span_of(x->brief));
		buf_byte(out, '}');
	}
	print_time(out, "retry_at", x->retry_at_ms);
	print_time(out, "not_after", x->not_after_ms);
	json_member_text(
	    out, "hash", (struct span){ x->hash, x->hash[0] != '\0' ? 16 : 0 });
	json_member_bool(out, "truncated", x->truncated);
	if (x->request.argv != NULL)
		print_program(x, out);
	buf_byte(out, '}');
}
