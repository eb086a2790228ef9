#include "store/journal.h"

#include "base/clock.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/stamp.h"
#include "disk/lock.h"
#include "store/journal-told.h"

#define LOCK_NAME "journal"
#define NOBODY "nobody"

int
journal_open(
    const struct home *h, bool make, struct journal *ret, struct err *e)
{
	struct journal j = { .home = h };

	if (log_open(&j.log, h->workspace, "journal", make, e) == -1)
		return -1;
	buf_init(&j.scratch, (size_t)1 << 30);
	*ret = j;
	return 0;
}

void
journal_close(struct journal *j)
{
	log_close(&j->log);
	if (j->told != NULL)
		told_close(j->told);
	free(j->told);
	buf_done(&j->scratch);
	*j = (struct journal){ 0 };
}

int
journal_next(
    struct journal *j, struct pool *p, struct event *ret, struct err *e)
{
	struct log_line line;
	struct err why = { 0 };
	struct json scanned;
	int r = log_next(&j->log, &line, e);

	if (r != 1)
		return r;
	if (json_scan(line.text.s, line.text.len, &scanned, &why) == -1 ||
	    event_parse(&scanned, p, ret, &why) == -1)
		return err_set(e, STATUS_DATA, "journal: seq %lld: %s",
		    (long long)line.seq, why.text);
	return 1;
}

/* One append under way: its lines in j->scratch, cut at `ends`. */
struct batch {
	struct journal *j;
	/* what the receipts say that no event says */
	struct pool *pool;
	struct span time;
	int64_t first_seq;
	size_t *ends;
	size_t n_lines;
	/* of the event that is being taken */
	struct buf list;
};

static int64_t
due_seq(const struct batch *b)
{
	return b->first_seq + (int64_t)b->n_lines;
}

static int
end_line(struct batch *b, struct err *e)
{
	size_t begin = b->n_lines == 0 ? 0 : b->ends[b->n_lines - 1];

	/* with seq and crc it must still be a line that others read */
	if (b->j->scratch.full ||
	    b->j->scratch.len - begin > JSON_LINE_MAX - 64)
		return err_set(e, STATUS_DATA,
		    "cannot append to 'journal': a line of more than %d bytes",
		    JSON_LINE_MAX);
	b->ends[b->n_lines++] = b->j->scratch.len;
	return 0;
}

static bool
is_record(const struct event *ev)
{
	return event_is(ev, "sergeant.inbox.") ||
	    event_is(ev, "sergeant.wake.") || event_is(ev, "sergeant.receipt.");
}

static struct json
array_of(struct pool *p, const struct buf *items)
{
	struct span s = pool_copy(p, buf_as_span(items));

	return (struct json){ JSON_ARRAY, s.s, s.len };
}

/* The seq of an earlier line that told it him, else 0: this one will. */
static int64_t
find_told(struct batch *b, const struct event *ev, const struct json *recipient,
    struct err *e)
{
	struct told_key key;
	struct span to;
	int64_t seq;

	if (json_text(recipient, "recipients", b->pool, &to, e) == -1)
		return -1;
	key = told_key(TOLD_TO, ev->id, to);
	seq = told_find(b->j->told, &key, &b->j->log, e);
	if (seq == 0)
		told_stage(b->j->told, &key, due_seq(b));
	return seq == due_seq(b) ? 0 : seq;
}

/*
 * Those of ev's recipients who were not told it yet: how many, -1.  *ret_seq is
 * a line that told one of the others.
 */
static int
find_new(struct batch *b, const struct event *ev, struct json *ret,
    int64_t *ret_seq, struct err *e)
{
	struct json_item it = { 0 };
	struct buf *list = &b->list;
	int64_t seq = 0;
	int n = 0;

	buf_reset(list);
	buf_byte(list, '[');
	while (json_each(&ev->recipients, &it)) {
		seq = find_told(b, ev, &it.value, e);
		if (seq == -1)
			return -1;
		if (seq != 0) {
			*ret_seq = seq;
			continue;
		}
		if (n++ > 0)
			buf_byte(list, ',');
		buf_span(list, json_span(&it.value));
	}
	buf_byte(list, ']');
	/* as long: all of them, and no space between */
	*ret = list->len == ev->recipients.len ? ev->recipients :
						 array_of(b->pool, list);
	return n;
}

/* Does the journal name this event: with its verdict, or told to nobody? */
static int64_t
find_named(struct batch *b, const struct event *ev, struct err *e)
{
	struct span none = { NULL, 0 };
	struct told_key key;

	key = ev->verdict.s == NULL ? told_key(TOLD_NOBODY, ev->id, none) :
				      told_key(TOLD_NAMED, ev->verdict, ev->id);
	return told_find(b->j->told, &key, &b->j->log, e);
}

static int
write_event(struct batch *b, struct event *ev, struct err *e)
{
	if (ev->workspace.s == NULL)
		ev->workspace = span_of(b->j->home->slug);
	/* the log adds its own */
	ev->seq = 0;
	event_print(ev, &b->j->scratch);
	return end_line(b, e);
}

/* "All had been told": a line of its own, so that the verdict is settled. */
static int
write_duplicate(struct batch *b, const struct receipt *r, struct err *e)
{
	struct told_key key = told_key(TOLD_NAMED, r->verdict, r->event);
	struct buf *out = &b->j->scratch;

	receipt_print(r, out);
	out->len--;
	json_member_text(out, "workspace", span_of(b->j->home->slug));
	buf_byte(out, '}');

	told_stage(b->j->told, &key, due_seq(b));
	return end_line(b, e);
}

static int
take_to(
    struct batch *b, const struct event *ev, struct receipt *r, struct err *e)
{
	struct event out = *ev;
	int64_t named;
	int n = find_new(b, ev, &out.recipients, &r->seq, e);

	if (n == -1)
		return -1;
	r->recipients = out.recipients;
	if (n > 0) {
		r->kind = RECEIPT_JOURNALED;
		r->seq = due_seq(b);
		told_stage_named(b->j->told, ev, due_seq(b), b->pool);
		return write_event(b, &out, e);
	}
	r->kind = RECEIPT_DUPLICATE;
	if (ev->verdict.s == NULL)
		return 0;
	named = find_named(b, ev, e);
	if (named != 0)
		return named == -1 ? -1 : 0;
	return write_duplicate(b, r, e);
}

/* A record, or an event that nobody is to be told now. */
static int
take_without(
    struct batch *b, const struct event *ev, struct receipt *r, struct err *e)
{
	static const struct json nobody = { JSON_ARRAY, "[]", 2 };
	struct event out = *ev;
	int64_t named = find_named(b, ev, e);

	r->recipients = nobody;
	if (named == -1)
		return -1;
	if (named != 0) {
		r->kind = RECEIPT_DUPLICATE;
		r->seq = named;
		return 0;
	}
	r->kind = RECEIPT_JOURNALED;
	r->seq = due_seq(b);
	if (!is_record(ev)) {
		r->kind = RECEIPT_UNDELIVERABLE;
		out.recipients = nobody;
		if (out.parked.s == NULL)
			out.parked = span_of(NOBODY);
	}
	told_stage_line(b->j->told, &out, due_seq(b), b->pool);
	return write_event(b, &out, e);
}

static int
take(struct batch *b, const struct event *ev, struct receipt *r, struct err *e)
{
	*r = (struct receipt){
		.subject = ev->subject,
		.watch = ev->watch,
		.verdict = ev->verdict,
		.event = ev->id,
		.time = b->time,
	};
	if (ev->parked.s == NULL && !json_is_empty(&ev->recipients))
		return take_to(b, ev, r, e);
	return take_without(b, ev, r, e);
}

static int
commit(struct batch *b, struct err *e)
{
	struct span *lines = mem_new((b->n_lines + 1) * sizeof(*lines));
	const char *s = b->j->scratch.s;
	size_t begin = 0;
	size_t i;
	int r;

	for (i = 0; i < b->n_lines; i++) {
		lines[i] = (struct span){ s + begin, b->ends[i] - begin };
		begin = b->ends[i];
	}
	/* committed */
	r = log_write(&b->j->log, lines, b->n_lines, e);
	free(lines);
	return r;
}

static int
append_locked(struct batch *b, const struct event *ev, size_t n,
    struct receipt *ret, struct err *e)
{
	struct told *t = b->j->told;
	size_t i;
	int r;

	r = log_ready(&b->j->log, &b->first_seq, e);
	if (r == 0)
		r = told_refresh(t, &b->j->log, b->first_seq, e);
	for (i = 0; i < n && r == 0; i++)
		r = take(b, &ev[i], &ret[i], e);
	if (r == 0 && b->n_lines > 0)
		r = commit(b, e);
	if (r == 0)
		told_commit(t, due_seq(b) - 1);
	told_forget_staged(t);
	return r;
}

int
journal_append(struct journal *j, const struct event *ev, size_t n,
    struct pool *p, struct receipt *ret, struct err *e)
{
	struct batch b = { .j = j, .pool = p };
	struct lock lock = { 0 };
	char stamp[STAMP_MAX];
	int r;

	if (n == 0)
		return 0;
	buf_reset(&j->scratch);
	if (j->told == NULL)
		j->told = mem_new(sizeof(*j->told));
	stamp_print(stamp, clock_now_ms());
	b.time = pool_copy(p, span_of(stamp));
	b.ends = mem_new(n * sizeof(*b.ends));
	r = lock_take(&lock, j->home->workspace, LOCK_NAME, LOCK_WAIT_MS, e);
	if (r == 0)
		r = append_locked(&b, ev, n, ret, e);
	lock_drop(&lock);
	buf_done(&b.list);
	free(b.ends);
	return r;
}
