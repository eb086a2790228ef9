/* worker - what the worker in a repository says of itself */

#include "store/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/hash.h"
#include "model/task.h"
#include "store/fleet.h"

#define PATH_TEXT_MAX 4096
#define GATE_MAX 32

const char *
worker_file_name(enum worker_file f, enum worker_place p)
{
	static const char *const names[WORKER_FILES][2] = {
		[WORKER_MESSAGE] = { ".sergeant-message", "message" },
		[WORKER_RESULT] = { ".sergeant-result", "result" },
		[WORKER_GATE] = { ".sergeant-gate-generation",
		    "gate_generation" },
		[WORKER_STATUS] = { ".sergeant-status", "status" },
	};

	return names[f][p];
}

static int
check_folder(int fd, const char *what, struct err *e)
{
	struct stat st;

	if (fstat(fd, &st) == 0 && st.st_uid == geteuid())
		return fd;
	(void)close(fd);
	return err_set(
	    e, STATUS_TRUST, "its %s belongs to somebody else", what);
}

static int
open_repository(int task, const char *name, struct err *e)
{
	int fd =
	    openat(task, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd == -1)
		return err_sys(e, "cannot open its folder");
	return check_folder(fd, "folder", e);
}

#define GONE (-2)

/* The worktree that the repository's folder names; GONE where there is none. */
static int
open_worktree(int repository, struct err *e)
{
	struct buf text = { 0 };
	struct buf path = { 0 };
	int r =
	    fleet_read_text(repository, "worktree", PATH_TEXT_MAX, &text, e);
	int fd = -1;

	buf_span(&path, task_strip(buf_as_span(&text)));
	buf_done(&text);
	if (r == 1 || (r == 0 && path.len == 0)) {
		buf_done(&path);
		return GONE;
	}
	if (r == 0 && (path.s[0] != '/' || strlen(path.s) != path.len))
		r = err_set(
		    e, STATUS_TRUST, "its worktree is no absolute path");
	if (r == 0) {
		fd = open(
		    path.s, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (fd != -1)
			fd = check_folder(fd, "worktree", e);
		else if (errno == ENOENT)
			fd = GONE;
		else if (errno == ELOOP || errno == ENOTDIR)
			(void)err_set(
			    e, STATUS_TRUST, "its worktree is no real folder");
		else
			(void)err_sys(e, "cannot open its worktree");
	}
	buf_done(&path);
	return fd;
}

/* In the fleet's folder it may have either name. */
static int
read_gate(int dir, enum worker_place p, struct buf *text, struct err *e)
{
	struct span s;
	size_t i;
	int r =
	    fleet_read_text(dir, worker_file_name(WORKER_GATE, WORKER_IN_TREE),
		GATE_MAX + 2, text, e);

	if (r == 1 && p == WORKER_IN_FLEET)
		r = fleet_read_text(dir, worker_file_name(WORKER_GATE, p),
		    GATE_MAX + 2, text, e);
	if (r == -1)
		return -1;
	s = r == 1 ? span_of("0") : task_strip(buf_as_span(text));
	for (i = 0; i < s.len && s.s[i] >= '0' && s.s[i] <= '9'; i++)
		;
	if (i == 0 || i < s.len || s.len > GATE_MAX)
		return err_set(
		    e, STATUS_DATA, "its gate generation is no number");
	/* as it is written: 1 and 01 differ */
	if (r == 1 || s.len < text->len) {
		struct buf copy = { 0 };

		buf_span(&copy, s);
		buf_reset(text);
		buf_span(text, buf_as_span(&copy));
		buf_done(&copy);
	}
	return 0;
}

/* Repository, class and gate generation; of an end only the first two. */
static int
name_source(int dir, enum worker_place p, const char *repository,
    struct worker_report *r, struct err *e)
{
	bool waits =
	    r->type == CALLBACK_NEEDS_INPUT || r->type == CALLBACK_BLOCKED;
	char hash[HASH_HEX_MAX];
	struct buf gate = { 0 };
	struct buf id = { 0 };
	int bad = waits ? read_gate(dir, p, &gate, e) : 0;

	buf_format(&id, "%s.%s.", repository, callback_type_name(r->type));
	if (waits)
		buf_format(&id, "gate-%.*s", (int)gate.len,
		    gate.s == NULL ? "" : gate.s);
	else
		buf_text(&id, "terminal");
	hash_sha256_hex(hash, buf_as_span(&id));
	(void)snprintf(r->source, sizeof(r->source), "auto-%s", hash);
	buf_done(&gate);
	buf_done(&id);
	return bad;
}

/*
 * The type that a status calls for, and its text in r->text: 1 where there is
 * nothing to tell.
 */
static int
read_text(int dir, enum worker_place p, struct worker_report *r, struct err *e)
{
	const char *said_in = worker_file_name(WORKER_STATUS, p);
	struct buf status = { 0 };
	struct span reason = { 0 };
	int bad = fleet_read_text(dir, said_in, PAYLOAD_MAX + 16, &status, e);
	enum task_status s = TASK_WORKING;

	if (bad == 0)
		s = task_status_of(buf_as_span(&status), &reason);
	if (s == TASK_FAILED) {
		r->type = CALLBACK_FAILED;
		r->file = said_in;
		buf_span(&r->text, reason);
	}
	buf_done(&status);
	if (bad != 0 || s == TASK_FAILED)
		return bad;
	if (s == TASK_WORKING)
		return 1;
	r->type = s == TASK_DONE  ? CALLBACK_DONE :
	    s == TASK_NEEDS_INPUT ? CALLBACK_NEEDS_INPUT :
				    CALLBACK_BLOCKED;
	r->file = worker_file_name(
	    s == TASK_DONE ? WORKER_RESULT : WORKER_MESSAGE, p);
	return fleet_read_text(dir, r->file, PAYLOAD_MAX + 2, &r->text, e);
}

static void
judge(struct worker_report *r, const char *task, const char *repository)
{
	struct span s = task_strip(buf_as_span(&r->text));
	struct buf b = { 0 };

	/* what is cut is too long, whatever white space it ends with */
	r->rule = r->text.len > PAYLOAD_MAX + 1 ? PAYLOAD_TOO_LONG :
						  payload_check(s, &r->payload);
	if (r->rule == PAYLOAD_GOOD)
		return;
	payload_substitute(
	    r->rule, span_of(task), span_of(repository), span_of(r->file), &b);
	buf_done(&r->text);
	r->text = b;
	r->payload = buf_as_span(&r->text);
}

static int
read_report(int dir, enum worker_place p, const char *task,
    const char *repository, struct worker_report *r, struct err *e)
{
	int bad = read_text(dir, p, r, e);

	if (bad != 0)
		return bad;
	/* a worker that has said what it is, but not why yet */
	if (r->type != CALLBACK_FAILED &&
	    task_strip(buf_as_span(&r->text)).len == 0)
		return 1;
	if (name_source(dir, p, repository, r, e) == -1)
		return -1;
	judge(r, task, repository);
	return 0;
}

int
worker_read(int task_dir, const char *task, const char *repository,
    struct worker_report *ret, struct err *e)
{
	int dir = open_repository(task_dir, repository, e);
	int worktree = dir == -1 ? -1 : open_worktree(dir, e);
	int r = -1;

	*ret = (struct worker_report){ 0 };
	if (worktree == GONE)
		r = read_report(dir, WORKER_IN_FLEET, task, repository, ret, e);
	else if (worktree != -1)
		r = read_report(
		    worktree, WORKER_IN_TREE, task, repository, ret, e);
	if (worktree >= 0)
		(void)close(worktree);
	if (dir != -1)
		(void)close(dir);
	return r;
}

void
worker_report_done(struct worker_report *r)
{
	buf_done(&r->text);
}
