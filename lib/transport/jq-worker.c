#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/json.h"
#include "transport/jq-run.h"
#include "transport/jq.h"

/* The caller's side of workers: start, ask, watch over, kill. */

#define IDLE_MS 20
#define CHUNK_MAX 65536

/* How an exchange ended. */
enum heard {
	HEARD_DONE,
	HEARD_REFUSED,
	HEARD_DEATH,
	HEARD_TIMEOUT,
	HEARD_TOO_MUCH,
	HEARD_NO_JSON
};

struct exchange {
	struct jq_worker *w;
	/* what is still to be sent, what came and was not yet read */
	struct buf send;
	size_t sent;
	struct buf in;
	/* where results go; NULL at the start */
	struct buf *out;
	struct buf complaint;
	size_t said;
	int64_t until_ms;
};

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
	o.deadline_ms = w->deadline_ms != 0 ? w->deadline_ms : JQ_DEADLINE_MS;
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

static void
put_frame(struct buf *b, enum jq_word word, struct span s)
{
	struct jq_frame f = { (uint32_t)word, (uint32_t)s.len };

	buf_add(b, (const char *)&f, sizeof(f));
	buf_span(b, s);
}

/* One whole frame from what came.  True when the exchange is over. */
static bool
take_frame(struct exchange *x, enum heard *ret)
{
	struct jq_frame f;
	struct json j;
	const char *text;

	memcpy(&f, x->in.s, sizeof(f));
	text = x->in.s + sizeof(f);
	if (f.word == JQ_DONE) {
		*ret = HEARD_DONE;
		return true;
	}
	if (f.word != JQ_VALUE || x->out == NULL) {
		buf_add(&x->complaint, text, f.len);
		*ret = HEARD_REFUSED;
		return true;
	}
	if (json_scan(text, f.len, &j, NULL) == -1) {
		*ret = HEARD_NO_JSON;
		return true;
	}
	buf_add(x->out, text, f.len);
	buf_byte(x->out, '\n');
	buf_shift(&x->in, sizeof(f) + f.len);
	return false;
}

static bool
take_frames(struct exchange *x, enum heard *ret)
{
	struct jq_frame f;

	while (x->in.len >= sizeof(f)) {
		memcpy(&f, x->in.s, sizeof(f));
		if (x->in.len < sizeof(f) + f.len)
			break;
		if (take_frame(x, ret))
			return true;
	}
	return false;
}

/* Read what is there.  True when the exchange is over. */
static bool
hear(struct exchange *x, enum heard *ret)
{
	size_t max = x->w->out_max != 0 ? x->w->out_max : JQ_OUT_MAX;
	char *room = buf_room(&x->in, CHUNK_MAX);
	ssize_t n;

	if (room == NULL) {
		*ret = HEARD_TOO_MUCH;
		return true;
	}
	n = recv(x->w->held - 1, room, CHUNK_MAX, 0);
	if (n == -1 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (n <= 0) {
		*ret = HEARD_DEATH;
		return true;
	}
	x->in.len += (size_t)n;
	x->said += (size_t)n;
	if (x->said > max) {
		*ret = HEARD_TOO_MUCH;
		return true;
	}
	return take_frames(x, ret);
}

/* Send what can be sent.  False when the worker has gone. */
static bool
tell(struct exchange *x)
{
	ssize_t n;

	n = send(x->w->held - 1, x->send.s + x->sent, x->send.len - x->sent,
	    MSG_NOSIGNAL);
	if (n == -1)
		return errno == EAGAIN || errno == EINTR;
	x->sent += (size_t)n;
	return true;
}

static enum heard
exchange(struct exchange *x)
{
	enum heard ret = HEARD_DEATH;
	struct pollfd p = { .fd = x->w->held - 1 };
	int64_t left;
	int slice;

	for (;;) {
		left = x->until_ms - clock_mono_ms();
		if (left <= 0)
			return HEARD_TIMEOUT;
		slice =
		    x->w->idle != NULL && left > IDLE_MS ? IDLE_MS : (int)left;
		p.events = POLLIN;
		if (x->sent < x->send.len)
			p.events |= POLLOUT;
		if (poll(&p, 1, slice) <= 0) {
			if (x->w->idle != NULL)
				x->w->idle(x->w->idle_arg);
			continue;
		}
		if ((p.revents & POLLOUT) != 0)
			(void)tell(x);
		if ((p.revents & (POLLIN | POLLHUP | POLLERR)) != 0 &&
		    hear(x, &ret))
			return ret;
	}
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
		    (long long)(w->deadline_ms != 0 ? w->deadline_ms :
						      JQ_DEADLINE_MS));
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

static void
exchange_begin(struct exchange *x, struct jq_worker *w)
{
	*x = (struct exchange){ .w = w };
	x->until_ms = clock_mono_ms() +
	    (w->deadline_ms != 0 ? w->deadline_ms : JQ_DEADLINE_MS);
	buf_init(&x->send, (size_t)JQ_IN_MAX + 64);
}

static void
exchange_end(struct exchange *x)
{
	buf_done(&x->send);
	buf_done(&x->in);
	buf_done(&x->complaint);
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
	exchange_begin(&x, w);
	jq_program_text(&w->program, &text);
	put_frame(&x.send, JQ_ARGS,
	    w->program.args.s != NULL ? w->program.args : span_of("{}"));
	put_frame(&x.send, JQ_PROGRAM, buf_as_span(&text));
	how = exchange(&x);
	if (how == HEARD_REFUSED) {
		r = jq_not_compiled(&w->program, buf_as_span(&x.complaint), e);
		jq_stop_worker(w);
	} else if (how != HEARD_DONE) {
		r = died(w, how, e);
	}
	exchange_end(&x);
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
		put_frame(b, JQ_CALL, buf_as_span(&text));
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
	exchange_begin(&x, w);
	x.out = out;
	put_call(&x.send, op, in);
	if (x.send.len == 0) {
		exchange_end(&x);
		return err_set(e, STATUS_DATA, "%s: its input is too large",
		    w->program.name);
	}
	how = exchange(&x);
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
	exchange_end(&x);
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
