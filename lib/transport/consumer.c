#include "transport/consumer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/pool.h"
#include "transport/credential.h"
#include "transport/spawn.h"

static const char *const names[] = { NULL, "ack", "retry", "reject" };

static bool
is_profile(struct span s)
{
	size_t i;

	if (s.len == 0 || s.len > 32 || s.s[0] < 'a' || s.s[0] > 'z')
		return false;
	for (i = 1; i < s.len; i++)
		if (!((s.s[i] >= 'a' && s.s[i] <= 'z') ||
			(s.s[i] >= '0' && s.s[i] <= '9') || s.s[i] == '-'))
			return false;
	return true;
}

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
	if (fd == -1 && (errno == ELOOP || errno == ENOENT))
		return err_set(e, STATUS_TRUST,
		    errno == ENOENT ? "there is no '%s'" : "'%s' is a link",
		    name);
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

	if (!is_profile(c->profile))
		return err_set(e, STATUS_TRUST, "'%.*s' is no profile's name",
		    (int)(c->profile.len > 64 ? 64 : c->profile.len),
		    c->profile.s);
	(void)snprintf(
	    name, sizeof(name), "%.*s", (int)c->profile.len, c->profile.s);
	dir = open(c->folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (dir == -1)
		return err_set(e, STATUS_TRUST, "cannot use '%s': %s",
		    c->folder, strerror(errno));
	if (fstat(dir, &st) == -1 || !is_ours_alone(&st)) {
		(void)close(dir);
		return err_set(e, STATUS_TRUST,
		    "'%s' is not a folder of ours alone", c->folder);
	}
	fd = open_file(dir, name, e);
	(void)close(dir);
	return fd;
}

static bool
is_known(const struct consumer *c, struct span name)
{
	static const char *const known[] = { "idempotency_key", "status",
		"version", "retry_after_seconds" };
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (span_is(name, known[i]))
			return true;
	for (i = 0; c->more != NULL && c->more[i] != NULL; i++)
		if (span_is(name, c->more[i]))
			return true;
	return false;
}

static bool
text_is(const struct json *j, const char *name, struct span want)
{
	struct json v = json_get(j, name);
	struct pool p = { 0 };
	struct span s;
	bool same =
	    json_text(&v, name, &p, &s, NULL) == 0 && span_equal(s, want);

	pool_done(&p);
	return same;
}

static int
read_answer(const struct consumer *c, const struct buf *answer, enum reply *ret,
    struct err *e)
{
	struct json_item it = { 0 };
	struct json j;
	struct json wait;
	int64_t seconds;
	unsigned r;

	if (answer->len == 0 ||
	    json_scan(answer->s, answer->len, &j, NULL) == -1 ||
	    j.type != JSON_OBJECT)
		return err_set(e, STATUS_TEMPORARY, "the answer is no object");
	while (json_each(&j, &it))
		if (!is_known(c, it.key))
			return err_set(e, STATUS_TEMPORARY,
			    "the answer has an unknown member");
	if (!text_is(&j, "version", span_of(c->version)) ||
	    !text_is(&j, "idempotency_key", c->key))
		return err_set(e, STATUS_TEMPORARY,
		    "the answer has another version or key");
	for (r = REPLY_ACK; r <= REPLY_REJECT; r++)
		if (text_is(&j, "status", span_of(names[r])))
			break;
	wait = json_get(&j, "retry_after_seconds");
	if (r > REPLY_REJECT ||
	    (wait.type != JSON_NONE &&
		(r != REPLY_RETRY ||
		    json_int(&wait, "retry_after_seconds", 0,
			CONSUMER_RETRY_MAX_S, &seconds, NULL) == -1)))
		return err_set(e, STATUS_TEMPORARY,
		    "the answer is none of ack, retry and reject");
	*ret = (enum reply)r;
	return 0;
}

/*
 * How it ended, if not with status 0 and a short answer.  Never what it said.
 */
static int
check_end(const struct consumer *c, const struct spawn *s, struct err *e)
{
	int len = (int)c->profile.len;
	const char *name = c->profile.s;

	if (s->end == SPAWN_MISSING)
		return err_set(e, STATUS_TEMPORARY, "cannot run '%.*s': %s",
		    len, name, strerror(s->code));
	if (s->end == SPAWN_TIMED_OUT)
		return err_set(e, STATUS_TEMPORARY,
		    "'%.*s' did not answer in time", len, name);
	if (s->end == SPAWN_SIGNALLED)
		return err_set(e, STATUS_TEMPORARY,
		    "'%.*s' was ended by signal %d", len, name, s->code);
	if (s->code != 0)
		return err_set(e, STATUS_TEMPORARY, "'%.*s' ended with %d", len,
		    name, s->code);
	if (s->truncated)
		return err_set(e, STATUS_TEMPORARY,
		    "'%.*s' answered with more than %d bytes", len, name,
		    CONSUMER_ANSWER_MAX);
	return 0;
}

int
consumer_ask(const struct consumer *c, const struct buf *line, enum reply *ret,
    struct buf *ret_answer, struct err *e)
{
	const char *argv[] = { c->profile.s, NULL };
	struct spawn_order o = { .argv = argv };
	struct pool p = { 0 };
	struct buf in = { 0 };
	struct spawn s = { 0 };
	int fd = open_checked(c, e);
	int r;

	if (fd == -1)
		return -1;
	argv[0] = pool_copy(&p, c->profile).s;
	buf_add(&in, line->s, line->len);
	buf_byte(&in, '\n');
	o.env = credential_free_environment(&p, NULL);
	o.in = buf_as_span(&in);
	o.file_held = fd + 1;
	o.timeout_ms = c->timeout_ms != 0 ? c->timeout_ms : CONSUMER_TIMEOUT_MS;
	o.out_max = CONSUMER_ANSWER_MAX;
	r = spawn_run(&s, &o, e);
	(void)close(fd);
	if (r == 0)
		r = check_end(c, &s, e);
	if (r == 0)
		r = read_answer(c, &s.out, ret, e);
	if (r == 0 && ret_answer != NULL)
		buf_span(ret_answer, buf_as_span(&s.out));
	spawn_done(&s);
	buf_done(&in);
	pool_done(&p);
	return r;
}
