#include "store/telling.h"

#include <stdlib.h>

#include "base/err.h"
#include "base/mem.h"
#include "model/due-line.h"
#include "model/verdict.h"
#include "store/evidence.h"

void
telling_reset(struct telling *t)
{
	t->n = 0;
	pool_reset(&t->pool);
}

void
telling_done(struct telling *t)
{
	free(t->events);
	free(t->evidence);
	free(t->receipts);
	pool_done(&t->pool);
	buf_done(&t->scratch);
	memset(t, 0, sizeof(*t));
}

static void
add(struct telling *t, const struct event *ev, struct span evidence)
{
	t->events =
	    mem_grow(t->events, &t->cap_events, t->n + 1, sizeof(*t->events));
	t->evidence = mem_grow(
	    t->evidence, &t->cap_evidence, t->n + 1, sizeof(*t->evidence));
	t->receipts = mem_grow(
	    t->receipts, &t->cap_receipts, t->n + 1, sizeof(*t->receipts));
	t->events[t->n] = *ev;
	t->evidence[t->n] = evidence;
	t->n++;
}

static bool
is_record(const struct event *ev)
{
	return event_is(ev, "sergeant.inbox.") ||
	    event_is(ev, "sergeant.wake.") || event_is(ev, "sergeant.receipt.");
}

/* More recipients than an event may have are told by several lines of it. */
static void
add_routed(struct telling *t, const struct event *ev, int64_t now_ms,
    struct span evidence)
{
	struct event out = *ev;
	struct recipients to;
	struct span list;
	size_t from;

	route(ev, &t->world, now_ms, &t->pool, &to);
	out.dataref = evidence.s == NULL ? ev->dataref : evidence;
	out.parked = to.parked;
	if (to.escalated)
		out.escalatedfrom = to.escalated_from;
	for (from = 0; from == 0 || from < to.n_told; from += EVENT_ITEMS_MAX) {
		buf_reset(&t->scratch);
		recipients_print(&to, from, EVENT_ITEMS_MAX, &t->scratch);
		list = pool_copy(&t->pool, buf_as_span(&t->scratch));
		out.recipients = (struct json){ JSON_ARRAY, list.s, list.len };
		add(t, &out, evidence);
	}
}

/* Records of the journal are for nobody: they are not routed. */
static void
add_told(struct telling *t, const struct event *ev, int64_t now_ms,
    struct span evidence)
{
	struct event out = *ev;

	if (!t->as_given && !is_record(ev)) {
		add_routed(t, ev, now_ms, evidence);
		return;
	}
	out.dataref = evidence.s == NULL ? ev->dataref : evidence;
	add(t, &out, evidence);
}

/* The facts, on disk before anything names them.  1: they could not be kept. */
static int
keep_evidence(
    struct telling *t, const struct verdict *v, struct span *ret, struct err *e)
{
	char name[96];

	if (v->evidence.type != JSON_OBJECT || v->n_events == 0)
		return 0;
	if (evidence_save(t->home, span_of(v->id), json_span(&v->evidence),
		name, e) == -1)
		return 1;
	*ret = pool_copy(&t->pool, span_of(name));
	return 0;
}

static int
add_verdict(
    struct telling *t, const struct event *ev, int64_t now_ms, struct err *e)
{
	struct span evidence = { NULL, 0 };
	struct verdict v;
	size_t i;
	int status;

	if (verdict_parse(ev, &t->pool, &v, e) != 0)
		return -1;

	status = keep_evidence(t, &v, &evidence, e);
	for (i = 0; i < v.n_events; i++)
		add_told(t, &v.events[i], now_ms, evidence);
	return status;
}

int
telling_add(
    struct telling *t, const struct event *ev, int64_t now_ms, struct err *e)
{
	struct span none = { NULL, 0 };

	if (event_is(ev, "sergeant.verdict."))
		return add_verdict(t, ev, now_ms, e);
	if (event_is(ev, "sergeant.observation") || event_is(ev, DUE_LINE_TYPE))
		return err_set(e, STATUS_DATA,
		    "nothing to tell: '%.*s' is not for deliver",
		    (int)ev->type.len, ev->type.s);

	add_told(t, ev, now_ms, none);
	return 0;
}

/* The receipts point into the journal's memory, which each append reuses. */
static void
keep_receipt(struct telling *t, struct receipt *r)
{
	struct span list = json_span(&r->recipients);

	r->subject =
	    r->subject.s == NULL ? r->subject : pool_copy(&t->pool, r->subject);
	r->watch =
	    r->watch.s == NULL ? r->watch : pool_copy(&t->pool, r->watch);
	r->verdict =
	    r->verdict.s == NULL ? r->verdict : pool_copy(&t->pool, r->verdict);
	r->event = pool_copy(&t->pool, r->event);
	if (list.s != NULL) {
		list = pool_copy(&t->pool, list);
		r->recipients.s = list.s;
	}
}

static int
commit_each(struct telling *t, struct journal *j,
    void (*complain)(const struct err *e), struct err *e)
{
	struct err why;
	size_t i;

	for (i = 0; i < t->n; i++) {
		if (journal_append(
			j, &t->events[i], 1, &t->receipts[i], &why) == 0) {
			keep_receipt(t, &t->receipts[i]);
			t->receipts[i].evidence = t->evidence[i];
			continue;
		}
		if (why.status != STATUS_DATA) {
			if (e != NULL)
				*e = why;
			return -1;
		}
		memset(&t->receipts[i], 0, sizeof(t->receipts[i]));
		complain(&why);
	}
	return 0;
}

int
telling_commit(struct telling *t, struct journal *j,
    void (*complain)(const struct err *e), struct err *e)
{
	struct err why;
	size_t i;

	if (journal_append(j, t->events, t->n, t->receipts, &why) != 0) {
		if (why.status == STATUS_DATA)
			return commit_each(t, j, complain, e);
		if (e != NULL)
			*e = why;
		return -1;
	}
	for (i = 0; i < t->n; i++)
		t->receipts[i].evidence = t->evidence[i];
	return 0;
}
