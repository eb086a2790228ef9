#include "transport/look.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "transport/look-batch.h"
#include "transport/look-call.h"
#include "transport/look-conditions.h"
#include "transport/look-part.h"
#include "transport/look-result.h"
#include "transport/look-way.h"

/* The run: who is to be looked at, and what is under way. */

static const char *const operations[] = { "requests", "document", "observe",
	"hierarchy", NULL };

#define WAIT_MS 1000
/* how long a call that is not full yet waits for more lines */
#define LINGER_MS 500

static void
keep_moving(void *arg)
{
	fetcher_step(arg, 0, -1);
}

struct looks *
looks_new(const struct looks_settings *s, struct err *e)
{
	struct looks *ls = mem_new(sizeof(*ls));
	struct fetcher_settings fs = { s->config, way_resting, ls };

	ls->s = *s;
	ls->waiting_end = &ls->waiting;
	if (jq_nursery_start(&ls->nursery, e) == -1) {
		free(ls);
		return NULL;
	}
	ls->fetcher = fetcher_new(&fs);
	return ls;
}

void
looks_free(struct looks *ls)
{
	struct kind_run *r;

	if (ls == NULL)
		return;
	while ((r = ls->runs) != NULL) {
		ls->runs = r->next;
		jq_stop_worker(&r->worker);
		batch_done(ls, r);
		buf_done(&r->args);
		buf_done(&r->name);
		free(r);
	}
	conditions_done(ls);
	fetcher_free(ls->fetcher);
	jq_nursery_stop(&ls->nursery);
	buf_done(&ls->out);
	free(ls);
}

static struct kind_run *
run_of(struct looks *ls, const struct kind *k)
{
	struct kind_run *r;
	struct buf all = { 0 };
	size_t i;

	for (r = ls->runs; r != NULL; r = r->next)
		if (r->kind == k)
			return r;
	r = mem_new(sizeof(*r));
	r->kind = k;
	buf_text(&r->args, "{\"kind\":");
	buf_span(&r->args, json_span(&k->json));
	buf_byte(&r->args, '}');
	buf_span(&all, json_span(&k->json));
	for (i = 0; i < k->n_libraries; i++)
		buf_span(&all, k->libraries[i].text);
	buf_span(&all, k->program);
	hash_sha256_hex(r->hash, buf_as_span(&all));
	r->has_hierarchy =
	    all.len > 0 && memmem(all.s, all.len, "def hierarchy", 13) != NULL;
	buf_done(&all);
	r->worker.nursery = &ls->nursery;
	r->worker.idle = keep_moving;
	r->worker.idle_arg = ls->fetcher;
	buf_span(&r->name, k->folder);
	buf_text(&r->name, "/kind.jq");
	r->worker.program.name = r->name.s;
	r->worker.program.args = span_of(r->args.s);
	r->worker.program.text = k->program;
	r->worker.program.libraries = k->libraries;
	r->worker.program.n_libraries = k->n_libraries;
	r->worker.program.ops = operations;
	r->next = ls->runs;
	ls->runs = r;
	return r;
}

int
looks_check(struct looks *ls, const struct kind *k, struct err *e)
{
	return jq_start_worker(&run_of(ls, k)->worker, e);
}

static void
look_key(struct look *l)
{
	struct span parts[] = { l->run->kind->name, l->subject,
		json_span(&l->config), json_span(&l->prior) };
	struct buf b = { 0 };
	size_t i;

	for (i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		buf_format(&b, "%zu:", parts[i].len);
		buf_span(&b, parts[i]);
	}
	hash_sha256_hex(l->key, buf_as_span(&b));
	buf_done(&b);
}

static int64_t
looked_at(const struct event *due)
{
	struct json j = json_get(&due->data, "looked_at");
	int64_t ms = 0;

	(void)json_int(&j, "looked_at", 0, JSON_INT_MAX, &ms, NULL);
	return ms;
}

struct look *
look_new(
    struct looks *ls, const struct kind_claim *claim, const struct event *due)
{
	struct look *l = mem_new(sizeof(*l));
	struct json config = json_get(&due->data, "config");
	struct json prior = json_get(&due->data, "prior");
	struct json hot = json_get(&due->data, "hot");

	l->run = run_of(ls, claim->kind);
	l->subject = pool_copy(&l->pool, claim->subject);
	if (config.type == JSON_OBJECT)
		l->config = json_copy(&config, &l->pool);
	else
		l->config = (struct json){ JSON_OBJECT, "{}", 2 };
	if (prior.type == JSON_OBJECT)
		l->prior = json_copy(&prior, &l->pool);
	else
		l->prior = (struct json){ JSON_OBJECT, "{}", 2 };
	l->looked_at_ms = looked_at(due);
	(void)json_bool(&hot, "hot", &l->hot, NULL);
	look_key(l);
	return l;
}

void
look_add_asker(struct look *l, const struct event *due, const struct kind *k)
{
	struct asker *a = pool_new(&l->pool, sizeof(*a));
	struct json objective = json_get(&due->data, "objective");
	struct span name = { 0 };

	if (objective.type == JSON_TEXT)
		(void)json_text(&objective, "objective", &l->pool, &name, NULL);
	else if (due->watch.s == NULL)
		name = k->default_objective;
	if (name.s != NULL)
		a->objective = pool_copy(&l->pool, name);
	if (due->watch.s != NULL)
		a->watch = pool_copy(&l->pool, due->watch);
	a->next = l->askers;
	l->askers = a;
}

/* Which kind, by the due line's word or the subject's form. */
int
look_claim(struct looks *ls, const struct event *due, struct pool *p,
    struct kind_claim *ret, struct err *e)
{
	struct json name = json_get(&due->data, "kind");
	struct json config = json_get(&due->data, "config");
	const struct kind *only = NULL;
	struct span s = { 0 };

	if (name.type == JSON_TEXT) {
		if (json_text(&name, "kind", p, &s, e) == -1)
			return -1;
		only = kind_find_by_name(ls->s.kinds, s);
		if (only == NULL)
			return err_set(e, STATUS_DATA,
			    "there is no kind '%.*s'", (int)s.len, s.s);
	}
	if (kind_for(ls->s.kinds, only, due->subject, p, ret, e) == -1)
		return -1;
	return kind_check_config(ret->kind, &config, e);
}

static struct look **
slot_of(struct looks *ls, const struct look *l)
{
	struct span key = { l->key, HASH_HEX_MAX - 1 };

	return &ls->table[hash_table(key) % LOOKS_TABLE];
}

static struct look *
find_same(struct looks *ls, const struct look *l)
{
	struct look *same = *slot_of(ls, l);

	while (same != NULL && memcmp(same->key, l->key, HASH_HEX_MAX) != 0)
		same = same->same;
	return same;
}

/* Once begun nobody joins any more. */
static void
forget_looks(struct looks *ls, const struct call *c)
{
	struct look **at;
	struct look *l;

	for (l = c->looks; l != NULL; l = l->next) {
		at = slot_of(ls, l);
		while (*at != l)
			at = &(*at)->same;
		*at = l->same;
	}
}

void
look_remember(struct looks *ls, struct look *l)
{
	struct look **slot = slot_of(ls, l);

	l->same = *slot;
	*slot = l;
}

static void
look_free(struct look *l)
{
	buf_done(&l->values);
	pool_done(&l->pool);
	free(l);
}

/* Nobody can look at it. */
static void
refuse(struct looks *ls, const struct event *due, const struct err *e)
{
	struct json name = json_get(&due->data, "kind");
	static const struct kind none = { .name = { "unknown", 7 } };
	struct kind as = none;
	struct kind_run r = { .kind = &as };
	struct call c = { .run = &r };
	struct look l = { .run = &r };

	if (name.type == JSON_TEXT)
		(void)json_text(&name, "kind", &l.pool, &as.name, NULL);
	l.subject = due->subject;
	l.began_ms = clock_now_ms();
	look_add_asker(&l, due, &as);
	result_fail(ls, &c, &l, ERROR_UNSUPPORTED, e->text, true, 0);
	buf_done(&c.subjects);
	pool_done(&l.pool);
	pool_done(&c.pool);
}

void
looks_add(struct looks *ls, const struct event *due)
{
	struct kind_claim found;
	struct pool p = { 0 };
	struct err e = { 0 };
	struct look *same;
	struct look *l;

	if (look_claim(ls, due, &p, &found, &e) == -1) {
		refuse(ls, due, &e);
		pool_done(&p);
		return;
	}
	l = look_new(ls, &found, due);
	pool_done(&p);
	same = find_same(ls, l);
	if (same != NULL) {
		/* what is new to one of them is asked whole */
		if (l->looked_at_ms < same->looked_at_ms)
			same->looked_at_ms = l->looked_at_ms;
		same->hot &= l->hot;
		look_add_asker(same, due, l->run->kind);
		look_free(l);
		return;
	}
	look_add_asker(l, due, l->run->kind);
	batch_put(ls, l);
}

static bool
is_readable(int fd)
{
	return fd != -1 && poll(&(struct pollfd){ fd, POLLIN, 0 }, 1, 0) > 0;
}

static void
start_waiting(struct looks *ls)
{
	struct call *c;

	while (ls->waiting != NULL && ls->n_active < CALLS_MAX) {
		c = ls->waiting;
		ls->waiting = c->next;
		if (ls->waiting == NULL)
			ls->waiting_end = &ls->waiting;
		c->next = ls->active;
		ls->active = c;
		ls->n_active++;
		forget_looks(ls, c);
		call_start(ls, c);
	}
}

/* True if any call went on. */
static bool
advance(struct looks *ls)
{
	struct call **at = &ls->active;
	struct call *c;
	bool any = false;

	while ((c = *at) != NULL) {
		if (!call_is_ready(c)) {
			at = &c->next;
			continue;
		}
		any = true;
		if (!call_advance(ls, c)) {
			at = &c->next;
			continue;
		}
		*at = c->next;
		ls->n_active--;
		call_free(ls, c);
	}
	return any;
}

static bool
has_open(const struct looks *ls)
{
	const struct kind_run *r;

	for (r = ls->runs; r != NULL; r = r->next)
		if (r->open != NULL)
			return true;
	return false;
}

static void
close_all(struct looks *ls)
{
	struct kind_run *r;

	for (r = ls->runs; r != NULL; r = r->next)
		batch_close(ls, r);
}

void
looks_run(struct looks *ls, int also)
{
	int64_t close_ms = clock_mono_ms() + (also == -1 ? 0 : LINGER_MS);
	int64_t wait_ms;
	bool moved;

	for (;;) {
		wait_ms = close_ms - clock_mono_ms();
		if (wait_ms <= 0)
			close_all(ls);
		start_waiting(ls);
		moved = advance(ls);
		if (ls->active == NULL && ls->waiting == NULL && !has_open(ls))
			return;
		if (ls->waiting == NULL && is_readable(also))
			return;
		if (!has_open(ls) || wait_ms > WAIT_MS)
			wait_ms = WAIT_MS;
		fetcher_step(ls->fetcher, moved ? 0 : wait_ms,
		    ls->waiting == NULL ? also : -1);
	}
}
