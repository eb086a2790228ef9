/* sgt-callback sync - make events of what a task's workers say */

#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "courier.h"
#include "profile.h"
#include "run.h"
#include "store/worker.h"
#include "verbs.h"

static struct callback_rules rules;

/* One repository's; what is wrong with it stops nothing but itself. */
static void
enqueue_report(struct callbacks *c, int task, const char *repository)
{
	struct worker_report report;
	int64_t generation;
	struct err e = { 0 };
	int r = worker_read(task, c->task, repository, &report, &e);

	if (r == 0)
		r = callbacks_enqueue(c, report.type, span_of(report.source),
		    report.payload, clock_now_ms(), &generation, &e);
	else if (r == 1)
		r = 2;
	if (r == -1)
		tool_warn_text(e.status, "%s: %s", repository, e.text);
	if (r == 0 && report.rule != PAYLOAD_GOOD)
		tool_warn_text(STATUS_OK,
		    "%s: %s: withheld, a substitute was made", repository,
		    payload_rule_text(report.rule));
	worker_report_done(&report);
}

static int
sync_repositories(struct callbacks *c, const struct fleet *f, struct err *e)
{
	int task = fleet_task(f, span_of(c->task), e);
	char **names;
	size_t n;
	size_t i;
	int r;

	if (task == -1)
		return -1;
	r = fleet_names(task, &names, &n, e);
	for (i = 0; r == 0 && i < n; i++)
		enqueue_report(c, task, names[i]);
	if (r == 0)
		free(names);
	(void)close(task);
	return r;
}

/* One bounded try of what is due; another's is not waited for. */
static void
try_one(const char *task, const struct fleet *f)
{
	struct delivery d = { .task = task,
		.left = 1,
		.walk = { .rules = &rules, .say = tool_warn } };

	courier_run(&d, 1, f);
	delivery_done(&d);
	profile_done();
}

int
sync_verb(int argc, char *argv[])
{
	static const char *const names[] = { "TASK", NULL };
	struct callbacks c = { 0 };
	struct fleet f = { 0 };
	struct err e = { 0 };
	int r;

	want_operands(argc, argv, names);
	open_rules(&rules);
	open_fleet(&f);
	r = callbacks_open(&f, span_of(argv[0]), &c, &e);
	if (r == 0)
		r = sync_repositories(&c, &f, &e);
	if (r == -1)
		tool_warn(&e);
	if (c.dir_held != 0) {
		callbacks_close(&c);
		try_one(argv[0], &f);
	}
	fleet_close(&f);
	return STATUS_OK;
}
