#include "transport/git.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "transport/command.h"

#define ARGV_MAX 16
#define REF_MAX 400
/* a checkout may be large */
#define TIMEOUT_MS 600000
/* how often to stumble, 20 ms longer each time */
#define ATTEMPTS 8
#define STEP_MS 20
/* of `git status`: "?? " and the like stand before each name */
#define STATUS_MARK 3

/* No prompt, no hook, no helper that might wait for somebody. */
static const char *const quiet[] = { "GIT_TERMINAL_PROMPT=0",
	"GIT_OPTIONAL_LOCKS=0", "GIT_ASKPASS=", "SSH_ASKPASS=", NULL };

/* git -C where ... ; -1, or its exit status. */
static int
run_once(
    const char *where, const char *const *words, struct buf *ret, struct err *e)
{
	const char *argv[ARGV_MAX] = { "git", "-C", where, "-c",
		"core.hooksPath=/dev/null" };
	struct command c = {
		.argv = argv, .env = quiet, .timeout_ms = TIMEOUT_MS
	};
	size_t n = 5;

	while (*words != NULL && n + 1 < ARGV_MAX)
		argv[n++] = *words++;
	argv[n] = NULL;
	return command_run(&c, ret, e);
}

/*
 * git stumbles over a worktree that another git is just making or removing
 * ("failed to read .git/worktrees/NAME/commondir").
 */
static bool
is_stumble(int r, const struct err *why)
{
	return r > 0 && strstr(why->text, "/worktrees/") != NULL;
}

static void
wait_a_little(int attempt)
{
	(void)clock_wait_until(clock_mono_ms() + STEP_MS * (attempt + 1));
}

/* For what may be done twice. */
static int
run(const char *where, const char *const *words, struct buf *ret, struct err *e)
{
	struct err why = { 0 };
	int attempt = 0;
	int r = run_once(where, words, ret, &why);

	while (is_stumble(r, &why) && attempt < ATTEMPTS) {
		wait_a_little(attempt++);
		r = run_once(where, words, ret, &why);
	}
	if (r != 0)
		(void)err_set(e, why.status, "%s", why.text);
	return r;
}

static int
take_sha(const struct buf *out, char ret[GIT_SHA_MAX])
{
	if (out->len != 40 && out->len != 64)
		return -1;
	memcpy(ret, out->s, out->len + 1);
	return 0;
}

static int
resolve(const char *repo, const char *ref, char ret[GIT_SHA_MAX], struct err *e)
{
	const char *const words[] = { "rev-parse", "--quiet", "--verify",
		"--end-of-options", ref, NULL };
	struct buf out = { 0 };
	int r = run(repo, words, &out, e);

	if (r == 0 && take_sha(&out, ret) == -1)
		r = 1;
	buf_done(&out);
	return r;
}

int
git_head(const char *repo, char ret[GIT_SHA_MAX], struct err *e)
{
	int r = resolve(repo, "HEAD^{commit}", ret, e);

	if (r > 0)
		return err_set(e, STATUS_CONFIG,
		    "'%s' is no git repository with a commit", repo);
	return r;
}

int
git_branch(
    const char *repo, const char *branch, char ret[GIT_SHA_MAX], struct err *e)
{
	char ref[REF_MAX];
	int r;

	(void)snprintf(ref, sizeof(ref), "refs/heads/%s", branch);
	r = resolve(repo, ref, ret, e);
	return r > 0 ? 1 : r;
}

int
git_excludes(const char *repo, struct buf *ret_path)
{
	const char *const words[] = { "config", "--type=path", "--get",
		"core.excludesFile", NULL };

	if (run(repo, words, ret_path, NULL) == 0 && ret_path->len > 0)
		return 0;
	buf_reset(ret_path);
	return -1;
}

/* Records of `status -z`: "XY name" NUL; of a rename the old name follows. */
static bool
is_only_ours(const struct buf *out)
{
	static const char ours[] = ".sergeant-";
	size_t at, len;

	for (at = 0; at < out->len; at += len + 1) {
		len = strlen(out->s + at);
		if (strncmp(out->s + at, "?? ", STATUS_MARK) != 0 ||
		    strncmp(
			out->s + at + STATUS_MARK, ours, sizeof(ours) - 1) != 0)
			return false;
	}
	return true;
}

int
git_is_clean(const char *path, bool *ret, struct err *e)
{
	const char *const words[] = { "status", "--porcelain", "-z",
		"--untracked-files=all", NULL };
	struct buf out = { 0 };
	int r = run(path, words, &out, e);

	if (r > 0)
		r = err_set(e, STATUS_IO,
		    "cannot look at '%s': git status failed", path);
	if (r == 0)
		*ret = is_only_ours(&out);
	buf_done(&out);
	return r;
}

/* 0: git knows it no more. */
static int
drop(const struct git_tree *t, struct err *e)
{
	/* twice: also where it is locked, as one half made is */
	const char *const words[] = { "worktree", "remove", "--force",
		"--force", "--", t->path, NULL };

	return run(t->repo, words, NULL, e);
}

static int
is_listed(const struct git_tree *t, struct err *e)
{
	const char *const words[] = { "worktree", "list", "--porcelain", NULL };
	struct buf out = { 0 };
	struct buf line = { 0 };
	int r = run(t->repo, words, &out, e);

	buf_format(&line, "worktree %s\n", t->path);
	if (r == 0)
		r = memmem(out.s, out.len, line.s, line.len) != NULL;
	else if (r > 0)
		r = err_set(
		    e, STATUS_IO, "cannot list worktrees of '%s'", t->repo);
	buf_done(&out);
	buf_done(&line);
	return r;
}

int
git_remove(const struct git_tree *t, struct err *e)
{
	int r = drop(t, e);

	if (r > 0 && access(t->path, F_OK) == -1 && errno == ENOENT)
		r = is_listed(t, e);
	return r > 0 ? 1 : r;
}

static int
keep(const struct git_tree *t, const char *sha, struct err *e)
{
	char ref[REF_MAX];
	const char *const words[] = { "update-ref", ref, sha, NULL };
	int r;

	(void)snprintf(ref, sizeof(ref), "refs/sergeant/%s/%s", t->branch, sha);
	r = run(t->repo, words, NULL, e);
	return r > 0 ? err_set(e, STATUS_IO, "cannot keep '%s'", ref) : r;
}

int
git_forget(const struct git_tree *t, const char *sha, struct err *e)
{
	char ref[REF_MAX];
	char now[GIT_SHA_MAX];
	const char *const words[] = { "update-ref", "-d", ref, now, NULL };
	int r = git_branch(t->repo, t->branch, now, e);

	if (r != 0)
		return r == 1 ? 0 : -1;
	if (strcmp(now, sha) != 0 && keep(t, now, e) == -1)
		return -1;
	(void)snprintf(ref, sizeof(ref), "refs/heads/%s", t->branch);
	r = run(t->repo, words, NULL, e);
	return r > 0 ?
	    err_set(e, STATUS_IO, "cannot remove branch '%s'", t->branch) :
	    r;
}

int
git_add(const struct git_tree *t, const char *sha, struct err *e)
{
	const char *const words[] = { "worktree", "add", "--quiet", "-b",
		t->branch, "--", t->path, sha, NULL };
	struct err why = { 0 };
	int attempt = 0;
	int r = run_once(t->repo, words, NULL, &why);

	/* what it had made when it stumbled is in its way */
	while (is_stumble(r, &why) && attempt < ATTEMPTS &&
	    git_remove(t, NULL) == 0 && git_forget(t, sha, NULL) == 0) {
		wait_a_little(attempt++);
		r = run_once(t->repo, words, NULL, &why);
	}
	if (r == 0)
		return 0;
	return err_set(e, why.status, "cannot make a worktree of '%s': %s",
	    t->repo, why.text);
}
