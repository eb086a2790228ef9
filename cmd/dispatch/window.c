/* sgt-dispatch - the window of a worker */

#include <stdio.h>
#include <unistd.h>

#include "base/err.h"
#include "dispatch.h"
#include "store/home.h"
#include "store/mutations.h"
#include "workers.h"

int
worker_put(int dir, const char *name, const char *text, struct err *e)
{
	struct buf b = { 0 };
	int r;

	buf_format(&b, "%s\n", text);
	r = fleet_put(dir, name, buf_as_span(&b), true, e);
	buf_done(&b);
	return r;
}

/* The path of the program that runs, for the window's own first step. */
static int
own_path(char ret[4096], struct err *e)
{
	static const char deleted[] = " (deleted)";
	const ssize_t tail = sizeof(deleted) - 1;
	ssize_t n = readlink("/proc/self/exe", ret, 4095);

	if (n <= 0)
		return err_sys(e, "cannot read '/proc/self/exe'");
	ret[n] = '\0';
	/* replaced meanwhile, by a newer one */
	if (access(ret, X_OK) == -1 && n > tail &&
	    strcmp(ret + n - tail, deleted) == 0)
		ret[n - tail] = '\0';
	return 0;
}

int
worker_open_window(const struct dispatch *d, struct worker *w, struct err *e)
{
	char exe[4096], where[4096], window[300], fleet[4200], config[4200],
	    callbacks[4200];
	const char *const env[] = { fleet, config, callbacks, NULL };
	const char *const argv[] = { exe, "--worker", "--harness",
		d->order->harness, d->task, w->repo->name, NULL };
	struct pane_order o = { window, w->path, env, argv };
	struct mutation m = { .kind = MUTATION_PANE,
		.repo = span_of(w->repo->name),
		.worktree = span_of(w->path),
		.state = span_of(w->repo->name) };
	struct buf text = { 0 };
	int r;

	if (own_path(exe, e) == -1)
		return -1;
	(void)snprintf(window, sizeof(window), "%s/%s", d->task, w->repo->name);
	(void)snprintf(
	    fleet, sizeof(fleet), "SERGEANT_FLEET=%s", d->fleet.path);
	(void)snprintf(config, sizeof(config), "SERGEANT_CONFIG=%s", d->config);
	if (home_callbacks_path(where, e) == -1)
		return -1;
	(void)snprintf(
	    callbacks, sizeof(callbacks), "SERGEANT_CALLBACKS=%s", where);
	m.name = span_of(window);
	if (mutations_add(dispatch_journal(d), &m, e) == -1 ||
	    panes_open(&d->panes, &o, &w->pane, e) == -1)
		return -1;
	/* the worker waits for this, and runs nothing without it */
	pane_print(&w->pane, "sgt-dispatch", &text);
	r = worker_put(w->state_held - 1, "pane", w->pane.id, e);
	if (r == 0)
		r = fleet_put(w->state_held - 1, "pane_identity",
		    buf_as_span(&text), true, e);
	buf_done(&text);
	return r;
}
