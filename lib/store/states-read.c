#include "store/states-inside.h"

#include "base/mem.h"

struct record {
	struct json commit, own, part, seen, verdict, way;
	struct json watch, kind, subject;
	bool snapshot;
};

static bool
read_record(struct span text, struct record *ret, struct err *e)
{
	static const char *const names[] = { "commit", "own", "part", "seen",
		"verdict", "way", "watch", "kind", "subject" };
	struct json *const places[] = { &ret->commit, &ret->own, &ret->part,
		&ret->seen, &ret->verdict, &ret->way, &ret->watch, &ret->kind,
		&ret->subject };
	struct json_item it = { 0 };
	struct json j;
	size_t i;

	*ret = (struct record){ 0 };
	if (json_scan(text.s, text.len, &j, e) == -1)
		return false;
	while (json_each(&j, &it)) {
		if (span_is(it.key, "snapshot"))
			ret->snapshot = true;
		for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
			if (span_is(it.key, names[i]))
				*places[i] = it.value;
		}
	}
	return true;
}

static struct span
text_of(struct states *s, const struct json *j)
{
	struct span ret = { "", 0 };

	(void)json_text(j, "state", &s->pool, &ret, NULL);
	return ret;
}

static void
take_seen(struct states *s, uint32_t part, const struct json *seen)
{
	struct json_item it = { 0 };

	while (json_each(seen, &it)) {
		if (it.value.type == JSON_TEXT)
			states_add_seen(s, part, text_of(s, &it.value));
	}
}

static void
take_way(struct states *s, const struct json *way)
{
	struct json name = json_get(way, "way");

	states_take_way(s, text_of(s, &name), json_span(way));
}

/* What a record says, into memory. */
static void
take_record(struct states *s, int64_t seq, const struct record *r)
{
	struct span watch = text_of(s, &r->watch);
	uint32_t own, part;

	if (r->own.type == JSON_OBJECT) {
		own = states_find_own(s, watch, true);
		states_replace(s, &s->owns[own].text, json_span(&r->own));
		s->owns[own].parsed = NULL;
	}
	if (r->subject.type == JSON_TEXT) {
		part = states_find_part(s, watch, text_of(s, &r->kind),
		    text_of(s, &r->subject), true);
		if (r->part.type == JSON_OBJECT) {
			states_replace(
			    s, &s->parts[part].text, json_span(&r->part));
			s->parts[part].parsed = NULL;
		}
		take_seen(s, part, &r->seen);
	}
	if (r->way.type == JSON_OBJECT)
		take_way(s, &r->way);
	if (r->verdict.type == JSON_OBJECT)
		states_add_open(s, seq, &r->verdict);
}

static void
take_names(struct states *s, const struct json *commit)
{
	struct json closed = json_get(commit, "closed");
	struct json named = json_get(commit, "named");
	struct json_item it = { 0 }, pair = { 0 };
	struct state_open *o;

	while (json_each(&closed, &it)) {
		o = states_find_open(s, text_of(s, &it.value));
		if (o != NULL)
			o->n_left = 0;
	}
	it = (struct json_item){ 0 };
	while (json_each(&named, &it)) {
		pair = (struct json_item){ 0 };
		if (!json_each(&it.value, &pair))
			continue;
		o = states_find_open(s, text_of(s, &pair.value));
		if (o != NULL && json_each(&it.value, &pair))
			states_name_event(o, text_of(s, &pair.value), false);
	}
	states_sweep_open(s);
}

static void
take_cursors(struct states *s, const struct json *commit)
{
	struct json journal = json_get(commit, "journal");
	struct json inbound = json_get(commit, "inbound");

	if (journal.type == JSON_TEXT)
		(void)cursor_parse(text_of(s, &journal), &s->cursor, NULL);
	(void)json_int(&inbound, "inbound", 0, JSON_INT_MAX, &s->inbound, NULL);
}

static void
take_pending(struct states *s, size_t first)
{
	struct record r;
	size_t i;

	for (i = first; i < s->pending.n; i++) {
		if (read_record(state_lines_at(&s->pending, i), &r, NULL))
			take_record(s, s->pending.lines[i].seq, &r);
	}
	state_lines_reset(&s->pending);
}

/*
 * The commit line at seq: the n lines before it are there, if they are the
 * ones it speaks of.  Where some of them were lost to damage, the others go
 * on: it proves that they were committed.
 */
static void
take_commit(struct states *s, int64_t seq, const struct json *commit)
{
	struct json jn = json_get(commit, "n"), jcrc = json_get(commit, "crc");
	struct state_lines *p = &s->pending;
	char crc[16];
	int64_t n = 0;
	size_t first = p->n;

	(void)json_int(&jn, "n", 0, JSON_INT_MAX, &n, NULL);
	while (first > 0 && p->lines[first - 1].seq >= seq - n)
		first--;
	if (!s->in_snapshot && p->n - first == (size_t)n) {
		(void)snprintf(crc, sizeof(crc), "\"%08x\"",
		    (unsigned)state_lines_crc(p, first));
		if (!span_is(json_span(&jcrc), crc)) {
			state_lines_reset(p);
			return;
		}
	}
	take_pending(s, first);
	take_names(s, commit);
	take_cursors(s, commit);
	s->in_snapshot = false;
}

/* As it was before the log added seq (and crc, which the reader took off). */
static struct span
without_seq(const struct log_line *line)
{
	char tail[40];
	struct span ret = line->text;
	int n = snprintf(
	    tail, sizeof(tail), ",\"seq\":%lld}", (long long)line->seq);

	if (ret.len > (size_t)n &&
	    memcmp(ret.s + ret.len - (size_t)n, tail, (size_t)n) == 0)
		ret.len -= (size_t)n;
	return ret;
}

int
states_take(struct states *s, const struct log_line *line, struct err *e)
{
	struct span body = without_seq(line);
	struct record r;

	if (!read_record(line->text, &r, e))
		return -1;
	/* seqs have no holes: damage took a commit line, maybe theirs */
	if (line->seq != s->last_seq + 1 && s->last_seq != 0)
		take_pending(s, 0);
	if (r.snapshot) {
		states_forget(s);
		s->in_snapshot = true;
	}
	s->last_seq = line->seq;

	if (r.commit.type == JSON_OBJECT) {
		take_commit(s, line->seq, &r.commit);
	} else if (s->in_snapshot) {
		/* it came whole, by rename */
		take_record(s, line->seq, &r);
	} else {
		buf_span(&s->pending.text, body);
		buf_byte(&s->pending.text, '}');
		state_lines_end(&s->pending, line->seq);
	}
	return 0;
}
