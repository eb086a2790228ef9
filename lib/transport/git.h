#ifndef SGT_TRANSPORT_GIT_H
#define SGT_TRANSPORT_GIT_H

#include <stdbool.h>

struct buf;
struct err;

/*
 * Worktrees of a git repository, by git itself; no hook of the repository runs.
 * repo and path are absolute.
 */
struct git_tree {
	const char *repo;
	const char *path;
	/* refs/heads/<branch> */
	const char *branch;
};

/* SHA-1 or SHA-256 */
#define GIT_SHA_MAX 65

/* What HEAD of repo (or of a worktree) is; 78 where it is no repository. */
int git_head(const char *repo, char ret[GIT_SHA_MAX], struct err *e);
/* refs/heads/<branch>: 1 where there is none. */
int git_branch(
    const char *repo, const char *branch, char ret[GIT_SHA_MAX], struct err *e);

/* The user's own core.excludesFile; -1 where none is set. */
int git_excludes(const char *repo, struct buf *ret_path);

/* A new worktree on a new branch that begins at sha. */
int git_add(const struct git_tree *t, const char *sha, struct err *e);

/*
 * Is all that is in it committed?  What begins with .sergeant- in its top
 * folder is ours and does not count.
 */
int git_is_clean(const char *path, bool *ret, struct err *e);

/*
 * Take the worktree away; what is not there is no error.  The branch stays.  1
 * where git does not take what stands there for a worktree (half made by one
 * that died): remove the folder, then again.
 */
int git_remove(const struct git_tree *t, struct err *e);

/*
 * Take the branch away if nothing was committed to it since sha; what was is
 * kept reachable as refs/sergeant/<branch>/<commit>.
 */
int git_forget(const struct git_tree *t, const char *sha, struct err *e);

#endif
