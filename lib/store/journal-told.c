#include "store/journal-told.h"

#include "base/err.h"
#include "base/mem.h"

/*
 * Eight bytes at once.  Its values are on disk: who changes it changes the
 * magic of journal-ids.c, and it is not base's to change.
 */
static uint64_t
mix(uint64_t h, struct span s)
{
	uint64_t x;
	size_t i;

	for (i = 0; i < s.len; i += sizeof(x)) {
		x = 0;
		memcpy(
		    &x, s.s + i, s.len - i < sizeof(x) ? s.len - i : sizeof(x));
		h = (h ^ x) * UINT64_C(0xff51afd7ed558ccd);
		h ^= h >> 32;
	}
	/* where a part ends counts too */
	return (h ^ s.len) * UINT64_C(0xc4ceb9fe1a85ec53);
}

struct told_key
told_key(enum told_kind kind, struct span a, struct span b)
{
	uint64_t h = mix(mix((uint64_t)kind, a), b);

	return (struct told_key){ kind, a, b, h ^ h >> 33 };
}

static bool
same_key(const struct told_key *x, const struct told_key *y)
{
	return x->hash == y->hash && x->kind == y->kind &&
	    span_equal(x->a, y->a) && span_equal(x->b, y->b);
}

static bool
same_staged(const void *owner, uint32_t item, const void *key)
{
	const struct told *t = owner;

	return same_key(&t->staged[item].key, key);
}

/* The keys of one line, one after the other: it.n counts them. */
struct key_walk {
	const struct event *ev;
	struct pool *pool;
	struct json_item recipient;
	int step;
};

static struct span
named_event(const struct event *ev, struct pool *p)
{
	struct json j = json_get(&ev->data, "event");
	struct span id = { NULL, 0 };

	if (!event_is(ev, TOLD_DUPLICATE))
		return ev->id;
	(void)json_text(&j, "event", p, &id, NULL);
	return id;
}

static bool
next_key(struct key_walk *w, struct told_key *ret)
{
	struct span none = { NULL, 0 };
	struct span s;

	if (w->step == 0 && json_each(&w->ev->recipients, &w->recipient)) {
		if (json_text(&w->recipient.value, "recipients", w->pool, &s,
			NULL) == -1)
			s = none;
		*ret = told_key(TOLD_TO, w->ev->id, s);
		return true;
	}
	if (w->step == 0) {
		w->step = 1;
		if (json_is_empty(&w->ev->recipients)) {
			*ret = told_key(TOLD_NOBODY, w->ev->id, none);
			return true;
		}
	}
	if (w->step == 1 && w->ev->verdict.s != NULL) {
		w->step = 2;
		*ret = told_key(
		    TOLD_NAMED, w->ev->verdict, named_event(w->ev, w->pool));
		return true;
	}
	return false;
}

static int
open_reader(struct told *t, const struct log *l, struct err *e)
{
	if (t->reader_open)
		return 0;
	if (log_open(&t->reader, l->home, l->name, false, e) == -1)
		return -1;
	t->reader_open = true;
	return 0;
}

/* The event of a journal's line; false where it is none. */
static bool
read_event(struct span text, struct pool *p, struct event *ret)
{
	struct json j;

	return json_scan(text.s, text.len, &j, NULL) == 0 &&
	    event_parse(&j, p, ret, NULL) == 0;
}

static void
add_line(struct told *t, const struct log_line *line)
{
	struct key_walk w = { 0 };
	struct told_key key;
	struct event ev;

	pool_reset(&t->pool);
	/* written by somebody else, or a fault of ours: it told nobody */
	if (!read_event(line->text, &t->pool, &ev))
		return;

	w.ev = &ev;
	w.pool = &t->pool;
	while (next_key(&w, &key))
		ids_add(&t->ids, key.hash, line->seq);
}

static int
catch_up(struct told *t, struct err *e)
{
	struct log_line line;
	int r;

	if (log_seek(&t->reader, t->ids.header.seq + 1, e) == -1)
		return -1;
	while ((r = log_next(&t->reader, &line, e)) == 1)
		add_line(t, &line);
	return r == -1 ? -1 : log_sync_read(&t->reader, e);
}

int
told_refresh(struct told *t, const struct log *l, int64_t next, struct err *e)
{
	t->line_seq = 0;
	if (l->n_segments > 0)
		t->ids.first_seq = l->segments[0].first_seq;
	if (ids_refresh(&t->ids, l->dir_held - 1, l->store, l->epoch, next - 1,
		e) == -1)
		return -1;
	if (t->ids.header.seq == next - 1)
		return 0;
	if (open_reader(t, l, e) == -1 || catch_up(t, e) == -1)
		return -1;
	return ids_commit(&t->ids, next - 1, e);
}

/* The line of that seq into t->line; false where it is not there any more. */
static int
load_line(struct told *t, int64_t seq, struct err *e)
{
	struct log_line line;
	int r;

	if (seq == t->line_seq)
		return 1;
	t->line_seq = 0;
	if (seq < t->ids.first_seq)
		return 0;
	/* the next one most often, where a whole batch is told again */
	if (t->reader.next_seq != seq && log_seek(&t->reader, seq, e) == -1)
		return -1;
	r = log_next(&t->reader, &line, e);
	if (r != 1)
		return r;
	pool_reset(&t->pool);
	if (line.seq != seq || !read_event(line.text, &t->pool, &t->line))
		return 0;
	t->line_seq = seq;
	return 1;
}

/* Does that line have this key? */
static int
confirm(struct told *t, const struct told_key *key, int64_t seq, struct err *e)
{
	struct key_walk w = { .ev = &t->line, .pool = &t->pool };
	struct told_key found;
	int r = load_line(t, seq, e);

	if (r != 1)
		return r;
	while (next_key(&w, &found)) {
		if (same_key(&found, key))
			return 1;
	}
	return 0;
}

int64_t
told_find(struct told *t, const struct told_key *key, const struct log *l,
    struct err *e)
{
	uint32_t item;
	int64_t seq;
	size_t n;
	int r;

	item = index_find(&t->staged_index, key->hash, same_staged, t, key);
	if (item != INDEX_NONE)
		return t->staged[item].seq;

	for (n = 0; (seq = ids_find(&t->ids, key->hash, n)) != 0; n++) {
		if (open_reader(t, l, e) == -1)
			return -1;
		r = confirm(t, key, seq, e);
		if (r == -1)
			return -1;
		if (r == 1)
			return seq;
	}
	return 0;
}

void
told_stage(struct told *t, const struct told_key *key, int64_t seq)
{
	t->staged = mem_grow(
	    t->staged, &t->cap_staged, t->n_staged + 1, sizeof(*t->staged));
	t->staged[t->n_staged] = (struct told_staged){ *key, seq };
	index_add(&t->staged_index, key->hash, (uint32_t)t->n_staged++);
}

static void
stage_rest(struct told *t, struct key_walk *w, int64_t seq)
{
	struct told_key key;

	while (next_key(w, &key))
		told_stage(t, &key, seq);
}

void
told_stage_line(
    struct told *t, const struct event *ev, int64_t seq, struct pool *p)
{
	struct key_walk w = { .ev = ev, .pool = p };

	stage_rest(t, &w, seq);
}

void
told_stage_named(
    struct told *t, const struct event *ev, int64_t seq, struct pool *p)
{
	struct key_walk w = { .ev = ev, .pool = p, .step = 1 };

	stage_rest(t, &w, seq);
}

/* Of what is staged only [from, to) stays. */
static void
keep_staged(struct told *t, size_t from, size_t to)
{
	size_t i;

	t->n_staged = to - from;
	memmove(t->staged, t->staged + from, t->n_staged * sizeof(*t->staged));
	index_reset(&t->staged_index);
	for (i = 0; i < t->n_staged; i++)
		index_add(&t->staged_index, t->staged[i].key.hash, (uint32_t)i);
}

static size_t
find_staged(const struct told *t, int64_t seq)
{
	size_t i = 0;

	while (i < t->n_staged && t->staged[i].seq < seq)
		i++;
	return i;
}

void
told_forget(struct told *t, int64_t seq)
{
	if (t->n_staged > 0)
		keep_staged(t, 0, find_staged(t, seq));
}

void
told_commit(struct told *t, int64_t last_seq)
{
	size_t n = find_staged(t, last_seq + 1);
	size_t i;

	if (n == 0)
		return;
	for (i = 0; i < n; i++)
		ids_add(&t->ids, t->staged[i].key.hash, t->staged[i].seq);
	t->ids_seq = last_seq;
	keep_staged(t, n, t->n_staged);
}

void
told_save(struct told *t)
{
	if (t->ids_seq != 0)
		(void)ids_commit(&t->ids, t->ids_seq, NULL);
	t->ids_seq = 0;
}

void
told_close(struct told *t)
{
	ids_close(&t->ids);
	if (t->reader_open)
		log_close(&t->reader);
	pool_done(&t->pool);
	free(t->staged);
	index_done(&t->staged_index);
	*t = (struct told){ 0 };
}
