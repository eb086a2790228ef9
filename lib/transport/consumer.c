#include "transport/consumer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "model/origin.h"
#include "transport/consumer-answer.h"

static bool
is_ours_alone(const struct stat *st)
{
	return st->st_uid == geteuid() && (st->st_mode & 022) == 0;
}

/* The executable itself, checked; the descriptor, or -1. */
static int
open_file(int dir, const char *name, struct err *e)
{
	struct stat st;
	int fd =
	    openat(dir, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);

	/* executable but not readable: no script, then */
	if (fd == -1 && errno == EACCES)
		fd = openat(dir, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	if (fd == -1 && errno == ENOENT)
		return err_set(e, STATUS_CONFIG, "there is no '%s'", name);
	if (fd == -1 && errno == ELOOP)
		return err_set(e, STATUS_TRUST, "'%s' is a link", name);
	if (fd == -1)
		return err_sys(e, "cannot open '%s'", name);
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && is_ours_alone(&st) &&
	    (st.st_mode & S_IXUSR) != 0)
		return fd;
	(void)close(fd);
	return err_set(e, STATUS_TRUST,
	    "'%s' is not a file of ours alone that we may execute", name);
}

static int
open_checked(const struct consumer *c, struct err *e)
{
	char name[40];
	struct stat st;
	int dir;
	int fd;

	if (!origin_is_profile(c->profile))
		return err_set(e, STATUS_TRUST, "'%.*s' is no profile's name",
		    (int)(c->profile.len > 64 ? 64 : c->profile.len),
		    c->profile.s);
	(void)snprintf(
	    name, sizeof(name), "%.*s", (int)c->profile.len, c->profile.s);
	dir = open(c->folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (dir == -1)
		return err_set(e,
		    errno == ENOENT ? STATUS_CONFIG : STATUS_TRUST,
		    "cannot use '%s': %s", c->folder, strerror(errno));
	if (fstat(dir, &st) == -1 || !is_ours_alone(&st)) {
		(void)close(dir);
		return err_set(e, STATUS_TRUST,
		    "'%s' is not a folder of ours alone", c->folder);
	}
	fd = open_file(dir, name, e);
	(void)close(dir);
	return fd;
}

/* ---- what it is given ---- */

extern char **environ;

static bool
is_given(const char *variable)
{
	static const char *const names[] = { "HOME", "PATH", "LANG", "LANGUAGE",
		"TMPDIR", "TMP", "TEMP" };
	size_t len = strcspn(variable, "=");
	size_t i;

	if (strncmp(variable, "LC_", 3) == 0)
		return true;
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strlen(names[i]) == len &&
		    memcmp(names[i], variable, len) == 0)
			return true;
	}
	return false;
}

const char *const *
consumer_environment(struct pool *p)
{
	const char **list;
	size_t n = 0;
	size_t i;

	for (i = 0; environ != NULL && environ[i] != NULL; i++)
		n += is_given(environ[i]);
	list = pool_new(p, (n + 1) * sizeof(*list));
	for (i = 0, n = 0; environ != NULL && environ[i] != NULL; i++) {
		if (is_given(environ[i]))
			list[n++] = pool_copy(p, span_of(environ[i])).s;
	}
	return list;
}

int
consumer_check(const struct consumer *c, struct err *e)
{
	int fd = open_checked(c, e);

	if (fd == -1)
		return -1;
	(void)close(fd);
	return 0;
}

/* ---- running ---- */

static int64_t
time_limit(const struct consumer *c)
{
	return c->timeout_ms != 0 ? c->timeout_ms : CONSUMER_TIMEOUT_MS;
}

int
consumer_start(struct consumer_run *ret, const struct consumer *c,
    struct span line, struct err *e)
{
	const char *argv[] = { NULL, NULL };
	struct spawn_order o = { .argv = argv };
	struct consumer_run run = { 0 };
	int fd = open_checked(c, e);
	int r;

	if (fd == -1)
		return -1;
	argv[0] = pool_copy(&run.pool, c->profile).s;
	buf_span(&run.in, line);
	buf_byte(&run.in, '\n');
	o.env = c->env != NULL ? c->env : consumer_environment(&run.pool);
	o.in = buf_as_span(&run.in);
	o.file_held = fd + 1;
	o.timeout_ms = time_limit(c);
	o.out_max = CONSUMER_ANSWER_MAX;
	o.stop_when_full = true;
	o.no_complaint = true;
	/* more than the time it has says that it cheats */
	o.limits.cpu_s = time_limit(c) / 1000 + 1;
	o.limits.file_bytes = CONSUMER_FILE_MAX;
	o.limits.processes = CONSUMER_PROCESSES_MAX;
	r = spawn_start(&run.spawn, &o, e);
	(void)close(fd);
	if (r == -1) {
		buf_done(&run.in);
		pool_done(&run.pool);
		return -1;
	}
	*ret = run;
	return 0;
}

size_t
consumer_poll(const struct consumer_run *r, struct pollfd *ret)
{
	return spawn_poll(&r->spawn, ret);
}

bool
consumer_step(struct consumer_run *r, int64_t mono_ms)
{
	return spawn_step(&r->spawn, mono_ms);
}

/*
 * How it ended, if not with status 0 and a short answer.  Never what it said.
 */
static int
check_end(const struct consumer *c, const struct spawn *s, enum reply *ret,
    struct err *e)
{
	int len = (int)c->profile.len;
	const char *name = c->profile.s;

	*ret = REPLY_INVALID;
	if (s->truncated)
		return err_set(e, STATUS_TEMPORARY,
		    "'%.*s' answered with more than %d bytes", len, name,
		    CONSUMER_ANSWER_MAX);
	*ret = REPLY_TIMEOUT;
	if (s->end == SPAWN_TIMED_OUT)
		return err_set(e, STATUS_TEMPORARY,
		    "'%.*s' did not answer in time", len, name);
	*ret = REPLY_ERROR;
	if (s->end == SPAWN_MISSING)
		return err_set(e, STATUS_TEMPORARY, "cannot run '%.*s': %s",
		    len, name, strerror(s->code));
	if (s->end == SPAWN_SIGNALLED)
		return err_set(e, STATUS_TEMPORARY,
		    "'%.*s' was ended by signal %d", len, name, s->code);
	if (s->code != 0)
		return err_set(e, STATUS_TEMPORARY, "'%.*s' ended with %d", len,
		    name, s->code);
	return 0;
}

void
consumer_end(struct consumer_run *r, const struct consumer *c,
    struct answer *ret, struct buf *ret_text, struct err *e)
{
	struct span text = buf_as_span(&r->spawn.out);
	struct answer got = { .retry_after_s = -1 };

	if (check_end(c, &r->spawn, &got.reply, e) == 0 &&
	    consumer_read_answer(c, text, &got, e) == -1)
		got.reply = REPLY_INVALID;
	if (ret_text != NULL && got.reply <= REPLY_REJECT)
		buf_span(ret_text, text);
	*ret = got;
	spawn_done(&r->spawn);
	buf_done(&r->in);
	pool_done(&r->pool);
}

int
consumer_ask(const struct consumer *c, const struct buf *line, enum reply *ret,
    struct buf *ret_answer, struct err *e)
{
	struct pollfd fds[SPAWN_POLL_MAX];
	struct consumer_run run;
	struct answer got;
	int64_t left;

	if (consumer_start(&run, c, buf_as_span(line), e) == -1)
		return -1;
	while (!consumer_step(&run, clock_mono_ms())) {
		left = run.spawn.deadline_ms - clock_mono_ms();
		if (left > 0)
			(void)poll(fds, (nfds_t)consumer_poll(&run, fds),
			    left > 1000 ? 1000 : (int)left);
	}
	consumer_end(&run, c, &got, ret_answer, e);
	if (got.reply > REPLY_REJECT)
		return -1;
	*ret = got.reply;
	return 0;
}
