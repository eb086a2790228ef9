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
	t->n_refused = 0;
	pool_reset(&t->pool);
}

void
telling_done(struct telling *t)
{
	free(t->events);
	free(t->evidence);
	free(t->receipts);
	free(t->refused);
	pool_done(&t->pool);
	buf_done(&t->scratch);
	memset(t, 0, sizeof(*t));
}

static struct event *
add(struct telling *t, const struct event *ev, struct span evidence)
{
	struct event *ret;

	t->events =
	    mem_grow(t->events, &t->cap_events, t->n + 1, sizeof(*t->events));
	t->evidence = mem_grow(
	    t->evidence, &t->cap_evidence, t->n + 1, sizeof(*t->evidence));
	t->receipts = mem_grow(
	    t->receipts, &t->cap_receipts, t->n + 1, sizeof(*t->receipts));
	ret = &t->events[t->n];
	*ret = *ev;
	if (evidence.s != NULL)
		ret->dataref = evidence;
	t->evidence[t->n++] = evidence;
	return ret;
}

/* More recipients than an event may have are told by several lines of it. */
static void
add_routed(struct telling *t, const struct event *ev, int64_t now_ms,
    struct span evidence)
{
	struct recipients to;
	struct event *out;
	struct span list;
	size_t from;

	route(ev, &t->world, now_ms, &t->pool, &to);
	for (from = 0; from == 0 || from < to.n_told; from += EVENT_ITEMS_MAX) {
		buf_reset(&t->scratch);
		recipients_print(&to, from, EVENT_ITEMS_MAX, &t->scratch);
		list = pool_copy(&t->pool, buf_as_span(&t->scratch));
		out = add(t, ev, evidence);
		out->recipients = (struct json){ JSON_ARRAY, list.s, list.len };
		out->parked = to.parked;
		if (to.escalated)
			out->escalatedfrom = to.escalated_from;
	}
}

/* Records of the journal are for nobody: they are not routed. */
static void
add_told(struct telling *t, const struct event *ev, int64_t now_ms,
    struct span evidence)
{
	if (t->as_given || event_is_record(ev))
		(void)add(t, ev, evidence);
	else
		add_routed(t, ev, now_ms, evidence);
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

static void
refuse(struct telling *t, size_t i, const struct err *why)
{
	memset(&t->receipts[i], 0, sizeof(t->receipts[i]));
	t->refused = mem_grow(
	    t->refused, &t->cap_refused, t->n_refused + 1, sizeof(*why));
	t->refused[t->n_refused++] = *why;
}

static int
write_each(struct telling *t, struct journal *j, struct err *e)
{
	struct err why;
	size_t i;

	for (i = 0; i < t->n; i++) {
		if (journal_write(j, &t->events[i], 1, &t->pool,
			&t->receipts[i], &why) == 0) {
			t->receipts[i].evidence = t->evidence[i];
			continue;
		}
		if (why.status != STATUS_DATA) {
			if (e != NULL)
				*e = why;
			return -1;
		}
		refuse(t, i, &why);
	}
	/* perhaps none was written, and nothing said so of what was before */
	return journal_write(j, NULL, 0, &t->pool, NULL, e);
}

int
telling_write(struct telling *t, struct journal *j, struct err *e)
{
	struct err why;
	size_t i;

	if (journal_write(j, t->events, t->n, &t->pool, t->receipts, &why) !=
	    0) {
		if (why.status == STATUS_DATA)
			return write_each(t, j, e);
		if (e != NULL)
			*e = why;
		return -1;
	}
	for (i = 0; i < t->n; i++)
		t->receipts[i].evidence = t->evidence[i];
	return 0;
}

int
telling_commit(struct telling *t, struct journal *j, struct err *e)
{
	int r = telling_write(t, j, e);

	return journal_settle(j, r == 0 ? e : NULL) == 0 ? r : -1;
}
