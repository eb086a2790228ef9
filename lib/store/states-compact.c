#include "store/states-inside.h"

#include "base/mem.h"

/* The live part to a new segment, the older ones unlinked. */

struct compaction {
	struct states *s;
	struct state_lines lines;
	bool (*alive)(void *arg, struct span id);
	void *arg;
};

#define LINE_MAX_GUESS 200
#define SEEN_LEN 31

static int64_t
live_size(const struct states *s)
{
	size_t i, n = 0;

	for (i = 0; i < s->n_owns; i++)
		n += s->owns[i].text.len + LINE_MAX_GUESS;
	for (i = 0; i < s->n_parts; i++)
		n += s->parts[i].text.len + s->parts[i].subject.len +
		    LINE_MAX_GUESS;
	for (i = 0; i < s->n_opens; i++)
		n += s->opens[i].len;
	return (int64_t)(n + s->n_seen * SEEN_LEN);
}

static bool
is_alive(const struct compaction *c, uint32_t own)
{
	return c->alive(c->arg, state_text_span(c->s->owns[own].id));
}

static void
print_owns(struct compaction *c)
{
	struct buf *out = &c->lines.text;
	struct states *s = c->s;
	struct json j;
	size_t i;

	for (i = 0; i < s->n_owns; i++) {
		s->owns[i].n_seen = 0;
		if (s->owns[i].text.s == NULL || !is_alive(c, (uint32_t)i))
			continue;
		j = (struct json){ JSON_OBJECT, s->owns[i].text.s,
			s->owns[i].text.len };
		buf_byte(out, '{');
		json_member_text(out, "key", state_text_span(s->owns[i].id));
		json_member_text(out, "watch", state_text_span(s->owns[i].id));
		json_member_json(out, "own", &j);
		buf_byte(out, '}');
		state_lines_end(&c->lines, 0);
	}
}

/*
 * The newest 1,000 of a watch, and whatever the last complete look still
 * shows.  Of a part that had none in this run nobody knows: its ids stay.
 */
static bool *
choose_seen(struct states *s)
{
	bool *keep = mem_new(s->n_seen + 1);
	size_t i;

	for (i = s->n_seen; i-- > 0;) {
		const struct state_part *p = &s->parts[s->seen[i].part];
		size_t *n = &s->owns[p->own].n_seen;

		keep[i] = *n < STATE_SEEN_MAX || p->looked == 0 ||
		    s->seen[i].shown >= p->looked;
		++*n;
	}
	return keep;
}

/* The ids of each part as one list: counting sort by part. */
struct grouped {
	size_t *at;
	struct state_id *ids;
};

static void
group_seen(struct states *s, struct grouped *ret)
{
	bool *keep = choose_seen(s);
	size_t i, *at = mem_new((s->n_parts + 2) * sizeof(*at));

	ret->ids = mem_new((s->n_seen + 1) * sizeof(*ret->ids));
	for (i = 0; i < s->n_seen; i++)
		at[s->seen[i].part + 2] += keep[i];
	for (i = 2; i < s->n_parts + 2; i++)
		at[i] += at[i - 1];
	for (i = 0; i < s->n_seen; i++) {
		if (keep[i])
			ret->ids[at[s->seen[i].part + 1]++] = s->seen[i].id;
	}
	ret->at = at;
	free(keep);
}

static void
print_part(struct compaction *c, size_t i, const struct grouped *g)
{
	const struct state_part *p = &c->s->parts[i];
	struct buf *out = &c->lines.text;
	struct json j = { JSON_OBJECT, p->text.s, p->text.len };
	size_t k;

	buf_byte(out, '{');
	json_member_text(out, "key", span_of(p->key));
	json_member_text(out, "watch", state_text_span(c->s->owns[p->own].id));
	json_member_text(out, "kind", state_text_span(p->kind));
	json_member_text(out, "subject", state_text_span(p->subject));
	if (p->text.s != NULL)
		json_member_json(out, "part", &j);
	if (g->at[i + 1] > g->at[i]) {
		json_member(out, "seen");
		buf_byte(out, '[');
		for (k = g->at[i]; k < g->at[i + 1]; k++)
			state_id_print("evt_", &g->ids[k], out);
		buf_byte(out, ']');
	}
	buf_byte(out, '}');
	state_lines_end(&c->lines, 0);
}

static void
print_parts(struct compaction *c)
{
	struct grouped g;
	size_t i;

	group_seen(c->s, &g);
	for (i = 0; i < c->s->n_parts; i++) {
		if (is_alive(c, c->s->parts[i].own))
			print_part(c, i, &g);
	}
	free(g.at);
	free(g.ids);
}

static void
print_ways(struct compaction *c)
{
	struct buf *out = &c->lines.text;
	struct buf key = { 0 };
	size_t i;

	for (i = 0; i < c->s->n_ways; i++) {
		const struct state_way *w = &c->s->ways[i];
		struct json j = { JSON_OBJECT, w->text.s, w->text.len };

		buf_reset(&key);
		buf_text(&key, "way:");
		buf_span(&key, state_text_span(w->name));
		buf_byte(out, '{');
		json_member_text(out, "key", buf_as_span(&key));
		json_member_json(out, "way", &j);
		buf_byte(out, '}');
		state_lines_end(&c->lines, 0);
	}
	buf_done(&key);
}

static int
print_open(void *arg, const struct state_open *o, struct span line)
{
	struct compaction *c = arg;
	struct buf *out = &c->lines.text;
	struct json j = { JSON_OBJECT, line.s, line.len };

	(void)o;
	buf_byte(out, '{');
	json_member_text(out, "key", span_of("open"));
	json_member_json(out, "verdict", &j);
	buf_byte(out, '}');
	state_lines_end(&c->lines, 0);
	return 0;
}

static int
print_all(struct compaction *c, struct err *e)
{
	buf_text(&c->lines.text, "{\"snapshot\":true}");
	state_lines_end(&c->lines, 0);
	print_owns(c);
	print_parts(c);
	print_ways(c);
	if (states_read_open(c->s, print_open, c, e) == -1)
		return -1;

	buf_reset(&c->s->scratch);
	states_print_commit(c->s, &c->lines, true, &c->s->scratch);
	buf_span(&c->lines.text, buf_as_span(&c->s->scratch));
	state_lines_end(&c->lines, 0);
	if (c->lines.text.full)
		return err_set(e, STATUS_OS, "states are too large to compact");
	return 0;
}

static int
write_segment(struct compaction *c, struct err *e)
{
	struct states *s = c->s;
	struct span *spans = mem_new(c->lines.n * sizeof(*spans));
	int64_t first;
	size_t i;
	int ret = -1;

	for (i = 0; i < c->lines.n; i++)
		spans[i] = state_lines_at(&c->lines, i);
	/* committed: the name of the new segment */
	if (log_begin_segment(&s->log, spans, c->lines.n, &first, e) == -1) {
		s->broken = true;
		goto out;
	}
	ret = log_drop_before(&s->log, first, e);
	/* a reader like any other from here on */
	states_forget(s);
	s->placed = false;
	if (ret == 0)
		ret = states_refresh(s, e);
out:
	free(spans);
	return ret;
}

int
states_compact(struct states *s, int64_t bytes,
    bool (*alive)(void *arg, struct span id), void *arg, struct err *e)
{
	struct compaction c = { .s = s, .alive = alive, .arg = arg };
	int64_t size = log_size(&s->log);
	int ret = -1;

	if (s->broken || size <= bytes || size <= 2 * live_size(s))
		return 0;

	state_lines_reset(&c.lines);
	if (print_all(&c, e) == 0)
		ret = write_segment(&c, e);
	state_lines_done(&c.lines);
	return ret;
}
