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

#define TABLE_SIZE 1024

/* How many requests are under way to one host. */
struct fetch_host {
	struct span name;
	size_t n;
	struct fetch_host *next;
};

struct fetcher {
	struct fetcher_settings s;
	struct fetch_host *hosts;
	struct pool pool;
	struct http *http;
	/* not done yet, oldest first */
	struct fetch *live;
	struct fetch **live_end;
	/* done, and perhaps of use again */
	struct fetch *done;
	struct fetch **done_end;
	/* all of them, by key */
	struct fetch *table[TABLE_SIZE];
	size_t n_kept;
	size_t bytes_kept;
	size_t n_http;
	size_t n_exec;
};

struct fetcher *
fetcher_new(const struct fetcher_settings *s)
{
	struct fetcher *f = mem_new(sizeof(*f));

	f->s = *s;
	f->live_end = &f->live;
	f->done_end = &f->done;
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

static void
free_list(struct fetch *x)
{
	struct fetch *next;

	for (; x != NULL; x = next) {
		next = x->next;
		fetch_free(x);
	}
}

void
fetcher_free(struct fetcher *f)
{
	if (f == NULL)
		return;
	free_list(f->live);
	free_list(f->done);
	http_free(f->http);
	pool_done(&f->pool);
	free(f);
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
	if (r->resource.s != NULL)
		copy.resource = pool_copy(p, r->resource);
	copy.headers = json_copy(&r->headers, p);
	copy.covers = (struct json){ 0 };
	copy.argv = copy_list(p, r->argv);
	copy.env = copy_list(p, r->env);
	return copy;
}

static struct fetch_host *
host_of(struct fetcher *f, struct span url)
{
	struct span name = request_host(url);
	struct fetch_host *h;

	for (h = f->hosts; h != NULL; h = h->next)
		if (span_equal(h->name, name))
			return h;
	h = pool_new(&f->pool, sizeof(*h));
	h->name = pool_copy(&f->pool, name);
	h->next = f->hosts;
	f->hosts = h;
	return h;
}

static struct fetch **
slot_of(struct fetcher *f, const char *key)
{
	struct span s = { key, HASH_HEX_MAX - 1 };

	return &f->table[hash_table(s) % TABLE_SIZE];
}

struct fetch *
fetcher_ask(struct fetcher *f, const struct request *r, const char *etag,
    const char *modified)
{
	char key[HASH_HEX_MAX];
	struct fetch **slot;
	struct fetch *x;

	request_key(r, key);
	slot = slot_of(f, key);
	for (x = *slot; x != NULL; x = x->same) {
		/* an answer "not modified" is of use to its asker alone */
		if (memcmp(x->key, key, sizeof(key)) == 0 &&
		    strcmp(x->etag, etag) == 0 &&
		    strcmp(x->modified, modified) == 0) {
			if (x->refs++ == 0 && x->done) {
				f->n_kept--;
				f->bytes_kept -= x->body.len;
			}
			return x;
		}
	}
	x = mem_new(sizeof(*x));
	memcpy(x->key, key, sizeof(key));
	x->request = copy_request(&x->pool, r);
	(void)snprintf(x->etag, sizeof(x->etag), "%s", etag);
	(void)snprintf(x->modified, sizeof(x->modified), "%s", modified);
	x->refs = 1;
	if (r->url.s != NULL)
		x->host = host_of(f, r->url);
	x->same = *slot;
	*slot = x;
	*f->live_end = x;
	f->live_end = &x->next;
	return x;
}

static void
forget(struct fetcher *f, struct fetch *x)
{
	struct fetch **at = slot_of(f, x->key);

	while (*at != x)
		at = &(*at)->same;
	*at = x->same;
	f->n_kept--;
	f->bytes_kept -= x->body.len;
	fetch_free(x);
}

/* Drop what nobody holds, oldest first, beyond what is kept. */
static void
prune(struct fetcher *f)
{
	struct fetch **at = &f->done;
	struct fetch *x;

	while (f->n_kept > FETCH_KEEP_MAX || f->bytes_kept > FETCH_KEEP_BYTES) {
		x = *at;
		if (x == NULL)
			break;
		if (x->refs > 0) {
			at = &x->next;
			continue;
		}
		*at = x->next;
		if (f->done_end == &x->next)
			f->done_end = at;
		forget(f, x);
	}
}

void
fetcher_release(struct fetcher *f, struct fetch *x)
{
	if (--x->refs > 0 || !x->done)
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

	o.env = credential_kind_environment(
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
	size_t max = x->request.credential.s != NULL ? 1 : FETCH_HOST_MAX;

	return f->n_http < FETCH_HTTP_MAX && x->host->n < max;
}

/* Many wait for their turn: what the answers before it said is heeded. */
static bool
hold(const struct fetcher *f, struct fetch *x)
{
	int64_t until_ms =
	    f->s.resting != NULL ? f->s.resting(f->s.arg, &x->request) : 0;

	if (until_ms == 0)
		return false;
	x->held = true;
	x->retry_at_ms = until_ms;
	answer_fail(x, ERROR_RATE_LIMITED, "its way rests");
	answer_done(x);
	return true;
}

static void
start(struct fetcher *f, struct fetch *x)
{
	if (x->request.argv != NULL) {
		if (f->n_exec < FETCH_EXEC_MAX)
			start_program(f, x);
		return;
	}
	if (!has_room(f, x) || hold(f, x))
		return;
	if (f->http == NULL)
		f->http = http_new(f->s.config);
	f->n_http++;
	x->host->n++;
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

/* Has it ended? */
static bool
settle(struct fetcher *f, struct fetch *x, int64_t mono_ms)
{
	if (x->running && x->request.argv != NULL) {
		if (!spawn_step(&x->spawn, mono_ms))
			return false;
		program_ended(f, x);
	} else if (x->running && x->done) {
		x->running = false;
		x->host->n--;
		f->n_http--;
	}
	return x->done;
}

/* Take what came.  True if something ended. */
static bool
take(struct fetcher *f)
{
	int64_t mono_ms = clock_mono_ms();
	struct fetch **at = &f->live;
	struct fetch *x;
	bool any = false;

	if (f->http != NULL)
		(void)http_step(f->http);
	while ((x = *at) != NULL) {
		if (!settle(f, x, mono_ms)) {
			at = &x->next;
			continue;
		}
		any = true;
		*at = x->next;
		if (f->live_end == &x->next)
			f->live_end = at;
		x->next = NULL;
		*f->done_end = x;
		f->done_end = &x->next;
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

	for (x = f->live; x != NULL; x = x->next) {
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

	for (x = f->live; x != NULL; x = x->next)
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
