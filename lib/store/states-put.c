#include "store/states-inside.h"

#include "base/mem.h"

/* what the log adds must fit too */
#define LINE_MAX_BYTES (LOG_LINE_MAX - 256)

/* Staging: a decision goes into the batch's lines and into memory at once. */

static void
print_heads(const struct states *s, const struct state_part *p, int64_t time_ms,
    struct buf *out)
{
	buf_text(out, "{\"key\":\"");
	buf_text(out, p->key);
	buf_byte(out, '"');
	json_member_text(out, "watch", state_text_span(s->owns[p->own].id));
	json_member_text(out, "kind", state_text_span(p->kind));
	json_member_text(out, "subject", state_text_span(p->subject));
	json_member_stamp(out, "time", time_ms);
}

static struct span
since(const struct buf *b, size_t from)
{
	return (struct span){ b->s + from, b->len - from };
}

static void
print_seen(const struct verdict *v, struct buf *out)
{
	size_t i;

	if (v->n_seen == 0)
		return;
	json_member(out, "seen");
	for (i = 0; i < v->n_seen; i++) {
		buf_byte(out, i == 0 ? '[' : ',');
		json_quote(out, v->seen[i]);
	}
	buf_byte(out, ']');
}

/*
 * The verdict goes last.  One whose line others would refuse as too long
 * leaves its evidence here: the events are what must arrive.
 */
static void
put_verdict(struct states *s, const struct verdict *v)
{
	struct buf *out = &s->staged.text;
	struct verdict bare;
	size_t from;

	s->staged_verdict_at = 0;
	if (v == NULL || v->n_events == 0)
		return;
	json_member(out, "verdict");
	from = out->len;
	verdict_print(v, false, out);
	if (out->len - from > JSON_LINE_MAX) {
		bare = *v;
		bare.evidence = (struct json){ 0 };
		out->len = from;
		verdict_print(&bare, false, out);
	}
	s->staged_verdict_at = from;
	s->staged_verdict_len = out->len - from;
}

static int
end_line(struct states *s, const struct verdict *v, struct err *e)
{
	struct buf *out = &s->staged.text;
	size_t n = s->staged.n;
	size_t from = n == 0 ? 0 : s->staged.lines[n - 1].end;

	buf_byte(out, '}');
	if (out->full)
		return err_set(
		    e, STATUS_OS, "a batch of decisions is too long");
	if (out->len - from > LINE_MAX_BYTES) {
		out->len = from;
		return err_set(e, STATUS_DATA,
		    "a decision on '%.*s' is longer than %d bytes",
		    (int)v->subject.len, v->subject.s, LINE_MAX_BYTES);
	}
	if (s->staged_verdict_at != 0)
		states_open_verdict(
		    s, (int64_t)s->staged.n, s->staged_verdict_len, v);
	state_lines_end(&s->staged, 0);
	return 0;
}

int
states_put(struct states *s, struct span watch, struct span kind,
    struct span subject, const struct state *next, const struct verdict *v,
    struct err *e)
{
	uint32_t part = states_find_part(s, watch, kind, subject, true);
	struct state_part *p = &s->parts[part];
	struct state_own *o = &s->owns[p->own];
	struct buf *out = &s->staged.text;
	size_t own_at, own_end, part_at, part_end, i;

	print_heads(s, p, v->time_ms, out);
	json_member(out, "own");
	own_at = out->len;
	watch_state_print(&next->watch, out);
	own_end = out->len;
	json_member(out, "part");
	part_at = out->len;
	subject_state_print(&next->subject, out);
	part_end = out->len;
	print_seen(v, out);
	put_verdict(s, v);
	if (end_line(s, v, e) == -1)
		return -1;

	for (i = 0; i < v->n_seen; i++)
		states_add_seen(s, part, v->seen[i]);
	states_replace(
	    s, &o->text, (struct span){ out->s + own_at, own_end - own_at });
	states_replace(
	    s, &p->text, (struct span){ out->s + part_at, part_end - part_at });
	o->parsed = NULL;
	p->parsed = NULL;
	return 0;
}

struct span
states_put_line(const struct states *s)
{
	if (s->staged_verdict_at == 0)
		return (struct span){ NULL, 0 };
	return (struct span){ s->staged.text.s + s->staged_verdict_at,
		s->staged_verdict_len };
}

void
states_stage_own(struct states *s, uint32_t own, const struct watch_state *next)
{
	struct state_own *o = &s->owns[own];
	struct buf *out = &s->staged.text;
	size_t from;

	buf_byte(out, '{');
	json_member_text(out, "key", state_text_span(o->id));
	json_member_text(out, "watch", state_text_span(o->id));
	json_member(out, "own");
	from = out->len;
	watch_state_print(next, out);
	states_replace(s, &o->text, since(out, from));
	o->parsed = NULL;
	buf_byte(out, '}');
	state_lines_end(&s->staged, 0);
}

/* ---- ways ---- */

static struct state_way *
find_way(const struct states *s, struct span name)
{
	size_t i;

	for (i = 0; i < s->n_ways; i++) {
		if (span_equal(state_text_span(s->ways[i].name), name))
			return &s->ways[i];
	}
	return NULL;
}

void
states_take_way(struct states *s, struct span name, struct span text)
{
	struct state_way *w = find_way(s, name);

	if (w == NULL) {
		s->ways = mem_grow(
		    s->ways, &s->cap_ways, s->n_ways + 1, sizeof(*s->ways));
		w = &s->ways[s->n_ways++];
		*w = (struct state_way){ 0 };
		states_replace(s, &w->name, name);
	}
	states_replace(s, &w->text, text);
}

bool
states_way(struct states *s, struct span way, struct way_state *ret)
{
	const struct state_way *w = find_way(s, way);
	struct json j, episode, told;

	if (w == NULL)
		return false;
	j = (struct json){ JSON_OBJECT, w->text.s, w->text.len };
	told = json_get(&j, "told_ms");
	episode = json_get(&j, "episode");
	*ret = (struct way_state){ .way = way };
	(void)json_int(&told, "told_ms", 0, JSON_INT_MAX, &ret->told_ms, NULL);
	(void)json_text(&episode, "episode", &s->pool, &ret->episode, NULL);
	return true;
}

int
states_put_way(struct states *s, const struct way_state *next,
    const struct verdict *v, struct err *e)
{
	struct buf *out = &s->staged.text;
	struct buf *key = &s->scratch;
	size_t from;

	buf_reset(key);
	buf_text(key, "way:");
	buf_span(key, next->way);
	buf_byte(out, '{');
	json_member_text(out, "key", buf_as_span(key));
	json_member(out, "way");
	from = out->len;
	buf_byte(out, '{');
	json_member_text(out, "way", next->way);
	json_member_int(out, "told_ms", next->told_ms);
	if (next->episode.s != NULL)
		json_member_text(out, "episode", next->episode);
	buf_byte(out, '}');
	states_take_way(s, next->way, since(out, from));
	put_verdict(s, v);
	return end_line(s, v, e);
}
