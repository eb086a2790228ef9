#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/json.h"
#include "transport/jq-exchange.h"
#include "transport/jq-run.h"
#include "transport/jq.h"

/* The caller's side of workers: start, ask, kill. */

int
jq_nursery_start(struct jq_nursery *ret, struct err *e)
{
	int pair[2];
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) == -1)
		return err_sys(e, "cannot start the jq nursery");
	pid = fork();
	if (pid == 0)
		jq_nursery_run(pair[1]);
	(void)close(pair[1]);
	if (pid == -1) {
		(void)close(pair[0]);
		return err_sys(e, "cannot start the jq nursery");
	}
	ret->held = pair[0] + 1;
	ret->pid = pid;
	return 0;
}

void
jq_nursery_stop(struct jq_nursery *n)
{
	if (n->held == 0)
		return;
	(void)close(n->held - 1);
	(void)waitpid(n->pid, NULL, 0);
	n->held = 0;
}

static int
order(const struct jq_nursery *n, const struct jq_order *o, int fd)
{
	union {
		struct cmsghdr align;
		char s[CMSG_SPACE(sizeof(int))];
	} control;
	struct jq_order copy = *o;
	struct iovec iov = { &copy, sizeof(copy) };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };
	struct cmsghdr *c;

	memset(&control, 0, sizeof(control));
	msg.msg_control = control.s;
	msg.msg_controllen = sizeof(control.s);
	c = CMSG_FIRSTHDR(&msg);
	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(c), &fd, sizeof(fd));
	return sendmsg(n->held - 1, &msg, MSG_NOSIGNAL) == -1 ? -1 : 0;
}

static int
hatch(struct jq_worker *w, struct err *e)
{
	struct jq_order o = { 0 };
	int pair[2];
	pid_t pid = -1;
	ssize_t n = -1;

	o.memory_max = w->memory_max != 0 ? w->memory_max : JQ_MEMORY_MAX;
	o.deadline_ms = jq_deadline(w);
	if (w->nursery->held == 0)
		return err_set(e, STATUS_BUG, "there is no jq nursery");
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == -1)
		return err_sys(e, "cannot start a jq worker");
	if (order(w->nursery, &o, pair[1]) == 0) {
		do
			n = recv(w->nursery->held - 1, &pid, sizeof(pid), 0);
		while (n == -1 && errno == EINTR);
	}
	(void)close(pair[1]);
	if (n != (ssize_t)sizeof(pid) || pid <= 0) {
		(void)close(pair[0]);
		return err_set(e, STATUS_OS, "cannot start a jq worker");
	}
	(void)fcntl(pair[0], F_SETFL, O_NONBLOCK);
	w->held = pair[0] + 1;
	w->pid = pid;
	return 0;
}

/* Reap it, and say how it ended. */
static int
died(struct jq_worker *w, enum heard how, struct err *e)
{
	int status = 0;

	(void)close(w->held - 1);
	w->held = 0;
	w->failures++;
	if (how != HEARD_DEATH)
		(void)kill(w->pid, SIGKILL);
	while (waitpid(w->pid, &status, 0) == -1 && errno == EINTR)
		;
	if (how == HEARD_TIMEOUT)
		return err_set(e, STATUS_TEMPORARY,
		    "%s: no answer within %lld ms", w->program.name,
		    (long long)jq_deadline(w));
	if (how == HEARD_TOO_MUCH)
		return err_set(e, STATUS_TEMPORARY,
		    "%s: printed more than %zu bytes", w->program.name,
		    w->out_max != 0 ? w->out_max : (size_t)JQ_OUT_MAX);
	if (WIFSIGNALED(status))
		return err_set(e, STATUS_TEMPORARY,
		    "%s: the worker was ended by signal %d", w->program.name,
		    WTERMSIG(status));
	return err_set(
	    e, STATUS_TEMPORARY, "%s: the worker ended", w->program.name);
}

int
jq_start_worker(struct jq_worker *w, struct err *e)
{
	struct exchange x;
	struct buf text = { 0 };
	enum heard how;
	int r = 0;

	if (w->held != 0)
		return 0;
	if (w->failures >= JQ_FAILURES_MAX)
		return err_set(e, STATUS_CONFIG,
		    "%s: skipped after %d failures", w->program.name,
		    JQ_FAILURES_MAX);
	if (hatch(w, e) == -1)
		return -1;
	jq_exchange_begin(&x, w);
	jq_program_text(&w->program, &text);
	jq_put_frame(&x.send, JQ_ARGS,
	    w->program.args.s != NULL ? w->program.args : span_of("{}"));
	jq_put_frame(&x.send, JQ_PROGRAM, buf_as_span(&text));
	how = jq_exchange(&x);
	if (how == HEARD_REFUSED) {
		r = jq_not_compiled(&w->program, buf_as_span(&x.complaint), e);
		jq_stop_worker(w);
	} else if (how != HEARD_DONE) {
		r = died(w, how, e);
	}
	jq_exchange_end(&x);
	buf_done(&text);
	return r;
}

static void
put_call(struct buf *b, const char *op, const struct buf *in)
{
	struct buf text = { 0 };

	buf_init(&text, JQ_IN_MAX);
	buf_format(&text, "{\"op\":\"%s\"", op);
	if (in != NULL) {
		buf_text(&text, ",\"in\":");
		buf_add(&text, in->s, in->len);
	}
	buf_byte(&text, '}');
	if (!text.full)
		jq_put_frame(b, JQ_CALL, buf_as_span(&text));
	buf_done(&text);
}

int
jq_call(struct jq_worker *w, const char *op, const struct buf *in,
    struct buf *out, struct err *e)
{
	struct exchange x;
	enum heard how;
	size_t before = out->len;
	int r = 0;

	if (jq_start_worker(w, e) == -1)
		return -1;
	jq_exchange_begin(&x, w);
	x.out = out;
	put_call(&x.send, op, in);
	if (x.send.len == 0) {
		jq_exchange_end(&x);
		return err_set(e, STATUS_DATA, "%s: its input is too large",
		    w->program.name);
	}
	how = jq_exchange(&x);
	if (how == HEARD_REFUSED) {
		r = err_set(e, STATUS_DATA, "%s: %.*s", w->program.name,
		    (int)x.complaint.len, x.complaint.len ? x.complaint.s : "");
	} else if (how == HEARD_NO_JSON) {
		r = err_set(e, STATUS_DATA,
		    "%s: what it gave is nested too deeply", w->program.name);
		jq_stop_worker(w);
	} else if (how != HEARD_DONE) {
		r = died(w, how, e);
	}
	if (r == -1)
		out->len = before;
	jq_exchange_end(&x);
	return r;
}

void
jq_stop_worker(struct jq_worker *w)
{
	if (w->held == 0)
		return;
	(void)close(w->held - 1);
	(void)kill(w->pid, SIGKILL);
	while (waitpid(w->pid, NULL, 0) == -1 && errno == EINTR)
		;
	w->held = 0;
}
