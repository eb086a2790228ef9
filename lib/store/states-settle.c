#include "store/states-inside.h"

/* What the journal says of our verdicts, and what turns cost. */

#define DUPLICATE_TYPE "sergeant.receipt.duplicate"
#define WAKE_TYPES "sergeant.wake."
#define WAKE_ACCEPTED "sergeant.wake.accepted"

int64_t
states_inbound_cursor(const struct states *s)
{
	return s->inbound;
}

int64_t
states_journal_cursor(const struct states *s)
{
	return s->cursor.seq;
}

void
states_move_inbound(struct states *s, int64_t seq)
{
	if (seq <= s->inbound)
		return;
	s->inbound = seq;
	s->inbound_moved = true;
}

/* One line of the journal names one event of one verdict. */
static void
name(struct states *s, const struct event *ev)
{
	struct state_open *o = states_find_open(s, ev->verdict);
	struct span id = ev->id;
	struct json j;

	if (o == NULL || o->n_left == 0)
		return;
	if (event_is(ev, DUPLICATE_TYPE)) {
		j = json_get(&ev->data, "event");
		if (json_text(&j, "event", &s->pool, &id, NULL) == -1)
			return;
	}
	states_name_event(o, id, true);
	s->named_moved = true;
}

/* data's number; what it is where silent */
static int64_t
cost(const struct event *ev, const char *member, int64_t silent)
{
	struct json j = json_get(&ev->data, member);
	int64_t ret;

	if (j.type == JSON_NONE || j.type == JSON_NULL ||
	    json_int(&j, member, 0, JSON_INT_MAX, &ret, NULL) == -1)
		return silent;
	return ret;
}

static void
charge(struct states *s, const struct event *ev)
{
	uint32_t own = states_find_own(s, ev->watch, false);
	const struct watch_state *now = states_watch(s, ev->watch);
	bool accepted = span_is(ev->type, WAKE_ACCEPTED);
	int64_t turns = cost(ev, "turns", accepted ? 1 : 0);
	int64_t tokens = cost(ev, "tokens", 0);
	struct watch_state next;

	/* a watch without a decision had no wake */
	if (now == NULL || (turns == 0 && tokens == 0))
		return;
	if (ev->seq <= now->charged_seq && !s->journal_other)
		return;
	next = *now;
	next.turns += turns;
	next.tokens += tokens;
	next.charged_seq = ev->seq;
	states_stage_own(s, own, &next);
}

/*
 * Where to read on.  A journal that is another one, or was cut off behind us,
 * is read whole: what it does not name is told again.
 */
static int
find_place(struct states *s, struct err *e)
{
	struct log *l = &s->journal.log;
	int64_t lost = 0;
	int ret = 0;

	s->journal_other = false;
	if (s->cursor.store[0] != '\0') {
		switch (log_check_cursor(l, &s->cursor, &lost)) {
		case CURSOR_FINE:
			break;
		case CURSOR_TOO_OLD:
			(void)err_set(e, STATUS_IO,
			    "journal lacks %lld lines after '%lld'",
			    (long long)lost, (long long)s->cursor.seq);
			ret = 1;
			break;
		case CURSOR_AHEAD:
		case CURSOR_OTHER_STORE:
			(void)err_set(e, STATUS_IO,
			    "journal is not the one read up to '%lld'",
			    (long long)s->cursor.seq);
			/* after salvage the seqs are still the same lines */
			s->journal_other =
			    strcmp(s->cursor.store, l->store) != 0;
			s->cursor.seq = 0;
			ret = 1;
			break;
		}
	}
	if (log_seek(l, s->cursor.seq + 1, e) == -1)
		return -1;
	log_cursor(l, s->cursor.seq, &s->cursor);
	return ret;
}

static int
open_journal(struct states *s, struct err *e)
{
	int r;

	if (s->journal_open)
		return 0;
	if (journal_open(s->home, false, &s->journal, e) == -1)
		return -1;
	r = find_place(s, e);
	if (r == -1 || s->journal.log.store[0] == '\0') {
		/*
		 * not there yet, or unreadable: the next settling looks again
		 */
		journal_close(&s->journal);
		return r;
	}
	s->journal_open = true;
	return r;
}

int
states_settle(struct states *s, struct err *e)
{
	struct event ev;
	struct err why = { 0 };
	int r, ret = open_journal(s, e);
	bool any = false;

	if (ret == -1 || !s->journal_open)
		return ret;
	while ((r = journal_next(&s->journal, &s->pool, &ev, &why)) != 0) {
		/* a line that is no event says nothing */
		if (r == -1 && why.status == STATUS_DATA)
			continue;
		if (r == -1)
			break;
		any = true;
		if (ev.verdict.s != NULL)
			name(s, &ev);
		if (ev.watch.s != NULL && event_is(&ev, WAKE_TYPES))
			charge(s, &ev);
		s->cursor.seq = ev.seq;
		s->cursor_lag++;
	}
	if (r == -1) {
		*e = why;
		return -1;
	}
	/* what it says must be there after a power cut too */
	if (any && log_sync_read(&s->journal.log, e) == -1)
		return -1;
	return ret;
}
