#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "transport/look-batch.h"
#include "transport/look-call.h"
#include "transport/look-conditions.h"
#include "transport/look-part.h"
#include "transport/look-result.h"
#include "transport/look-stored.h"
#include "transport/look-url.h"
#include "transport/look-way.h"

/* One call of a kind: what to ask, the answers, what they mean. */

void
call_free(struct looks *ls, struct call *c)
{
	struct look *l;
	size_t i;

	for (i = 0; i < c->n_asks; i++)
		if (c->asks[i].fetch != NULL)
			fetcher_release(ls->fetcher, c->asks[i].fetch);
	while ((l = c->looks) != NULL) {
		c->looks = l->next;
		buf_done(&l->values);
		pool_done(&l->pool);
		free(l);
	}
	free(c->asks);
	buf_done(&c->stored_text);
	buf_done(&c->results);
	buf_done(&c->subjects);
	pool_done(&c->pool);
	free(c);
}

void
call_print_look(const struct looks *ls, const struct look *l, struct buf *out)
{
	(void)ls;
	buf_byte(out, '{');
	json_member_text(out, "subject", l->subject);
	json_member(out, "names");
	kind_names(l->run->kind, l->subject, out);
	json_member_json(out, "config", &l->config);
	json_member_json(out, "prior", &l->prior);
	if (l->looked_at_ms != 0)
		json_member_int(out, "looked_at", l->looked_at_ms);
	if (l->hot)
		json_member_bool(out, "hot", true);
	json_member(out, "values");
	buf_text(out, l->values.len > 0 ? l->values.s : "null");
	buf_byte(out, '}');
}

static void
print_looks(const struct looks *ls, const struct call *c, struct buf *out)
{
	const struct look *l;

	buf_text(out, "{\"subjects\":[");
	for (l = c->looks; l != NULL; l = l->next) {
		call_print_look(ls, l, out);
		buf_text(out, l->next != NULL ? "," : "");
	}
	buf_byte(out, ']');
}

/* The answers that are there, as an array. */
static void
print_answers(const struct call *c, struct buf *out)
{
	const struct ask *a;
	size_t i;

	buf_byte(out, '[');
	for (i = 0; i < c->n_asks; i++) {
		a = &c->asks[i];
		if (a->fetch == NULL && a->resting_ms == 0)
			continue;
		buf_text(out, out->s[out->len - 1] == '[' ? "" : ",");
		if (a->fetch != NULL)
			fetch_print(a->fetch, a->request.id, out);
		else
			way_print_resting(a, out);
	}
	buf_byte(out, ']');
}

struct ask *
call_ask_room(struct call *c)
{
	if (c->n_asks == ASKS_MAX)
		return NULL;
	c->asks =
	    mem_grow(c->asks, &c->cap_asks, c->n_asks + 1, sizeof(*c->asks));
	c->asks[c->n_asks] = (struct ask){ 0 };
	return &c->asks[c->n_asks];
}

static int
add_ask(struct call *c, struct span line, struct err *e)
{
	struct ask *a = call_ask_room(c);
	struct json j;

	if (a == NULL)
		return err_set(
		    e, STATUS_DATA, "more than %d requests", ASKS_MAX);
	a->text = pool_copy(&c->pool, line);
	a->round = c->rounds;
	if (json_scan(a->text.s, a->text.len, &j, e) == -1 ||
	    request_parse(&j, c->run->kind, &c->pool, &a->request, e) == -1)
		return -1;
	c->n_asks++;
	return 0;
}

/* The next of the lines in *rest. */
static bool
next_line(struct span *rest, struct span *ret)
{
	const char *end;

	if (rest->len == 0)
		return false;
	end = memchr(rest->s, '\n', rest->len);
	*ret = (struct span){ rest->s,
		end == NULL ? rest->len : (size_t)(end - rest->s) };
	rest->s += ret->len + (end != NULL);
	rest->len -= ret->len + (end != NULL);
	return true;
}

int
call_requests(struct looks *ls, struct call *c, struct err *e)
{
	struct buf in = { 0 };
	struct buf out = { 0 };
	size_t before = c->n_asks;
	struct span rest;
	struct span line;
	int r;

	buf_init(&in, JQ_IN_MAX);
	buf_init(&out, JQ_OUT_MAX);
	print_looks(ls, c, &in);
	buf_text(&in, ",\"responses\":");
	print_answers(c, &in);
	json_member_int(
	    &in, "now", ls->now_ms != 0 ? ls->now_ms : clock_now_ms());
	buf_byte(&in, '}');
	r = jq_call(&c->run->worker, "requests", &in, &out, e);
	rest = buf_as_span(&out);
	c->rounds++;
	while (r == 0 && next_line(&rest, &line))
		r = add_ask(c, line, e);
	buf_done(&in);
	buf_done(&out);
	return r == -1 ? -1 : (int)(c->n_asks - before);
}

static bool
is_answered(const struct call *c)
{
	const struct look *l;

	for (l = c->looks; l != NULL; l = l->next)
		if (!l->answered)
			return false;
	return true;
}

static void
begin(struct looks *ls, struct call *c)
{
	struct err e = { 0 };

	if (call_requests(ls, c, &e) == -1)
		result_fail_rest(ls, c, &e);
	else
		way_send(ls, c, "", "");
}

void
call_start(struct looks *ls, struct call *c)
{
	int64_t now_ms = clock_now_ms();
	struct look *l;

	for (l = c->looks; l != NULL; l = l->next)
		l->began_ms = now_ms;
	if (c->run->kind->transport == KIND_PROBE)
		probe_start(ls, c);
	else if (!stored_ask(ls, c))
		begin(ls, c);
}

bool
call_is_ready(const struct call *c)
{
	size_t i;

	if (is_answered(c))
		return true;
	for (i = 0; i < c->n_asks; i++)
		if (c->asks[i].fetch != NULL && !c->asks[i].fetch->done)
			return false;
	return true;
}

/* Was the worker just asked, with the same answers, what else to ask? */
static bool
is_told(const struct call *c)
{
	const struct look *l;

	for (l = c->looks; l != NULL; l = l->next)
		if (l->values.len > 0)
			return false;
	return c->is_told;
}

void
call_observe(struct looks *ls, struct call *c, const struct buf *responses)
{
	struct buf in = { 0 };
	struct buf out = { 0 };
	struct err e = { 0 };
	struct span rest;
	struct span line;

	buf_init(&in, JQ_IN_MAX);
	buf_init(&out, JQ_OUT_MAX);
	if (!is_told(c)) {
		print_looks(ls, c, &in);
		buf_text(&in, ",\"responses\":");
		buf_span(&in, buf_as_span(responses));
		json_member_int(
		    &in, "now", ls->now_ms != 0 ? ls->now_ms : clock_now_ms());
		buf_byte(&in, '}');
	}
	if (jq_call(&c->run->worker, "observe", is_told(c) ? NULL : &in, &out,
		&e) == 0) {
		rest = buf_as_span(&out);
		while (next_line(&rest, &line))
			result_take(ls, c, line);
		way_heed_results(ls, c);
		batch_settle(ls, c);
		err_set(&e, STATUS_DATA, "kind '%.*s' said nothing of it",
		    (int)c->run->kind->name.len, c->run->kind->name.s);
	}
	result_fail_rest(ls, c, &e);
	buf_done(&in);
	buf_done(&out);
}

static void
conclude(struct looks *ls, struct call *c)
{
	struct buf responses = { 0 };

	buf_init(&responses, JQ_IN_MAX);
	print_answers(c, &responses);
	conditions_ask(ls, c, &responses);
	call_observe(ls, c, &responses);
	buf_done(&responses);
	stored_keep(ls, c);
}

static bool
go_on(struct looks *ls, struct call *c)
{
	struct err e = { 0 };
	int n = 0;

	c->is_told = c->rounds < c->run->kind->rounds_max;
	if (c->is_told)
		n = call_requests(ls, c, &e);
	if (n == -1) {
		result_fail_rest(ls, c, &e);
		return true;
	}
	if (n > 0) {
		way_send(ls, c, "", "");
		return false;
	}
	if (!way_rests(ls, c))
		conclude(ls, c);
	return true;
}

bool
call_advance(struct looks *ls, struct call *c)
{
	if (is_answered(c))
		return true;
	if (c->run->kind->transport == KIND_PROBE) {
		probe_answer(ls, c);
		return true;
	}
	way_heed_answers(ls, c);
	url_settle(ls, c);
	if (batch_split(ls, c))
		return true;
	switch (stored_go_on(ls, c)) {
	case STORED_ASKED:
		return false;
	case STORED_ANSWERED:
		return true;
	case STORED_NOTHING:
		break;
	}
	return go_on(ls, c);
}
