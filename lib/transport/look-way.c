#include "transport/look-way.h"

#include "base/clock.h"
#include "engine/backoff.h"
#include "transport/look-call.h"
#include "transport/look-part.h"
#include "transport/look-result.h"
#include "transport/look-url.h"

/* "HOST[ CREDENTIAL]"; empty for what has none. */
static void
name_way(const struct request *r, struct buf *out)
{
	struct span host = request_host(r->url);

	buf_reset(out);
	if (host.s == NULL)
		return;
	buf_span(out, host);
	if (r->credential.s != NULL) {
		buf_byte(out, ' ');
		buf_span(out, r->credential);
	}
}

/* "HOST[ CREDENTIAL]/RESOURCE" */
static void
add_resource(const struct request *r, struct buf *out)
{
	buf_byte(out, '/');
	buf_span(out, r->resource);
}

int64_t
way_resting(void *looks, const struct request *r)
{
	const struct looks *ls = looks;
	const struct look_memory *m = &ls->s.memory;
	int64_t now_ms = clock_now_ms();
	struct buf way = { 0 };
	int64_t until = 0;
	int64_t wide;

	name_way(r, &way);
	if (way.len == 0 || m->resting == NULL) {
		buf_done(&way);
		return 0;
	}
	wide = m->resting(m->probes, buf_as_span(&way));
	if (r->resource.s != NULL) {
		add_resource(r, &way);
		until = m->resting(m->probes, buf_as_span(&way));
	}
	buf_done(&way);
	/* further off than any may be: the clock was set back */
	if (wide != backoff_until(wide, now_ms))
		wide = 0;
	if (until != backoff_until(until, now_ms))
		until = 0;
	if (wide > until)
		until = wide;
	return until > now_ms ? until : 0;
}

static void
send(struct looks *ls, struct call *c, struct ask *a, const char *etag,
    const char *modified)
{
	if (etag[0] == '\0' && modified[0] == '\0')
		etag = url_recall(ls, c, a);
	a->fetch = fetcher_ask(ls->fetcher, &a->request, etag, modified);
}

void
way_send(
    struct looks *ls, struct call *c, const char *etag, const char *modified)
{
	struct buf way = { 0 };
	struct ask *a;
	size_t i;

	for (i = 0; i < c->n_asks; i++) {
		a = &c->asks[i];
		if (a->fetch != NULL || a->resting_ms != 0)
			continue;
		if (c->way.s == NULL) {
			name_way(&a->request, &way);
			if (way.len > 0)
				c->way = pool_copy(&c->pool, buf_as_span(&way));
		}
		a->resting_ms = way_resting(ls, &a->request);
		if (a->resting_ms == 0)
			send(ls, c, a, etag, modified);
	}
	buf_done(&way);
}

bool
way_rests(struct looks *ls, struct call *c)
{
	int64_t until = 0;
	struct look *l;
	size_t i;

	for (i = 0; i < c->n_asks; i++) {
		if (c->asks[i].fetch != NULL)
			return false;
		if (until == 0 || c->asks[i].resting_ms < until)
			until = c->asks[i].resting_ms;
	}
	if (until == 0)
		return false;
	for (l = c->looks; l != NULL; l = l->next)
		if (!l->answered)
			result_fail(ls, c, l, ERROR_RATE_LIMITED,
			    "the way is resting after a throttle", false,
			    until);
	return true;
}

void
way_print_resting(const struct ask *a, struct buf *out)
{
	struct fetch x = { .error = ERROR_RATE_LIMITED,
		.brief = "the way is resting after a throttle",
		.retry_at_ms = a->resting_ms };

	fetch_print(&x, a->request.id, out);
}

static void
rest(struct looks *ls, const struct fetch *x, int64_t until_ms)
{
	const struct look_memory *m = &ls->s.memory;
	struct buf way = { 0 };
	struct err e = { 0 };

	name_way(&x->request, &way);
	/* what asks all to slow down does not mean one resource alone */
	if (!x->throttled_wide && x->request.resource.s != NULL)
		add_resource(&x->request, &way);
	if (m->rest != NULL && way.len > 0 &&
	    m->rest(m->probes, buf_as_span(&way), until_ms, &e) == -1)
		ls->s.warn(&e);
	buf_done(&way);
}

/* Throttled, or the last that may be asked of a resource for now. */
static bool
is_told(const struct fetch *x)
{
	return x->error == ERROR_RATE_LIMITED ||
	    (x->error == ERROR_NONE && x->retry_told &&
		x->request.resource.s != NULL);
}

void
way_heed_answers(struct looks *ls, struct call *c)
{
	struct fetch *x;
	struct ask *a;
	size_t i;

	for (i = 0; i < c->n_asks; i++) {
		a = &c->asks[i];
		x = a->fetch;
		if (x != NULL && x->held) {
			a->resting_ms = x->retry_at_ms;
			a->fetch = NULL;
			fetcher_release(ls->fetcher, x);
		} else if (x != NULL && is_told(x)) {
			rest(ls, x, x->retry_told ? x->retry_at_ms : 0);
		}
	}
}

/* Is it known from an answer, or from before? */
static bool
is_known(const struct call *c)
{
	const struct ask *a;
	size_t i;

	for (i = 0; i < c->n_asks; i++) {
		a = &c->asks[i];
		if (a->resting_ms != 0 ||
		    (a->fetch != NULL && a->fetch->error == ERROR_RATE_LIMITED))
			return true;
	}
	return false;
}

void
way_heed_results(struct looks *ls, struct call *c)
{
	const struct fetch *x = c->n_asks > 0 ? c->asks[0].fetch : NULL;
	int64_t until = c->throttled_until_ms;

	if (x == NULL || x->error == ERROR_RATE_LIMITED ||
	    !(c->throttled || (c->rate_limited && !is_known(c))))
		return;
	if (until == 0 && x->retry_told)
		until = x->retry_at_ms;
	rest(ls, x, until > clock_now_ms() ? until : 0);
}
