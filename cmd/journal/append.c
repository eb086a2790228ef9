/* sgt-journal append - events in, receipts out */

#include "base/clock.h"
#include "base/lane.h"
#include "cli/events.h"
#include "cli/shown.h"
#include "run.h"
#include "store/telling.h"
#include "verbs.h"

static int64_t batch = INT64_MAX;

const struct opt append_opts[] = {
	OPT_INT(0, "batch", "N", &batch, 1, JSON_INT_MAX,
	    "commit after so many (all that one read brings)"),
	OPT_END,
};

/* One commit: what one read of stdin brings, or a part of it. */
struct part {
	struct lane_work work;
	bool is_given;
	struct journal *journal;
	struct telling telling;
	struct err e;
	/* what is to be said of a tail that was set aside */
	char torn[sizeof(((struct err *)0)->text)];
};

static int
commit(void *arg)
{
	struct part *p = arg;

	if (telling_commit(&p->telling, p->journal, &p->e) == -1)
		return -1;
	if (!log_torn_text(&p->journal->log, p->torn, sizeof(p->torn)))
		p->torn[0] = '\0';
	return 0;
}

static bool
fill(struct part *p, struct events *in, int64_t now_ms)
{
	struct event ev;
	struct err bad;
	int64_t n;

	telling_reset(&p->telling);
	for (n = 0; n < batch && events_next_in_batch(in, &ev); n++) {
		if (telling_add(&p->telling, &ev, now_ms, &bad) != 0)
			events_complain(in, &bad);
	}
	return n > 0;
}

/* Nothing is said of a commit before it is durable. */
static int
settle(struct part *p, struct lane *lane, struct shown *shown, struct err *e)
{
	size_t i;
	int r;

	if (!p->is_given)
		return 0;
	p->is_given = false;
	r = lane_wait(lane, &p->work);
	for (i = 0; i < p->telling.n_refused; i++)
		tool_warn(&p->telling.refused[i]);
	if (r == -1) {
		*e = p->e;
		return -1;
	}
	if (p->torn[0] != '\0')
		tool_warn_text(STATUS_OK, "%s", p->torn);
	shown_receipts(shown, p->telling.receipts, p->telling.n);
	return 0;
}

/* One read's parts: while one is committed the next is made ready. */
static int
take_read(struct part parts[2], struct lane *lane, struct events *in,
    struct shown *shown, struct err *e)
{
	int i = 0;
	int r = 0;

	while (r == 0 && fill(&parts[i], in, shown->now_ms)) {
		lane_give(lane, &parts[i].work);
		parts[i].is_given = true;
		i = !i;
		r = settle(&parts[i], lane, shown, e);
	}
	return r == 0 ? settle(&parts[!i], lane, shown, e) : -1;
}

static int
append(struct journal *j, char *files[], struct err *e)
{
	struct shown shown = { NULL, clock_now_ms() };
	struct part parts[2] = { 0 };
	struct lane lane = { 0 };
	struct events in;
	int n = 0;
	int r = 0;
	int i;

	for (i = 0; i < 2; i++) {
		parts[i].work = (struct lane_work){ commit, .arg = &parts[i] };
		parts[i].journal = j;
		parts[i].telling.home = j->home;
		parts[i].telling.as_given = true;
	}
	while (files[n] != NULL)
		n++;
	events_open(&in, n, files);
	while (r == 0 && events_batch(&in))
		r = take_read(parts, &lane, &in, &shown, e);
	lane_done(&lane);
	shown_end(&shown);
	for (i = 0; i < 2; i++)
		telling_done(&parts[i].telling);
	(void)events_close(&in);
	return r;
}

int
append_verb(int argc, char *argv[])
{
	(void)argc;
	return run(true, append, argv);
}
