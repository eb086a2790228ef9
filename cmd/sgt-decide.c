/* sgt-decide - conclude from observations and events what is worth saying */

#include <stdbool.h>

#include "base/clock.h"
#include "cli/events.h"
#include "cli/facts.h"
#include "cli/tool.h"
#include "disk/lock.h"
#include "store/decisions.h"
#include "store/drop.h"

/* DESIGN.md 7: a run that begins with more takes nothing new */
#define OPEN_MAX 1000

static bool dry_run;
static bool explain;
static const char *drop;

static const struct opt opts[] = {
	OPT_FLAG('n', "dry-run", &dry_run, "decide, but write nothing"),
	OPT_FLAG('e', "explain", &explain, "print quiet verdicts too, and why"),
	OPT_TEXT(0, "drop", "ID", &drop, "have an open verdict told to nobody"),
	OPT_END,
};

static const struct tool tool = {
	.name = "sgt-decide",
	.brief = "conclude from observations what is worth saying",
	.synopsis = "[-en] [--drop ID] [FILE...]",
	.opts = opts,
	.commits = true,
};

static int
begin(struct decisions *d, struct lock *lock, struct err *e)
{
	if (decisions_begin(d, clock_now_ms(), e) == -1)
		return -1;
	if (!dry_run &&
	    lock_take(lock, d->home->workspace, "decide", LOCK_WAIT_MS, e) ==
		-1)
		return -1;
	return decisions_refresh(d, !dry_run, e);
}

/* Outside the lock: what was found wrong, then what was concluded. */
static void
print(struct decisions *d)
{
	struct err e;

	while (decisions_soft(d, &e))
		tool_warn(&e);
	if (d->out.len > 0)
		event_emit_text((struct span){ d->out.s, d->out.len - 1 });
	events_flush();
}

/* Every run begins with what was concluded and is not known to be told. */
static int
repeat_open(struct decisions *d, struct err *e)
{
	struct lock lock = { 0 };
	int ret = -1;

	if (begin(d, &lock, e) == 0 && decisions_commit(d, e) == 0)
		ret = decisions_repeat(d, e);
	lock_drop(&lock);
	if (ret == 0)
		print(d);
	if (ret == 0 && states_open_count(d->states) > OPEN_MAX)
		ret = err_set(e, STATUS_TEMPORARY, "too many open verdicts");
	return ret;
}

static int
judge(struct decisions *d, const struct facts *facts, struct err *e)
{
	bool hinted = false;
	size_t i;

	for (i = 0; i < facts->n; i++) {
		if (facts->list[i].is_hint)
			hinted |= decisions_hint(d, &facts->list[i].ev);
	}
	if (hinted && !dry_run && decisions_save_rows(d, e) == -1)
		return -1;
	for (i = 0; i < facts->n; i++) {
		if (decisions_judge(
			d, &facts->list[i].ev, facts->list[i].o, e) == -1)
			return -1;
	}
	return decisions_ways(d, e);
}

static int
batch(struct decisions *d, const struct facts *facts, struct err *e)
{
	struct lock lock = { 0 };
	int ret = -1;

	if (begin(d, &lock, e) == 0 && judge(d, facts, e) == 0)
		ret = dry_run ? 0 : decisions_commit(d, e);
	lock_drop(&lock);
	if (ret == 0)
		print(d);
	return ret;
}

static int
decide_all(struct decisions *d, int n_files, char *files[], struct err *e)
{
	struct events in;
	struct facts facts = { 0 };
	int ret = dry_run ? 0 : repeat_open(d, e);

	events_open(&in, n_files, files);
	while (ret == 0 && facts_next(&facts, &in))
		ret = batch(d, &facts, e);
	facts_done(&facts);
	tool_note((enum status)events_close(&in));
	return ret;
}

int
main(int argc, char *argv[])
{
	struct home home;
	struct decisions d;
	struct err e = { 0 };
	int r;

	tool_start(&tool, &argc, &argv);
	if (drop != NULL && (dry_run || argc > 0))
		tool_usage("--drop takes neither --dry-run nor a FILE");
	if (home_open(&home, &e) == -1 ||
	    decisions_open(&home, !dry_run, &d, &e) == -1)
		tool_die(&e);
	d.explain = explain;
	r = drop != NULL ? drop_verdict(&d, span_of(drop), &e) :
			   decide_all(&d, argc, argv, &e);
	if (r == 0 && !dry_run)
		r = decisions_finish(&d, &e);
	if (r == -1)
		tool_warn(&e);
	decisions_close(&d);
	home_close(&home);
	return tool_end(STATUS_OK);
}
