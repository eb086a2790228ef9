#include "store/states-inside.h"

#include "base/mem.h"

/* Opening, reading on, committing.  states.h has the lines. */

int
states_open(
    const struct home *h, bool write, struct states **ret, struct err *e)
{
	struct states *s = mem_new(sizeof(*s));

	s->home = h;
	s->write = write;
	s->generation = 1;
	state_lines_reset(&s->pending);
	state_lines_reset(&s->staged);
	if (log_open(&s->log, h->workspace, "state", write, e) == -1) {
		free(s);
		return -1;
	}
	if (!write && states_refresh(s, e) == -1) {
		states_close(s);
		return -1;
	}
	*ret = s;
	return 0;
}

static void
forget_texts(struct states *s)
{
	size_t i;

	for (i = 0; i < s->n_owns; i++) {
		free(s->owns[i].id.s);
		free(s->owns[i].text.s);
	}
	for (i = 0; i < s->n_parts; i++) {
		free(s->parts[i].kind.s);
		free(s->parts[i].subject.s);
		free(s->parts[i].text.s);
	}
	for (i = 0; i < s->n_ways; i++) {
		free(s->ways[i].name.s);
		free(s->ways[i].text.s);
	}
	s->n_owns = s->n_parts = s->n_ways = s->n_seen = 0;
}

void
states_forget(struct states *s)
{
	forget_texts(s);
	index_reset(&s->own_index);
	index_reset(&s->part_index);
	index_reset(&s->seen_index);
	states_done_open(s);
	states_release(s);
	state_lines_reset(&s->pending);
	s->last_seq = 0;
	s->in_snapshot = false;
	s->inbound = 0;
	s->cursor = (struct cursor){ 0 };
}

void
states_close(struct states *s)
{
	if (s == NULL)
		return;
	states_forget(s);
	index_done(&s->own_index);
	index_done(&s->part_index);
	index_done(&s->seen_index);
	index_done(&s->open_index);
	free(s->owns);
	free(s->parts);
	free(s->seen);
	free(s->opens);
	free(s->ways);
	free(s->retired);
	state_lines_done(&s->pending);
	state_lines_done(&s->staged);
	buf_done(&s->scratch);
	pool_done(&s->pool);
	pool_done(&s->cache);
	if (s->journal_open)
		journal_close(&s->journal);
	log_close(&s->log);
	free(s);
}

/* To the newest segment that stands for all before it, else the first. */
static int
place(struct states *s, struct err *e)
{
	int64_t first, next, seq;
	struct log_line line;
	size_t i;
	int r;

	if (log_bounds(&s->log, &first, &next, e) == -1)
		return -1;
	for (i = s->log.n_segments; i-- > 0;) {
		seq = s->log.segments[i].first_seq;
		if (log_seek(&s->log, seq, e) == -1)
			return -1;
		r = log_next(&s->log, &line, NULL);
		if (r == 1 && line.seq == seq &&
		    span_begins(line.text, "{\"snapshot\":"))
			break;
	}
	if (i == SIZE_MAX)
		seq = first;
	if (log_seek(&s->log, seq, e) == -1)
		return -1;
	s->placed = true;
	return 0;
}

static int
read_on(struct states *s, struct err *e)
{
	struct log_line line;
	int r;

	if (!s->placed && place(s, e) == -1)
		return -1;
	while ((r = log_next(&s->log, &line, e)) == 1) {
		if (states_take(s, &line, e) == -1)
			return -1;
	}
	return r;
}

static void
keep_fault(void *arg, const char *text)
{
	struct err *e = arg;

	if (e->status == STATUS_OK)
		(void)err_set(e, STATUS_IO, "%s", text);
}

/* Damage in the middle: set aside, and every good record goes on. */
static int
salvage(struct states *s, struct err *e)
{
	struct err said = { 0 };
	int r = log_verify(&s->log, true, keep_fault, &said, e);

	if (r != 1)
		return -1;
	states_forget(s);
	s->placed = false;
	if (read_on(s, e) == -1)
		return -1;
	if (e != NULL)
		*e = said;
	return 1;
}

int
states_refresh(struct states *s, struct err *e)
{
	struct err why = { 0 };
	int ret = 0;

	if (s->broken)
		return err_set(e, STATUS_IO,
		    "cannot use 'state': an earlier write failed");
	states_release(s);
	if (read_on(s, &why) == -1) {
		if (!s->write || why.status != STATUS_IO) {
			if (e != NULL)
				*e = why;
			return -1;
		}
		ret = salvage(s, e);
		if (ret == -1)
			return -1;
	}
	s->n_opens_committed = s->n_opens;
	/* its writer may have died between write and sync */
	if (s->write && log_sync_read(&s->log, e) == -1)
		return -1;
	return ret;
}

/* Opens of this batch learn the seq of their record. */
static void
number_open(struct states *s, int64_t first)
{
	size_t i;

	for (i = s->n_opens_committed; i < s->n_opens; i++)
		s->opens[i].seq += first;
}

static void
settle_names(struct states *s)
{
	size_t i, k;

	for (i = 0; i < s->n_opens && s->named_moved; i++) {
		for (k = 0; k < s->opens[i].n_events; k++)
			s->opens[i].events[k].fresh = false;
	}
	if (s->named_moved)
		states_sweep_open(s);
	s->n_opens_committed = s->n_opens;
}

static bool
has_news(const struct states *s)
{
	return s->staged.n > 0 || s->inbound_moved || s->named_moved ||
	    s->cursor_lag >= STATES_CURSOR_LAG;
}

static int
append(struct states *s, struct err *e)
{
	struct span *lines = mem_new((s->staged.n + 1) * sizeof(*lines));
	size_t i, n = s->staged.n;
	int64_t first;
	int ret = -1;

	buf_reset(&s->scratch);
	states_print_commit(s, &s->staged, false, &s->scratch);
	for (i = 0; i < n; i++)
		lines[i] = state_lines_at(&s->staged, i);
	lines[n] = buf_as_span(&s->scratch);
	if (s->staged.text.full || s->scratch.full) {
		(void)err_set(e, STATUS_OS, "a batch of decisions is too long");
		goto out;
	}
	/* committed */
	if (log_append(&s->log, lines, n + 1, &first, e) == -1)
		goto out;
	number_open(s, first);
	s->last_seq = first + (int64_t)n;
	/* what we wrote we know */
	ret = log_seek(&s->log, s->last_seq + 1, e);
out:
	free(lines);
	return ret;
}

int
states_commit(struct states *s, struct err *e)
{
	if (s->broken)
		return err_set(e, STATUS_IO,
		    "cannot use 'state': an earlier write failed");
	if (!has_news(s))
		return 0;
	if (append(s, e) == -1) {
		s->broken = true;
		return -1;
	}

	settle_names(s);
	s->inbound_moved = false;
	s->named_moved = false;
	s->cursor_lag = 0;
	state_lines_reset(&s->staged);
	state_lines_reset(&s->pending);
	states_release(s);
	return 0;
}
