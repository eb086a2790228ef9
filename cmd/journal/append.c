/* sgt-journal append - events in, receipts out */

#include "base/clock.h"
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

/* One commit: what one read of stdin brings, or a part of it.  0: nothing. */
static int
append_batch(struct telling *t, struct events *in, struct journal *j,
    struct shown *shown, struct err *e)
{
	struct event ev;
	struct err bad;
	int64_t n;

	telling_reset(t);
	for (n = 0; n < batch && events_next_in_batch(in, &ev); n++) {
		if (telling_add(t, &ev, shown->now_ms, &bad) != 0)
			events_complain(in, &bad);
	}
	if (n == 0)
		return 0;
	if (telling_commit(t, j, tool_warn, e) == -1)
		return -1;
	if (log_torn_text(&j->log, bad.text, sizeof(bad.text)))
		tool_warn_text(STATUS_OK, "%s", bad.text);
	shown_receipts(shown, t->receipts, t->n);
	return 1;
}

static int
append(struct journal *j, char *files[], struct err *e)
{
	struct telling t = { .home = j->home, .as_given = true };
	struct shown shown = { NULL, clock_now_ms() };
	struct events in;
	int n = 0;
	int r = 0;

	while (files[n] != NULL)
		n++;
	events_open(&in, n, files);
	while (r != -1 && events_batch(&in)) {
		do {
			r = append_batch(&t, &in, j, &shown, e);
		} while (r == 1);
	}
	shown_end(&shown);
	telling_done(&t);
	(void)events_close(&in);
	return r;
}

int
append_verb(int argc, char *argv[])
{
	(void)argc;
	return run(true, append, argv);
}
