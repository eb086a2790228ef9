#include <string.h>

#include "base/clock.h"
#include "base/id.h"
#include "base/stamp.h"
#include "model/due-line.h"
#include "transport/look-call.h"
#include "transport/look-part.h"
#include "transport/look-result.h"

/*
 * An exec kind: FOLDER/probe has the filter contract of sgt-probe.  It gets one
 * due line a look, and its observations are read as results are, so that it can
 * break nothing that a kind.jq could not.
 */

static void
print_due(const struct look *l, struct buf *out)
{
	struct due_line due = { .subject = l->subject, .time_ms = l->began_ms };
	struct span parts[] = { l->subject, span_of(l->key) };

	id_of(due.id, "due_", parts, 2);
	due_line_print(&due, out);
	json_member(out, "data");
	buf_byte(out, '{');
	json_member_text(out, "kind", l->run->kind->name);
	json_member_json(out, "config", &l->config);
	json_member_json(out, "prior", &l->prior);
	buf_text(out, "}}\n");
}

void
probe_start(struct looks *ls, struct call *c)
{
	const struct kind *k = c->run->kind;
	const struct look *l;
	struct buf b = { 0 };
	struct ask *a = call_ask_room(c);

	for (l = c->looks; l != NULL; l = l->next)
		print_due(l, &b);
	a->request = (struct request){ .method = span_of("GET"),
		.timeout_ms = k->timeout_ms,
		.body_max = (size_t)k->body_max };
	a->request.body = pool_copy(&c->pool, buf_as_span(&b));
	buf_reset(&b);
	buf_format(&b, "%.*s/probe", (int)k->folder.len, k->folder.s);
	a->request.argv = pool_new(&c->pool, 2 * sizeof(*a->request.argv));
	a->request.argv[0] = pool_copy(&c->pool, buf_as_span(&b)).s;
	a->fetch = fetcher_ask(ls->fetcher, &a->request, "", "");
	c->n_asks = 1;
	buf_done(&b);
}

/* {"subject":…} and the data but what is ours to say. */
static int
to_result(struct span line, struct buf *out, struct err *e)
{
	static const char *const known[] = { "revision", "attempted",
		"complete", "settled", "error", "cursor", "entries",
		"collection", "recheck_at" };
	struct pool p = { 0 };
	struct event ev;
	struct json j;
	struct json v;
	size_t i;

	if (json_scan(line.s, line.len, &j, e) == -1 ||
	    event_parse(&j, &p, &ev, e) == -1 ||
	    !span_is(ev.type, OBSERVATION_TYPE)) {
		pool_done(&p);
		return err_set(
		    e, STATUS_DATA, "printed what is no observation");
	}
	buf_byte(out, '{');
	json_member_text(out, "subject", ev.subject);
	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		v = json_get(&ev.data, known[i]);
		json_member_json(out, known[i], &v);
	}
	buf_byte(out, '}');
	pool_done(&p);
	return 0;
}

static void
say_how(const struct call *c, const struct fetch *x, struct err *e)
{
	const struct spawn *s = &x->spawn;
	const struct kind *k = c->run->kind;

	if (s->end == SPAWN_MISSING)
		err_set(e, STATUS_TEMPORARY,
		    "kind '%.*s': cannot run probe: %s", (int)k->name.len,
		    k->name.s, strerror(s->code));
	else if (s->end == SPAWN_TIMED_OUT)
		err_set(e, STATUS_TEMPORARY,
		    "kind '%.*s': no answer within %lld ms", (int)k->name.len,
		    k->name.s, (long long)k->timeout_ms);
	else if (s->end == SPAWN_SIGNALLED)
		err_set(e, STATUS_TEMPORARY,
		    "kind '%.*s': probe was ended by signal %d",
		    (int)k->name.len, k->name.s, s->code);
	else
		err_set(e, STATUS_DATA,
		    "kind '%.*s': probe ended with %d and said nothing of it",
		    (int)k->name.len, k->name.s, s->code);
}

void
probe_answer(struct looks *ls, struct call *c)
{
	const struct fetch *x = c->asks[0].fetch;
	struct buf result = { 0 };
	struct err e = { 0 };
	const char *line = x->body.s;
	const char *all = line + x->body.len;
	const char *end;
	int r = 0;

	while (r == 0 && line != NULL && line < all) {
		end = memchr(line, '\n', (size_t)(all - line));
		if (end == NULL)
			end = all;
		buf_reset(&result);
		r = to_result(
		    (struct span){ line, (size_t)(end - line) }, &result, &e);
		if (r == 0)
			result_take(ls, c, buf_as_span(&result));
		line = end + 1;
	}
	if (r == 0)
		say_how(c, x, &e);
	result_fail_rest(ls, c, &e);
	buf_done(&result);
}
