#ifndef SGT_DISPATCH_SURROUNDINGS_H
#define SGT_DISPATCH_SURROUNDINGS_H

#include <stddef.h>

#include "base/pool.h"
#include "store/projects.h"

struct err;

/* The variables of a harness beside those that every child gets. */
#define MORE_MAX (HARNESS_ENV_MAX + 16)

struct surroundings {
	struct pool pool;
	const char *list[MORE_MAX + 1];
	size_t n;
};

/* value may be NULL: then nothing is added. */
void
surroundings_add(struct surroundings *s, const char *name, const char *value);
/* Those of the window, where things are, and the harness' own. */
void surroundings_of(struct surroundings *s, const struct harness *h);
/* What is ours in the worktree is not to be committed by `git add`. */
int surroundings_exclude(
    struct surroundings *s, const char *task, const char *repo, struct err *e);

#endif
