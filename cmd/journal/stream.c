#include "stream.h"

#include "base/clock.h"
#include "base/err.h"
#include "cli/tool.h"

/* How long one who goes on writing keeps others out, and lets them in. */
#define HOLD_MS 50
#define LET_IN_MS 2

static struct part *
part_of(struct stream *s, size_t n)
{
	return &s->parts[n % N_PARTS];
}

static void
fill(struct stream *s, struct part *p)
{
	struct event ev;
	struct err bad;
	int64_t n;

	telling_reset(&p->telling);
	for (n = 0; n < s->batch && events_next_in_batch(&s->in, &ev); n++) {
		if (telling_add(&p->telling, &ev, s->shown.now_ms, &bad) != 0)
			events_complain(&s->in, &bad);
	}
}

/* Nothing is said under the lock; what fails here, fails the next write. */
static void
let_go(void *arg)
{
	struct stream *s = arg;

	(void)journal_settle(s->journal, NULL);
}

static int
make_receipts(void *arg)
{
	struct part *p = arg;

	shown_receipts(&p->stream->shown, p->telling.receipts, p->telling.n);
	return 0;
}

/* The one before the next: it is durable now. */
static void
show_last(struct stream *s)
{
	struct part *p = part_of(s, s->n_filled + N_PARTS - 1);
	size_t i;

	if (!p->is_written)
		return;
	p->is_written = false;
	if (p->telling.n_refused > 0)
		let_go(s);
	for (i = 0; i < p->telling.n_refused; i++)
		tool_warn(&p->telling.refused[i]);
	lane_give(&s->showing, &p->work);
}

/* Settle all that is under way, and say what became of it. */
static int
say(struct stream *s, struct err *e)
{
	int r = journal_settle(s->journal, e);
	struct err torn;
	size_t i;

	if (r == 0)
		show_last(s);
	if (log_torn(&s->journal->log, &torn))
		tool_warn(&torn);
	for (i = 0; i < N_PARTS; i++)
		(void)lane_wait(&s->showing, &s->parts[i].work);
	shown_flush(&s->shown);
	return r;
}

static int
write_part(struct stream *s, struct err *e)
{
	struct part *p = part_of(s, s->n_filled);

	(void)lane_wait(&s->showing, &p->work);
	fill(s, p);
	if (telling_write(&p->telling, s->journal, e) == -1)
		return -1;
	p->is_written = true;
	show_last(s);
	s->n_filled++;
	return 0;
}

int
stream_write_read(struct stream *s, struct err *e)
{
	int64_t until_ms = clock_mono_ms() + HOLD_MS;
	int r;

	do {
		if (clock_mono_ms() >= until_ms) {
			if (say(s, e) == -1)
				return -1;
			(void)clock_wait_until(clock_mono_ms() + LET_IN_MS);
			until_ms = clock_mono_ms() + HOLD_MS;
		}
		r = write_part(s, e);
	} while (r == 0 && events_has_more(&s->in));
	return say(s, r == 0 ? e : NULL) == 0 ? r : -1;
}

void
stream_open(struct stream *s, struct journal *j, char *files[], int64_t batch)
{
	struct part *p;
	int n = 0;

	*s = (struct stream){ .journal = j, .batch = batch };
	s->shown.now_ms = clock_now_ms();
	for (p = s->parts; p < s->parts + N_PARTS; p++) {
		p->stream = s;
		p->work = (struct lane_work){ make_receipts, .arg = p,
			.is_done = true };
		p->telling.home = j->home;
		p->telling.as_given = true;
	}
	while (files[n] != NULL)
		n++;
	events_open(&s->in, n, files);
	s->in.before_complaint = let_go;
	s->in.arg = s;
}

void
stream_close(struct stream *s)
{
	size_t i;

	lane_done(&s->showing);
	shown_end(&s->shown);
	for (i = 0; i < N_PARTS; i++)
		telling_done(&s->parts[i].telling);
	(void)events_close(&s->in);
}
