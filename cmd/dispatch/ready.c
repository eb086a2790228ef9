/* sgt-dispatch - all that is looked at before anything is made */

#include <errno.h>
#include <unistd.h>

#include "base/err.h"
#include "dispatch.h"
#include "transport/command.h"
#include "workers.h"

static int
take_repo(struct dispatch *d, struct span name, struct err *e)
{
	const struct repo *r = project_repo(&d->project, name);
	size_t i;

	if (r == NULL)
		return err_set(e, STATUS_CONFIG,
		    "project '%s' has no repository '%.*s'", d->order->project,
		    (int)(name.len > 100 ? 100 : name.len), name.s);
	for (i = 0; i < d->n_repos; i++) {
		if (d->repos[i] == r)
			return 0;
	}
	if (git_head(r->path, d->sha[d->n_repos], e) == -1)
		return -1;
	d->repos[d->n_repos++] = r;
	return 0;
}

static int
take_repos(struct dispatch *d, struct err *e)
{
	struct span rest = span_of(d->order->repos);
	struct span name;
	const char *comma;
	size_t i;

	if (rest.s == NULL) {
		for (i = 0; i < d->project.n; i++) {
			name = span_of(d->project.repos[i].name);
			if (take_repo(d, name, e) == -1)
				return -1;
		}
		return 0;
	}
	do {
		comma = memchr(rest.s, ',', rest.len);
		name = rest;
		if (comma != NULL)
			name.len = (size_t)(comma - rest.s);
		rest = span_after(rest, name.len + (comma != NULL));
		if (take_repo(d, name, e) == -1)
			return -1;
	} while (comma != NULL);
	return 0;
}

/* Read once to see that it can be; the worker reads it again. */
static int
check_harness(const struct dispatch *d, struct err *e)
{
	struct harness h;
	int r = harness_load(d->config, d->order->harness, &h, e);

	if (r == -1)
		return -1;
	if (access(h.argv[0], X_OK) == -1)
		r = err_set(e, STATUS_CONFIG, "harness '%s': '%s': %s",
		    d->order->harness, h.argv[0], strerror(errno));
	harness_done(&h);
	return r;
}

static int
check_td(const struct dispatch *d, struct err *e)
{
	const char *argv[] = { "td", "show", d->order->td, NULL };
	struct command c = { .argv = argv, .cwd = d->repos[0]->path };
	int r;

	if (d->order->td == NULL)
		return 0;
	r = command_run(&c, NULL, e);
	if (r > 0)
		return err_set(e, STATUS_CONFIG, "td has no task '%s' in '%s'",
		    d->order->td, d->repos[0]->path);
	return r;
}

int
dispatch_ready(struct dispatch *d, struct err *e)
{
	if (dispatch_settings(d, e) == -1 ||
	    project_load(d->config, d->order->project, &d->project, e) == -1 ||
	    take_repos(d, e) == -1 || check_harness(d, e) == -1 ||
	    panes_check(&d->panes, e) == -1 || check_td(d, e) == -1 ||
	    dispatch_origin_ready(d, e) == -1)
		return -1;
	return 0;
}

void
dispatch_done(struct dispatch *d)
{
	workers_done(d);
	if (d->task_held != 0)
		(void)close(d->task_held - 1);
	d->task_held = 0;
	project_done(&d->project);
	buf_done(&d->brief);
	fleet_close(&d->fleet);
	/* the locks go last */
	lock_drop(&d->lock);
	admission_close(&d->admission);
}
