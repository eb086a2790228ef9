/* sgt-dispatch - what git leaves out in a worktree: ours, and the user's list */

#include <fcntl.h>

#include "base/err.h"
#include "dispatch.h"
#include "store/home.h"
#include "workers.h"

/* the list that counts for all repositories of a user */
#define LIST_MAX 65536

/* The user's own list, which ours stands in for; one that is lost is only lost. */
static void
add_list(const struct worker *w, struct buf *out)
{
	const char *home = home_variable("HOME");
	struct buf path = { 0 };
	struct buf text = { 0 };

	if (git_excludes(w->repo->path, &path) == -1 && home != NULL)
		buf_format(&path, "%s/.config/git/ignore", home);
	if (path.len > 0 &&
	    fleet_read_text(AT_FDCWD, path.s, LIST_MAX, &text, NULL) == 0)
		buf_span(out, buf_as_span(&text));
	buf_done(&path);
	buf_done(&text);
}

int
worker_put_exclude(const struct worker *w, struct err *e)
{
	struct buf out = { 0 };
	int r;

	add_list(w, &out);
	/* last: nothing before takes it back */
	buf_text(&out, "\n/.sergeant-*\n");
	r = fleet_put(w->state_held - 1, "exclude", buf_as_span(&out), true, e);
	buf_done(&out);
	return r;
}
