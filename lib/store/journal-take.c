#include "store/journal-take.h"

#include "base/clock.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/stamp.h"

#define NOBODY "nobody"

static int64_t
due_seq(const struct journal_batch *b)
{
	return b->first_seq + (int64_t)b->n_lines;
}

static int
end_line(struct journal_batch *b, struct err *e)
{
	size_t begin = b->n_lines == 0 ? 0 : b->ends[b->n_lines - 1];

	/* with seq and crc it must still be a line that others read */
	if (b->lines.full || b->lines.len - begin > JSON_LINE_MAX - 64)
		return err_set(e, STATUS_DATA,
		    "cannot append to 'journal': a line of more than %d bytes",
		    JSON_LINE_MAX);
	b->ends[b->n_lines++] = b->lines.len;
	return 0;
}

static struct json
array_of(struct pool *p, const struct buf *items)
{
	struct span s = pool_copy(p, buf_as_span(items));

	return (struct json){ JSON_ARRAY, s.s, s.len };
}

/* The seq of an earlier line that told it him, else 0: this one will. */
static int64_t
find_told(struct journal_batch *b, const struct event *ev,
    const struct json *recipient, struct err *e)
{
	struct told_key key;
	struct span to;
	int64_t seq;

	if (json_text(recipient, "recipients", b->pool, &to, e) == -1)
		return -1;
	key = told_key(TOLD_TO, ev->id, to);
	seq = told_find(b->told, &key, b->log, e);
	if (seq == 0)
		told_stage(b->told, &key, due_seq(b));
	return seq == due_seq(b) ? 0 : seq;
}

/*
 * Those of ev's recipients who were not told it yet: how many, -1.  *ret_seq is
 * a line that told one of the others.
 */
static int
find_new(struct journal_batch *b, const struct event *ev, struct json *ret,
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
find_named(struct journal_batch *b, const struct event *ev, struct err *e)
{
	struct span none = { NULL, 0 };
	struct told_key key;

	key = ev->verdict.s == NULL ? told_key(TOLD_NOBODY, ev->id, none) :
				      told_key(TOLD_NAMED, ev->verdict, ev->id);
	return told_find(b->told, &key, b->log, e);
}

static int
write_event(struct journal_batch *b, struct event *ev, struct err *e)
{
	if (ev->workspace.s == NULL)
		ev->workspace = span_of(b->slug);
	/* the log adds its own */
	ev->seq = 0;
	event_print(ev, &b->lines);
	return end_line(b, e);
}

/* "All had been told": a line of its own, so that the verdict is settled. */
static int
write_duplicate(struct journal_batch *b, const struct receipt *r, struct err *e)
{
	struct told_key key = told_key(TOLD_NAMED, r->verdict, r->event);
	struct buf *out = &b->lines;

	receipt_print(r, out);
	out->len--;
	json_member_text(out, "workspace", span_of(b->slug));
	buf_byte(out, '}');

	told_stage(b->told, &key, due_seq(b));
	return end_line(b, e);
}

static int
take_to(struct journal_batch *b, const struct event *ev, struct receipt *r,
    struct err *e)
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
		told_stage_named(b->told, ev, due_seq(b), b->pool);
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
take_without(struct journal_batch *b, const struct event *ev, struct receipt *r,
    struct err *e)
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
	if (!event_is_record(ev)) {
		r->kind = RECEIPT_UNDELIVERABLE;
		out.recipients = nobody;
		if (out.parked.s == NULL)
			out.parked = span_of(NOBODY);
	}
	told_stage_line(b->told, &out, due_seq(b), b->pool);
	return write_event(b, &out, e);
}

static int
take(struct journal_batch *b, const struct event *ev, struct receipt *r,
    struct err *e)
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

void
journal_batch_init(struct journal_batch *b, struct told *told,
    const struct log *l, const char *slug)
{
	*b = (struct journal_batch){ .told = told, .log = l, .slug = slug };
	buf_init(&b->lines, (size_t)1 << 30);
}

int
journal_batch_take(struct journal_batch *b, const struct event *ev, size_t n,
    struct pool *p, struct receipt *ret, struct err *e)
{
	char stamp[STAMP_MAX];
	size_t i;
	int r = 0;

	b->pool = p;
	b->n_lines = 0;
	buf_reset(&b->lines);
	b->ends = mem_grow(b->ends, &b->cap_ends, n, sizeof(*b->ends));
	stamp_print(stamp, clock_now_ms());
	b->time = pool_copy(p, span_of(stamp));
	for (i = 0; i < n && r == 0; i++)
		r = take(b, &ev[i], &ret[i], e);
	if (r == -1)
		told_forget(b->told, b->first_seq);
	return r;
}

void
journal_batch_done(struct journal_batch *b)
{
	buf_done(&b->lines);
	buf_done(&b->list);
	free(b->ends);
}
