/*
 * Views on disk: after every random history of tellings, readings, losses and
 * snapshots the view is the fold of the journal.
 */

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/pool.h"
#include "disk/file.h"
#include "engine/fold.h"
#include "store/inboxes.h"
#include "store/journal.h"

#define HISTORIES 12
#define STEPS 60
#define NOW_MS INT64_C(1796050000000)

static uint64_t state;
static struct pool pool;
static const struct policy policy = { .messages_max = 5 };
static const char *const parties[] = { "human:ann", "human:bob", "session:s1" };

static int
pick(int n)
{
	state = state * 6364136223846793005U + 1442695040888963407U;
	return (int)((state >> 33) % (uint64_t)n);
}

static struct event
make_event(int step)
{
	static const char *const phases[] = { "began", "still", "ended",
		"once" };
	struct buf b = { 0 };
	struct event ev = { 0 };
	struct json j;
	struct span line;
	int phase = pick(4);

	buf_format(&b,
	    "{\"specversion\":\"1.0\",\"source\":\"//t\",\"type\":"
	    "\"x.y\",\"id\":\"e%d\",\"subject\":\"a:%d\"",
	    step, pick(8));
	buf_format(&b, ",\"phase\":\"%s\",\"priority\":\"%s\"", phases[phase],
	    pick(3) == 0 ? "info" : "attention");
	if (phase == 1 || phase == 2)
		buf_format(&b, ",\"episode\":\"e%d\"", pick(step + 1));
	json_member_stamp(&b, "time", NOW_MS + step * 7000);
	buf_format(&b, ",\"recipients\":[\"%s\"", parties[pick(3)]);
	if (pick(3) == 0)
		buf_format(&b, ",\"human:cyd%d\"", pick(3));
	buf_text(&b, "]}");
	line = pool_copy(&pool, buf_as_span(&b));
	buf_done(&b);
	OK(json_scan(line.s, line.len, &j, NULL) == 0 &&
	    event_parse(&j, &pool, &ev, NULL) == 0);
	return ev;
}

static void
tell(const struct home *h, int step)
{
	struct journal j;
	struct receipt r[3];
	struct event ev[3];
	int i, n = 1 + pick(3);

	for (i = 0; i < n; i++)
		ev[i] = make_event(step * 3 + i);
	if (!OK(journal_open(h, true, &j, NULL) == 0))
		return;
	OK(journal_append(&j, ev, (size_t)n, &pool, r, NULL) == 0);
	journal_close(&j);
}

static int64_t
now_of(int step)
{
	return NOW_MS + (int64_t)step * 3 * 7000 + 21000;
}

static struct span
view(const struct home *h, const char *party, int step)
{
	struct inbox_reader r = { h, span_of(party), &policy, NULL };
	struct inbox in;
	struct buf b = { 0 };
	struct err e = { 0 };
	struct span ret = { NULL, 0 };

	if (!OK(inboxes_read(&r, now_of(step), &in, &e) == 0)) {
		printf("# %s\n", e.text);
		return ret;
	}
	/* a fold of nothing new leaves seq where it was */
	in.seq = 0;
	inbox_print(&in, &b);
	ret = pool_copy(&pool, buf_as_span(&b));
	buf_done(&b);
	inbox_done(&in);
	return ret;
}

/* The journal alone, without a file of ours. */
static struct span
whole(const struct home *h, const char *party, int step)
{
	struct inbox in;
	struct journal j;
	struct event ev;
	struct effect effect;
	struct journal_line l = { &ev, 0 };
	struct buf b = { 0 };
	struct pool p = { 0 };
	struct span ret;

	OK(inbox_start(&in, span_of(party)));
	OK(journal_open(h, false, &j, NULL) == 0);
	OK(log_seek(&j.log, 1, NULL) == 0);
	while (journal_next(&j, &p, &ev, NULL) == 1) {
		l.seq = ev.seq;
		fold(&in, &l, &policy, now_of(step), &effect);
		pool_reset(&p);
	}
	in.seq = 0;
	inbox_print(&in, &b);
	ret = pool_copy(&pool, buf_as_span(&b));
	buf_done(&b);
	inbox_done(&in);
	journal_close(&j);
	pool_done(&p);
	return ret;
}

static void
ack_some(const struct home *h, const char *party, int step)
{
	struct inbox_reader r = { h, span_of(party), &policy, NULL };
	struct inbox in;
	struct buf line = { 0 };
	struct inbox_ack ack = { .in = &in, .through = pick(step * 3 + 3) };

	if (!OK(inboxes_read(&r, now_of(step), &in, NULL) == 0))
		return;
	OK(inboxes_ack(h, &ack, now_of(step), &line, NULL) == 0);
	buf_done(&line);
	inbox_done(&in);
}

/* What a power cut, a careless hand or another version may do to views. */
static void
lose(const struct home *h, const char *party)
{
	static const char *const texts[] = { "", "{\"version\":1,\"par",
		"{\"version\":9}\n" };
	int dir = home_dir(h, "inbox", NULL);
	char name[128];

	(void)snprintf(
	    name, sizeof(name), "%s.json", pick(4) == 0 ? "cursor" : party);
	if (pick(2) == 0)
		(void)unlinkat(dir, name, 0);
	else
		OK(file_replace(
		       dir, name, span_of(texts[pick(3)]), false, NULL) == 0);
	(void)close(dir);
}

static void
step_once(const struct home *h, int step)
{
	const char *party = parties[pick(3)];
	int64_t seq;

	switch (pick(9)) {
	case 0:
	case 1:
	case 2:
	case 3:
		tell(h, step);
		break;
	case 4:
		ack_some(h, party, step);
		break;
	case 5:
		lose(h, party);
		break;
	case 6:
		OK(inboxes_snapshot(h, &policy, now_of(step), &seq, NULL) == 0);
		break;
	default:
		(void)view(h, party, step);
	}
}

static bool
make_home(struct home *h)
{
	struct err e = { 0 };

	(void)setenv("SERGEANT_HOME", unit_folder(), 1);
	return OK(home_open(h, &e) == 0);
}

static void
history(int i)
{
	struct home h;
	size_t k;
	int step;

	state = (uint64_t)i * 7919 + 5;
	pool_reset(&pool);
	if (!make_home(&h))
		return;
	for (step = 0; step < STEPS; step++)
		step_once(&h, step);
	for (k = 0; k < 3; k++)
		SAME_TEXT(view(&h, parties[k], STEPS),
		    whole(&h, parties[k], STEPS).s);
	home_close(&h);
}

static int
save_all(void *arg, int64_t seq, struct err *e)
{
	return inboxes_save(arg, seq, e);
}

static void
survives_rotation(void)
{
	struct home h;
	struct inboxes_saving saving = { &h, &policy, now_of(STEPS) };
	struct journal j;
	struct span before[3];
	int64_t first = 0, seq;
	size_t k;
	int step;

	unit_case("unread messages outlive the lines that brought them");
	state = 99;
	pool_reset(&pool);
	if (!make_home(&h))
		return;
	for (step = 0; step < 20; step++)
		tell(&h, step);
	for (k = 0; k < 3; k++)
		before[k] = view(&h, parties[k], STEPS);

	/* another segment, so that the first may go */
	OK(journal_open(&h, true, &j, NULL) == 0);
	OK(log_begin_segment(&j.log, NULL, 0, &seq, NULL) == 0);
	journal_close(&j);
	OK(journal_open(&h, true, &j, NULL) == 0);
	OK(journal_rotate(
	       &j, INT64_MAX, INT64_MAX / 2, save_all, &saving, NULL) == 0);
	OK(log_bounds(&j.log, &first, &seq, NULL) == 0);
	journal_close(&j);
	OK(first > 1);
	for (k = 0; k < 3; k++) {
		SAME_TEXT(view(&h, parties[k], STEPS), before[k].s);
		lose(&h, parties[k]);
		SAME_TEXT(view(&h, parties[k], STEPS), before[k].s);
	}
	tell(&h, STEPS);
	lose(&h, parties[0]);
	OK(view(&h, parties[0], STEPS).s != NULL);
	home_close(&h);
}

int
main(void)
{
	int i;

	unit_case("%d histories: the view is the fold", HISTORIES);
	for (i = 0; i < HISTORIES; i++)
		history(i);
	survives_rotation();
	pool_done(&pool);
	return unit_end();
}
