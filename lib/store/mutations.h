#ifndef SGT_STORE_MUTATIONS_H
#define SGT_STORE_MUTATIONS_H

#include <stddef.h>

#include "base/buf.h"
#include "base/pool.h"
#include "base/text.h"

struct err;

/*
 * What a dispatch is about to make outside: one line each, durable before it is
 * made, so that whoever comes after a death knows all there may be to undo.
 * spec/callback.md 2: seven fields with tabs between, "-" for none.
 */
enum mutation_kind {
	/* the task's folder in the fleet */
	MUTATION_TASK = 1,
	/* an external task of that title */
	MUTATION_EXTERNAL,
	/* a worktree and its branch, which begins at sha */
	MUTATION_GIT,
	/* a window of that name */
	MUTATION_PANE
};

struct mutation {
	enum mutation_kind kind;
	struct span repo;
	struct span worktree;
	struct span branch;
	struct span sha;
	/* the repository's folder of state in the fleet */
	struct span state;
	/* the title, or the window's name */
	struct span name;
};

#define MUTATIONS_FILE "mutations"
#define MUTATIONS_MAX (256 * 1024)

struct mutations {
	struct mutation *list;
	size_t n;
	struct buf text;
	struct pool pool;
};

/*
 * Append one, durably: fdatasync of the file, fsync of the folder.  A torn last
 * line of one who died is cut first: what it told of was never begun.
 */
int mutations_add(int dir, const struct mutation *m, struct err *e);

/* All of them, oldest first; none where there is no file. */
int mutations_load(int dir, struct mutations *ret, struct err *e);
void mutations_done(struct mutations *m);

/* All is undone. */
int mutations_clear(int dir, struct err *e);

#endif
