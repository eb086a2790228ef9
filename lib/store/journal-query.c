#include "store/journal-query.h"

#include "base/clock.h"
#include "base/err.h"
#include "base/glob.h"
#include "base/id.h"
#include "disk/notice.h"

/* A look at least that often, whatever notices say. */
#define FOLLOW_MS 60000

static void
find_gap(struct journal_query *q, const struct cursor *c)
{
	int64_t lost = 0;

	switch (log_check_cursor(&q->journal->log, c, &lost)) {
	case CURSOR_FINE:
		break;
	case CURSOR_TOO_OLD:
		q->gap_why = "too_old";
		q->gap_from = c->seq + 1;
		q->gap_to = c->seq + lost;
		break;
	case CURSOR_AHEAD:
		q->gap_why = "ahead";
		break;
	case CURSOR_OTHER_STORE:
		q->gap_why = "other_store";
		break;
	}
}

static int
stop(const struct journal_query *q, const struct cursor *c, int64_t next,
    struct err *e)
{
	if (q->gap_from != 0)
		return err_set(e, STATUS_DATA,
		    "cursor too old: seq %lld to %lld are gone, %lld lines "
		    "lost (--on-gap earliest passes over them)",
		    (long long)q->gap_from, (long long)q->gap_to,
		    (long long)(q->gap_to - q->gap_from + 1));
	if (q->gap_why[0] == 'a')
		return err_set(e, STATUS_DATA,
		    "cursor ahead: it is at seq %lld, the journal ends at %lld",
		    (long long)c->seq, (long long)next - 1);
	return err_set(e, STATUS_DATA,
	    "cursor of another store: '%s:%lld' is not this journal", c->store,
	    (long long)c->epoch);
}

static bool
on_gap_stops(const struct journal_query *q)
{
	return q->on_gap == NULL || strcmp(q->on_gap, "stop") == 0;
}

int
journal_query_start(struct journal_query *q, struct journal *j, struct err *e)
{
	struct cursor c = { 0 };
	int64_t first;
	int64_t next;
	int64_t from;

	if (!on_gap_stops(q) && strcmp(q->on_gap, "earliest") != 0)
		return err_set(e, STATUS_USAGE, "--on-gap: stop or earliest");

	q->journal = j;
	q->until_ms = clock_mono_ms() + q->wait_ms;
	if (log_bounds(&j->log, &first, &next, e) == -1)
		return -1;

	from = q->from_seq == 0 ? first : q->from_seq;
	if (q->is_tail)
		from = next - first < q->last ? first : next - q->last;
	log_cursor(&j->log, from - 1, &c);
	if (q->cursor != NULL && cursor_parse(span_of(q->cursor), &c, e) == -1)
		return -1;

	find_gap(q, &c);
	if (q->gap_why != NULL && on_gap_stops(q))
		return stop(q, &c, next, e);
	return log_seek(&j->log, q->gap_why == NULL ? c.seq + 1 : first, e);
}

static void
tell_gap(struct journal_query *q, struct event *ret)
{
	struct buf data = { 0 };
	char id[ID_MAX];
	struct span parts[2];

	buf_byte(&data, '{');
	json_member_text(&data, "why", span_of(q->gap_why));
	if (q->gap_from != 0) {
		json_member_int(&data, "from", q->gap_from);
		json_member_int(&data, "to", q->gap_to);
	}
	buf_byte(&data, '}');
	parts[0] = span_of(q->journal->log.store);
	parts[1] = pool_copy(&q->pool, buf_as_span(&data));
	buf_done(&data);
	id_of(id, "gap_", parts, 2);

	*ret = (struct event){ 0 };
	ret->type = span_of("sergeant.journal.gap");
	ret->id = pool_copy(&q->pool, span_of(id));
	ret->source = span_of("//sergeant.local/journal");
	ret->time_ms = clock_now_ms();
	ret->datacontenttype = span_of("application/json");
	ret->data = (struct json){ JSON_OBJECT, parts[1].s, parts[1].len };
	q->gap_why = NULL;
}

static bool
is_told(const struct event *ev, struct span to, struct pool *p)
{
	struct json_item it = { 0 };
	struct span s;

	while (json_each(&ev->recipients, &it)) {
		if (json_text(&it.value, "recipients", p, &s, NULL) == 0 &&
		    span_equal(s, to))
			return true;
	}
	return false;
}

static bool
wants(const struct journal_query *q, const struct event *ev, struct pool *p)
{
	if (q->type != NULL && !glob_match(span_of(q->type), ev->type))
		return false;
	return q->to == NULL || is_told(ev, span_of(q->to), p);
}

#define CAUGHT_UP 2

/* Look for more: nothing is said that a power cut could take back. */
static int
look(struct journal_query *q, struct err *e)
{
	if (log_sync_all(&q->journal->log, &q->durable_seq, e) == -1)
		return -1;
	if (q->journal->log.next_seq < q->durable_seq)
		return 1;
	if (!q->follow || (q->wait_ms != 0 && clock_mono_ms() >= q->until_ms))
		return 0;
	return CAUGHT_UP;
}

/* 1 the next line is wanted, 0 it is not, -1. */
static int
take(struct journal_query *q, struct event *ret, struct err *e)
{
	int64_t due = q->journal->log.next_seq;
	int r;

	pool_reset(&q->pool);
	r = journal_next(q->journal, &q->pool, ret, e);
	if (r == -1 && e->status == STATUS_DATA) {
		q->n_bad++;
		return 0;
	}
	if (r == 1)
		return wants(q, ret, &q->pool);
	/* it was there a moment ago: somebody salvages */
	if (r == 0 && q->journal->log.next_seq == due)
		return err_set(e, STATUS_TEMPORARY,
		    "cannot read seq %lld of 'journal' now", (long long)due);
	return r;
}

/* Until the journal's folder changes; begun before the look, none is missed. */
static void
wait_for_more(struct journal_query *q)
{
	const struct log *l = &q->journal->log;
	int dir =
	    l->dir_held != 0 ? l->dir_held - 1 : q->journal->home->workspace;
	int64_t deadline = clock_mono_ms() + FOLLOW_MS;
	struct notice notice;
	struct err e;

	if (q->wait_ms != 0 && q->until_ms < deadline)
		deadline = q->until_ms;
	notice_begin(&notice, dir);
	if (look(q, &e) == CAUGHT_UP)
		(void)notice_wait(&notice, deadline);
	notice_end(&notice);
}

int
journal_query_next(void *arg, struct event *ret, struct err *e)
{
	struct journal_query *q = arg;
	int r;

	if (q->caught_up)
		wait_for_more(q);
	q->caught_up = false;
	if (q->gap_why != NULL) {
		tell_gap(q, ret);
		return 1;
	}
	while (q->limit == 0 || q->n_given < q->limit) {
		if (q->journal->log.next_seq >= q->durable_seq) {
			r = look(q, e);
			q->caught_up = r == CAUGHT_UP;
			if (r != 1)
				return r;
		}
		r = take(q, ret, e);
		if (r == -1)
			return -1;
		q->n_given += r;
		if (r == 1)
			return 1;
	}
	return 0;
}

int
journal_query_done(
    struct journal_query *q, char ret[CURSOR_TEXT_MAX], struct err *e)
{
	struct cursor c = { 0 };

	log_cursor(&q->journal->log, q->journal->log.next_seq - 1, &c);
	/* a journal that is not there has no place to name */
	ret[0] = '\0';
	if (c.store[0] != '\0')
		cursor_print(&c, ret);
	pool_done(&q->pool);
	if (q->n_bad > 0)
		return err_set(e, STATUS_IO,
		    "%lld lines of the journal are no events",
		    (long long)q->n_bad);
	return 0;
}
