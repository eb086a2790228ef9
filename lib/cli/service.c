#include "cli/service.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/num.h"

extern char **environ;

static void
stop_signals(sigset_t *ret)
{
	(void)sigemptyset(ret);
	(void)sigaddset(ret, SIGTERM);
	(void)sigaddset(ret, SIGINT);
	(void)sigaddset(ret, SIGHUP);
}

/* Half of what systemd allows, if it is us who is asked. */
static int64_t
read_ping(void)
{
	const char *pid = getenv("WATCHDOG_PID");
	const char *usec = getenv("WATCHDOG_USEC");
	int64_t n = 0;

	if (pid != NULL &&
	    (num_parse(span_of(pid), 1, INT_MAX, &n, NULL) != 0 ||
		n != getpid()))
		return 0;
	if (usec == NULL ||
	    num_parse(span_of(usec), 2000, INT64_MAX, &n, NULL) != 0)
		return 0;
	return n / 2000;
}

static void
read_socket(char *ret, size_t size)
{
	const char *path = getenv("NOTIFY_SOCKET");

	if (path != NULL && (path[0] == '/' || path[0] == '@') &&
	    strlen(path) < size)
		memcpy(ret, path, strlen(path) + 1);
}

int
service_start(struct service *s, struct err *e)
{
	sigset_t set;
	int fd;

	stop_signals(&set);
	if (sigprocmask(SIG_BLOCK, &set, NULL) == -1)
		return err_sys(e, "cannot block signals");
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (fd == -1)
		return err_sys(e, "cannot wait for signals");

	*s = (struct service){ .signals_held = fd + 1 };
	s->ping_ms = read_ping();
	s->pinged_ms = clock_mono_ms();
	read_socket(s->socket, sizeof(s->socket));
	(void)unsetenv("NOTIFY_SOCKET");
	(void)unsetenv("WATCHDOG_PID");
	(void)unsetenv("WATCHDOG_USEC");
	return 0;
}

void
service_end(struct service *s)
{
	if (s->signals_held > 0)
		(void)close(s->signals_held - 1);
	s->signals_held = 0;
}

void
service_notify(const struct service *s, const char *text)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	size_t len = strlen(s->socket);
	int fd;

	if (len == 0)
		return;
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd == -1)
		return;

	memcpy(to.sun_path, s->socket, len);
	/* an abstract name begins with NUL */
	if (to.sun_path[0] == '@')
		to.sun_path[0] = '\0';
	(void)sendto(fd, text, strlen(text), MSG_NOSIGNAL,
	    (const struct sockaddr *)&to,
	    (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len));
	(void)close(fd);
}

void
service_ping(struct service *s)
{
	int64_t mono_ms = clock_mono_ms();

	if (s->ping_ms == 0 || mono_ms - s->pinged_ms < s->ping_ms)
		return;
	service_notify(s, "WATCHDOG=1");
	s->pinged_ms = mono_ms;
}

static void
take_signals(struct service *s)
{
	struct signalfd_siginfo info;

	while (read(s->signals_held - 1, &info, sizeof(info)) ==
	    (ssize_t)sizeof(info))
		s->stopping = true;
}

bool
service_wait(struct service *s, int64_t deadline_ms, int fd)
{
	struct pollfd p[2] = {
		{ .fd = s->signals_held - 1, .events = POLLIN },
		{ .fd = fd, .events = POLLIN },
	};
	int64_t until_ms, left_ms;

	for (;;) {
		service_ping(s);
		take_signals(s);
		until_ms = s->pinged_ms + s->ping_ms;
		if (s->ping_ms == 0 || until_ms > deadline_ms)
			until_ms = deadline_ms;
		left_ms = until_ms - clock_mono_ms();
		if (s->stopping || (left_ms <= 0 && until_ms == deadline_ms))
			return false;
		if (left_ms < 0)
			left_ms = 0;
		if (poll(p, 2, left_ms > INT_MAX ? INT_MAX : (int)left_ms) >
			0 &&
		    p[1].revents != 0)
			return true;
	}
}

void
service_find_own(void)
{
	struct buf path = { 0 };
	const char *old = getenv("PATH");
	char self[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self));

	while (len > 0 && self[len - 1] != '/')
		len--;
	if (len <= 1)
		return;

	buf_add(&path, self, (size_t)len - 1);
	buf_format(&path, ":%s",
	    old == NULL || old[0] == '\0' ? "/usr/local/bin:/usr/bin:/bin" :
					    old);
	(void)setenv("PATH", path.s, 1);
	buf_done(&path);
}

/* A child gets the signals that we keep. */
static int
start(const char *const *argv, pid_t *ret)
{
	posix_spawnattr_t attr;
	sigset_t none, kept;
	int status;

	(void)sigemptyset(&none);
	stop_signals(&kept);
	(void)sigaddset(&kept, SIGPIPE);
	(void)posix_spawnattr_init(&attr);
	(void)posix_spawnattr_setsigmask(&attr, &none);
	(void)posix_spawnattr_setsigdefault(&attr, &kept);
	(void)posix_spawnattr_setflags(
	    &attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	status = posix_spawnp(
	    ret, argv[0], NULL, &attr, (char *const *)(uintptr_t)argv, environ);
	(void)posix_spawnattr_destroy(&attr);
	return status;
}

int
service_run(const char *path, int *ret, struct err *e)
{
	const char *const argv[] = { path, NULL };

	return service_run_argv(argv, ret, e);
}

int
service_run_argv(const char *const *argv, int *ret, struct err *e)
{
	const char *path = argv[0];
	pid_t pid = -1, got;
	int status;

	errno = start(argv, &pid);
	if (errno != 0) {
		status = errno;
		(void)err_sys(e, "cannot run '%s'", path);
		if (e != NULL && (status == ENOENT || status == ENOEXEC))
			e->status = STATUS_CONFIG;
		return -1;
	}
	do
		got = waitpid(pid, &status, 0);
	while (got == -1 && errno == EINTR);
	if (got == -1)
		return err_sys(e, "cannot wait for '%s'", path);
	*ret = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	return 0;
}
