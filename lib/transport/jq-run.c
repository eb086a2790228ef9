#include "transport/jq-run.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "transport/jq.h"

#if defined(__SANITIZE_ADDRESS__)
#define UNDER_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UNDER_ASAN 1
#endif
#endif

extern char **environ;

static int
read_all(int fd, char *s, size_t len)
{
	ssize_t n;

	while (len > 0) {
		n = read(fd, s, len);
		if (n == -1 && errno == EINTR)
			continue;
		if (n <= 0)
			return -1;
		s += n;
		len -= (size_t)n;
	}
	return 0;
}

static int
send_all(int fd, const char *s, size_t len)
{
	ssize_t n;

	while (len > 0) {
		n = send(fd, s, len, MSG_NOSIGNAL);
		if (n == -1 && errno == EINTR)
			continue;
		if (n == -1)
			return -1;
		s += n;
		len -= (size_t)n;
	}
	return 0;
}

int
jq_frame_read(int fd, struct jq_frame *ret, char **ret_text)
{
	struct jq_frame f;
	char *text;

	if (read_all(fd, (char *)&f, sizeof(f)) == -1 || f.len > JQ_IN_MAX)
		return -1;
	text = malloc((size_t)f.len + 1);
	if (text == NULL || read_all(fd, text, f.len) == -1) {
		free(text);
		return -1;
	}
	text[f.len] = '\0';
	*ret = f;
	*ret_text = text;
	return 0;
}

int
jq_frame_write(int fd, enum jq_word word, const char *s, size_t len)
{
	struct jq_frame f = { (uint32_t)word, (uint32_t)len };

	if (len > JQ_IN_MAX)
		return -1;
	if (send_all(fd, (const char *)&f, sizeof(f)) == -1)
		return -1;
	return send_all(fd, s, len);
}

static void
limit(int what, rlim_t n)
{
	struct rlimit l = { n, n };

	(void)setrlimit((__rlimit_resource_t)what, &l);
}

/*
 * Descriptors 0 to 2 are the socket and twice /dev/null; there are no others.
 */
static void
keep_only(int fd)
{
	int null = open("/dev/null", O_RDWR);

	if (fd != 0 && dup2(fd, 0) == -1)
		_exit(71);
	if (null == -1 || dup2(null, 1) == -1 || dup2(null, 2) == -1)
		_exit(71);
	if (close_range(3, ~0U, 0) == -1)
		_exit(71);
}

static _Noreturn void
be_worker(int fd, const struct jq_order *order)
{
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	keep_only(fd);
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_FSIZE, 0);
	limit(RLIMIT_NOFILE, 3);
#ifndef UNDER_ASAN
	limit(RLIMIT_AS, (rlim_t)order->memory_max);
#endif
	jq_work(0, order->deadline_ms);
	_exit(0);
}

/* One order: a struct jq_order and the worker's end of a socket. */
static int
receive(int fd, struct jq_order *order)
{
	union {
		struct cmsghdr align;
		char s[CMSG_SPACE(sizeof(int))];
	} control;
	struct iovec iov = { order, sizeof(*order) };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };
	struct cmsghdr *c;
	int got = -1;
	ssize_t n;

	msg.msg_control = control.s;
	msg.msg_controllen = sizeof(control.s);
	do
		n = recvmsg(fd, &msg, MSG_CMSG_CLOEXEC);
	while (n == -1 && errno == EINTR);
	c = n == (ssize_t)sizeof(*order) ? CMSG_FIRSTHDR(&msg) : NULL;
	if (c != NULL && c->cmsg_type == SCM_RIGHTS)
		memcpy(&got, CMSG_DATA(c), sizeof(got));
	return got;
}

/*
 * The worker is made a child of our parent, which is the one that waits for it.
 */
static pid_t
fork_sibling(void)
{
	return (pid_t)syscall(
	    SYS_clone, (unsigned long)(CLONE_PARENT | SIGCHLD), 0, 0, 0, 0);
}

static void
forget_environment(void)
{
	char **v;

	for (v = environ; v != NULL && *v != NULL; v++)
		explicit_bzero(*v, strlen(*v));
	(void)clearenv();
	(void)setenv("TZ", "UTC0", 1);
	tzset();
}

_Noreturn void
jq_nursery_run(int fd)
{
	struct jq_order order = { 0 };
	pid_t pid;
	int worker;

	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	(void)signal(SIGINT, SIG_DFL);
	(void)signal(SIGTERM, SIG_DFL);
	(void)signal(SIGPIPE, SIG_IGN);
	keep_only(fd);
	forget_environment();
	while ((worker = receive(0, &order)) != -1) {
		pid = fork_sibling();
		if (pid == 0)
			be_worker(worker, &order);
		(void)close(worker);
		if (send(0, &pid, sizeof(pid), MSG_NOSIGNAL) == -1)
			break;
	}
	_exit(0);
}
