/* sgt-dispatch - what is known of a request before anything is made */

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/err.h"
#include "dispatch.h"
#include "store/home.h"
#include "store/origins.h"
#include "transport/consumer.h"

/* What it was taken as: the one line; or the task's name for people. */
void
dispatch_print(const struct order *o, const struct admission *a)
{
	struct buf out = { 0 };

	if (o->json) {
		admission_print_receipt(a, &out);
	} else {
		buf_span(&out, a->task);
		buf_byte(&out, '\n');
	}
	(void)fwrite(out.s, 1, out.len, stdout);
	buf_done(&out);
}

/* What a dispatch would work on: a line a repository. */
void
dispatch_show(const struct dispatch *d)
{
	size_t i;

	for (i = 0; i < d->n_repos; i++)
		printf("%s\t%s\t%s\n", d->repos[i]->name, d->sha[i],
		    d->repos[i]->path);
}

/* 1: it was taken before, and that is said. */
int
dispatch_judge(
    const struct dispatch *d, const struct admission *a, struct err *e)
{
	if (a->status == 0)
		return 0;
	if (!span_is(a->origin.profile, d->order->profile))
		return err_set(
		    e, STATUS_USAGE, "callback admission origin mismatch");
	if (a->status == ADMISSION_PENDING)
		return 0;
	dispatch_print(d->order, a);
	return 1;
}

static bool
has_fleet(void)
{
	char path[4096];
	struct stat st;

	return home_fleet_path(path, NULL) == -1 || lstat(path, &st) == 0 ||
	    errno != ENOENT;
}

int
dispatch_receipt(struct dispatch *d, struct err *e)
{
	struct admission_store s;
	int r;

	if (!has_origin(d->order) || !has_fleet())
		return 0;
	if (fleet_open(&d->fleet, e) == -1)
		return -1;
	r = admission_peek(
	    fleet_root(&d->fleet), span_of(d->order->correlation), &s, e);
	if (r != 0)
		return r == 1 ? 0 : -1;
	r = dispatch_judge(d, &s.now, e);
	admission_close(&s);
	return r;
}

/* Whose the correlation is, who would be told: before anything is made. */
int
dispatch_origin_ready(struct dispatch *d, struct err *e)
{
	struct admission_store s = { 0 };
	struct origin_record record;
	struct buf text = { 0 };
	char folder[4096];
	struct consumer c = { .folder = folder,
		.profile = span_of(d->order->profile) };
	int r;

	if (!has_origin(d->order))
		return 0;
	if (home_callbacks_path(folder, e) == -1 || consumer_check(&c, e) == -1)
		return -1;
	if (d->fleet.root_held == 0)
		return 0;
	r = origins_find(
	    &d->fleet, span_of(d->order->correlation), &text, &record, e);
	if (r == 0)
		r = admission_peek(fleet_root(&d->fleet),
		    span_of(d->order->correlation), &s, e);
	else if (r == 1)
		r = 2;
	if (r == 1 || (r == 0 && !span_equal(s.now.task, record.task)))
		r = err_set(e, STATUS_USAGE,
		    "correlation ID is already registered to another task");
	admission_close(&s);
	buf_done(&text);
	return r == -1 ? -1 : 0;
}
