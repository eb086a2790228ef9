#include "store/journal.h"

#include "base/clock.h"
#include "base/err.h"
#include "base/lane.h"
#include "base/mem.h"
#include "disk/lock.h"
#include "store/journal-take.h"

#define LOCK_NAME "journal"

/* A batch on its way to the disk. */
struct journal_write {
	struct lane_work work;
	bool is_given;
	struct journal_batch batch;
	struct log *log;
	struct err e;
};

struct journal_writing {
	struct told told;
	struct lock lock;
	int64_t next_seq;
	/* one is made ready while the other is synced */
	struct lane disk;
	struct journal_write writes[2];
	/* the one that is free */
	bool turn;
	/* for good; its status is 0 while nothing did */
	struct err failure;
};

int
journal_open(
    const struct home *h, bool make, struct journal *ret, struct err *e)
{
	*ret = (struct journal){ .home = h };
	return log_open(&ret->log, h->workspace, "journal", make, e);
}

static void
end_writing(struct journal *j)
{
	struct journal_writing *w = j->writing;
	int i;

	(void)journal_settle(j, NULL);
	lane_done(&w->disk);
	for (i = 0; i < 2; i++)
		journal_batch_done(&w->writes[i].batch);
	told_close(&w->told);
	free(w);
}

void
journal_close(struct journal *j)
{
	if (j->writing != NULL)
		end_writing(j);
	log_close(&j->log);
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

static int
write_lines(void *arg)
{
	struct journal_write *w = arg;
	const struct journal_batch *b = &w->batch;
	struct span *lines;
	size_t begin = 0;
	size_t i;
	int r;

	if (b->n_lines == 0)
		return 0;
	lines = mem_new(b->n_lines * sizeof(*lines));
	for (i = 0; i < b->n_lines; i++) {
		lines[i] =
		    (struct span){ b->lines.s + begin, b->ends[i] - begin };
		begin = b->ends[i];
	}
	/* committed */
	r = log_write(w->log, lines, b->n_lines, &w->e);
	free(lines);
	return r;
}

static void
begin_writing(struct journal *j)
{
	struct journal_writing *w = mem_new(sizeof(*w));
	int i;

	for (i = 0; i < 2; i++) {
		w->writes[i].work =
		    (struct lane_work){ write_lines, .arg = &w->writes[i] };
		w->writes[i].log = &j->log;
		journal_batch_init(
		    &w->writes[i].batch, &w->told, &j->log, j->home->slug);
	}
	j->writing = w;
}

/* Durable now: the index may know it. */
static void
finish(struct journal_writing *w, struct journal_write *one)
{
	if (!one->is_given)
		return;

	one->is_given = false;
	if (lane_wait(&w->disk, &one->work) == 0)
		told_commit(&w->told,
		    one->batch.first_seq + (int64_t)one->batch.n_lines - 1);
	else if (w->failure.status == STATUS_OK)
		w->failure = one->e;
}

static void
finish_all(struct journal_writing *w)
{
	finish(w, &w->writes[w->turn]);
	finish(w, &w->writes[!w->turn]);
}

/* Ours, with the index caught up. */
static int
hold_lock(struct journal *j, struct err *e)
{
	struct journal_writing *w = j->writing;

	if (w->lock.held != 0)
		return 0;
	if (lock_take(
		&w->lock, j->home->workspace, LOCK_NAME, LOCK_WAIT_MS, e) == -1)
		return -1;
	if (log_ready(&j->log, &w->next_seq, e) == -1)
		return -1;
	return told_refresh(&w->told, &j->log, w->next_seq, e);
}

static int
write_batch(struct journal *j, const struct event *ev, size_t n, struct pool *p,
    struct receipt *ret, struct err *e)
{
	struct journal_writing *w = j->writing;
	struct journal_write *one = &w->writes[w->turn];

	one->batch.first_seq = w->next_seq;
	if (journal_batch_take(&one->batch, ev, n, p, ret, e) == -1)
		return -1;
	w->next_seq += (int64_t)one->batch.n_lines;
	one->is_given = true;
	lane_give(&w->disk, &one->work);
	w->turn = !w->turn;
	finish(w, &w->writes[w->turn]);
	return 0;
}

static int
fail_if_failed(const struct journal_writing *w, struct err *e)
{
	if (w->failure.status == STATUS_OK)
		return 0;
	if (e != NULL)
		*e = w->failure;
	return -1;
}

int
journal_write(struct journal *j, const struct event *ev, size_t n,
    struct pool *p, struct receipt *ret, struct err *e)
{
	if (j->writing == NULL)
		begin_writing(j);
	if (fail_if_failed(j->writing, e) == -1)
		return -1;
	if (n == 0)
		finish_all(j->writing);
	else if (hold_lock(j, e) == -1 ||
	    write_batch(j, ev, n, p, ret, e) == -1)
		return -1;
	return fail_if_failed(j->writing, e);
}

int
journal_settle(struct journal *j, struct err *e)
{
	struct journal_writing *w = j->writing;

	if (w == NULL)
		return 0;
	finish_all(w);
	told_forget(&w->told, 0);
	told_save(&w->told);
	lock_drop(&w->lock);
	return fail_if_failed(w, e);
}

int
journal_append(struct journal *j, const struct event *ev, size_t n,
    struct pool *p, struct receipt *ret, struct err *e)
{
	int r = journal_write(j, ev, n, p, ret, e);

	return journal_settle(j, r == 0 ? e : NULL) == 0 ? r : -1;
}
