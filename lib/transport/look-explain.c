#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/stamp.h"
#include "transport/look-call.h"
#include "transport/look-conditions.h"
#include "transport/look-part.h"
#include "transport/look-result.h"

/* What would be asked, and what answers would mean: nobody is asked. */

static void
print_requests(const struct call *c, struct buf *out)
{
	size_t i;

	buf_byte(out, '[');
	for (i = 0; i < c->n_asks; i++) {
		buf_text(out, i == 0 ? "" : ",");
		request_print(&c->asks[i].request, out);
	}
	buf_byte(out, ']');
}

static void
print_claim(const struct look *l, const struct call *c, struct buf *out)
{
	buf_byte(out, '{');
	json_member_text(out, "subject", l->subject);
	json_member_text(out, "kind", l->run->kind->name);
	json_member_text(out, "folder", l->run->kind->folder);
	json_member(out, "requests");
	print_requests(c, out);
	buf_byte(out, '}');
}

/* As a due line says it. */
static void
print_data(const struct explain *x, struct buf *out)
{
	struct json objective = json_get(&x->saved, "objective");
	struct json config = json_get(&x->saved, "config");
	struct json prior = json_get(&x->saved, "prior");

	buf_byte(out, '{');
	if (x->kind.s != NULL)
		json_member_text(out, "kind", x->kind);
	json_member_json(out, "objective", &objective);
	json_member_json(out, "config", &config);
	json_member_json(out, "prior", &prior);
	buf_byte(out, '}');
}

static int
read_now(const struct json *saved, int64_t *ret, struct err *e)
{
	struct json now = json_get(saved, "now");

	*ret = clock_now_ms();
	if (now.type == JSON_NONE)
		return 0;
	return result_read_time(&now, "now", ret, e);
}

static int
explain(struct looks *ls, struct call *c, const struct json *responses,
    struct err *e)
{
	struct buf text = { 0 };

	if (c->run->kind->transport != KIND_PROBE &&
	    call_requests(ls, c, e) == -1)
		return -1;
	print_claim(c->looks, c, &text);
	ls->s.emit(buf_as_span(&text));
	buf_reset(&text);
	if (responses->type == JSON_ARRAY &&
	    c->run->kind->transport != KIND_PROBE) {
		buf_span(&text, json_span(responses));
		conditions_ask(ls, c, &text);
		call_observe(ls, c, &text);
	}
	buf_done(&text);
	return 0;
}

int
looks_explain(struct looks *ls, const struct explain *x, struct err *e)
{
	struct event due = { .subject = x->subject };
	struct json responses = json_get(&x->saved, "responses");
	struct call *c = mem_new(sizeof(*c));
	struct kind_claim found;
	struct buf data = { 0 };
	int r = read_now(&x->saved, &ls->now_ms, e);

	print_data(x, &data);
	if (r == 0)
		r = json_scan(data.s, data.len, &due.data, e);
	if (r == 0)
		r = look_claim(ls, &due, &c->pool, &found, e);
	if (r == 0) {
		c->looks = look_new(ls, &found, &due);
		c->run = c->looks->run;
		c->n_looks = 1;
		c->looks->began_ms = ls->now_ms;
		look_add_asker(c->looks, &due, found.kind);
		conditions_register(ls, c->looks);
		r = explain(ls, c, &responses, e);
	}
	buf_done(&data);
	call_free(ls, c);
	return r;
}
