/* sgt-dispatch - tasks of td's: made, and undone */

#include <stdio.h>

#include "base/err.h"
#include "dispatch.h"
#include "store/mutations.h"
#include "transport/command.h"
#include "undo.h"
#include "workers.h"

/* An external task a repository, named by what is opaque alone. */
int
worker_make_external(
    const struct dispatch *d, const struct worker *w, struct err *e)
{
	char title[300];
	const char *argv[] = { "td", "create", title, NULL };
	struct command c = { .argv = argv, .cwd = w->repo->path };
	struct mutation m = { .kind = MUTATION_EXTERNAL,
		.repo = span_of(w->repo->name) };

	if (d->order->td == NULL)
		return 0;
	(void)snprintf(title, sizeof(title), "sergeant %s %s for %s", d->task,
	    w->repo->name, d->order->td);
	m.name = span_of(title);
	if (mutations_add(dispatch_journal(d), &m, e) == -1)
		return -1;
	return command_do(&c, "make a task of td's", NULL, e);
}

/*
 * The id that a line of td's gives to the task it tells of; false where that is
 * none of ours, for a search may find more than was sought.
 */
static bool
take_id(const struct undo *u, struct span line, char ret[64])
{
	static const char plain[] = "0123456789abcdefghijklmnopqrstuvwxyz";
	const char *at = memmem(line.s, line.len, "td-", 3);

	if (at == NULL ||
	    memmem(line.s, line.len, u->d->task, strlen(u->d->task)) == NULL)
		return false;
	(void)snprintf(ret, 64, "td-%.*s", (int)strspn(at + 3, plain), at + 3);
	return true;
}

/* td's own search finds what may have been made; then each is deleted. */
int
undo_external(const struct undo *u, const struct mutation *m, struct err *e)
{
	char title[300], id[64];
	const struct repo *repo = undo_repo(u, m, e);
	const char *const search[] = { "td", "search", title, NULL };
	const char *const delete[] = { "td", "delete", id, NULL };
	struct command c = { .argv = search };
	struct buf out = { 0 };
	struct span rest, line;
	int r;

	if (repo == NULL)
		return -1;
	(void)snprintf(
	    title, sizeof(title), "%.*s", (int)m->name.len, m->name.s);
	c.cwd = repo->path;
	r = command_do(&c, "look for tasks of td's", &out, e);
	c.argv = delete;
	for (rest = buf_as_span(&out); r == 0 && rest.len > 0;) {
		line = rest;
		line.len = strcspn(rest.s, "\n");
		rest =
		    span_after(rest, line.len + (line.len < rest.len ? 1 : 0));
		if (take_id(u, line, id))
			r = command_do(&c, "delete a task of td's", NULL, e);
	}
	buf_done(&out);
	return r;
}
