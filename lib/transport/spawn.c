#include "transport/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"

#define READ_CHUNK 65536
/* Descriptor of a checked script: its interpreter opens /proc/self/fd/3. */
#define SCRIPT_FD 3

/* What the child needs, made before vfork. */
struct launch {
	const struct spawn_order *o;
	int in;
	int out;
	int err;
	bool script;
	volatile int fault;
};

static void
close_held(int *held)
{
	if (*held != 0)
		(void)close(*held - 1);
	*held = 0;
}

static void
forget_signals(void)
{
	struct sigaction plain = { .sa_handler = SIG_DFL };
	sigset_t none;
	int i;

	for (i = 1; i < 32; i++)
		(void)sigaction(i, &plain, NULL);
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
}

static void
execute(const struct launch *l)
{
	char *const *argv = (char *const *)(uintptr_t)l->o->argv;
	char *const *env = (char *const *)(uintptr_t)l->o->env;
	int fd = l->o->file_held - 1;

	if (fd == -1) {
		execvpe(argv[0], argv, env);
	} else if (!l->script) {
		(void)close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
		(void)syscall(SYS_execveat, fd, "", argv, env, AT_EMPTY_PATH);
	} else if (dup2(fd, SCRIPT_FD) != -1) {
		(void)fcntl(SCRIPT_FD, F_SETFD, 0);
		(void)close_range(SCRIPT_FD + 1, ~0U, CLOSE_RANGE_CLOEXEC);
		(void)execve("/proc/self/fd/3", argv, env);
	}
}

static void
limit(__rlimit_resource_t what, int64_t most)
{
	struct rlimit r = { (rlim_t)most, (rlim_t)most };
	struct rlimit now;

	if (most == 0 || getrlimit(what, &now) == -1)
		return;
	/* never more than we may ourselves */
	if (now.rlim_max < r.rlim_max)
		r.rlim_max = now.rlim_max;
	if (r.rlim_cur > r.rlim_max)
		r.rlim_cur = r.rlim_max;
	(void)setrlimit(what, &r);
}

/* In the child of vfork: the parent waits, memory is shared. */
static _Noreturn void
be_child(struct launch *l)
{
	struct rlimit none = { 0, 0 };

	(void)setsid();
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	(void)setrlimit(RLIMIT_CORE, &none);
	limit(RLIMIT_CPU, l->o->limits.cpu_s);
	limit(RLIMIT_FSIZE, l->o->limits.file_bytes);
	limit(RLIMIT_NPROC, l->o->limits.processes);
	if (dup2(l->in, 0) == -1 || dup2(l->out, 1) == -1 ||
	    dup2(l->err, 2) == -1 ||
	    (l->o->cwd != NULL && chdir(l->o->cwd) == -1)) {
		l->fault = errno;
		_exit(127);
	}
	if (l->o->file_held == 0)
		(void)close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
	forget_signals();
	execute(l);
	l->fault = errno;
	_exit(127);
}

static pid_t
launch(struct launch *l)
{
	sigset_t all;
	sigset_t before;
	pid_t pid;

	(void)sigfillset(&all);
	(void)sigprocmask(SIG_SETMASK, &all, &before);
	pid = vfork();
	if (pid == 0)
		be_child(l);
	(void)sigprocmask(SIG_SETMASK, &before, NULL);
	return pid;
}

static bool
is_script(int fd)
{
	char head[2] = { 0, 0 };

	return pread(fd, head, 2, 0) == 2 && head[0] == '#' && head[1] == '!';
}

/* Pipes: ours in s, theirs in l.  -1 leaves whatever was opened. */
static int
open_pipes(struct spawn *s, struct launch *l)
{
	int p[2];

	if (s->in.s == NULL) {
		l->in = open("/dev/null", O_RDONLY | O_CLOEXEC);
	} else if (pipe2(p, O_CLOEXEC) == 0) {
		l->in = p[0];
		s->in_held = p[1] + 1;
		(void)fcntl(p[1], F_SETFL, O_NONBLOCK);
	}
	if (l->in == -1 || pipe2(p, O_CLOEXEC) == -1)
		return -1;
	s->out_held = p[0] + 1;
	l->out = p[1];
	(void)fcntl(p[0], F_SETFL, O_NONBLOCK);
	if (l->o->no_complaint) {
		l->err = open("/dev/null", O_WRONLY | O_CLOEXEC);
		return l->err == -1 ? -1 : 0;
	}
	if (pipe2(p, O_CLOEXEC) == -1)
		return -1;
	s->err_held = p[0] + 1;
	l->err = p[1];
	(void)fcntl(p[0], F_SETFL, O_NONBLOCK);
	return 0;
}

static void
close_theirs(struct launch *l)
{
	if (l->in != -1)
		(void)close(l->in);
	if (l->out != -1)
		(void)close(l->out);
	if (l->err != -1)
		(void)close(l->err);
}

static void
close_ours(struct spawn *s)
{
	close_held(&s->in_held);
	close_held(&s->out_held);
	close_held(&s->err_held);
	close_held(&s->pid_held);
}

/* write(2) to a reader that may be gone, with no SIGPIPE left behind. */
static ssize_t
write_pipe(int fd, struct span text)
{
	static const struct timespec now = { 0, 0 };
	sigset_t pipe_only;
	sigset_t before;
	ssize_t n;
	int fault;

	(void)sigemptyset(&pipe_only);
	(void)sigaddset(&pipe_only, SIGPIPE);
	(void)sigprocmask(SIG_BLOCK, &pipe_only, &before);
	n = write(fd, text.s, text.len);
	fault = errno;
	if (n == -1 && fault == EPIPE && sigismember(&before, SIGPIPE) == 0)
		(void)sigtimedwait(&pipe_only, NULL, &now);
	(void)sigprocmask(SIG_SETMASK, &before, NULL);
	errno = fault;
	return n;
}

/* What it will not read is dropped; -1 where it cannot be written at all. */
static int
feed(struct spawn *s)
{
	ssize_t n = 0;

	while (s->in_held != 0 && s->in_sent < s->in.len) {
		n = write_pipe(s->in_held - 1,
		    (struct span){
			s->in.s + s->in_sent, s->in.len - s->in_sent });
		if (n == -1 && errno == EAGAIN)
			return 0;
		if (n == -1)
			break;
		s->in_sent += (size_t)n;
	}
	n = n == -1 && errno != EPIPE ? -1 : 0;
	close_held(&s->in_held);
	return (int)n;
}

int
spawn_start(struct spawn *ret, const struct spawn_order *o, struct err *e)
{
	struct launch l = { .o = o, .in = -1, .out = -1, .err = -1 };
	struct spawn s = { 0 };
	pid_t pid = -1;
	int fd;

	s.in = o->in;
	s.stop_when_full = o->stop_when_full;
	l.script = o->file_held != 0 && is_script(o->file_held - 1);
	/* what a pipe holds is there before it starts */
	if (open_pipes(&s, &l) == 0 && feed(&s) == 0)
		pid = launch(&l);
	if (pid == -1)
		err_sys(e, "cannot start '%s'", o->argv[0]);
	close_theirs(&l);
	if (pid == -1) {
		close_ours(&s);
		return -1;
	}
	if (l.fault != 0) {
		(void)waitpid(pid, NULL, 0);
		close_ours(&s);
		s.end = SPAWN_MISSING;
		s.code = l.fault;
		*ret = s;
		return 0;
	}
	fd = (int)syscall(SYS_pidfd_open, pid, 0);
	s.pid_held = fd + 1;
	s.pid = pid;
	buf_init(&s.out, o->out_max);
	buf_init(&s.complaint, SPAWN_COMPLAINT_MAX);
	s.deadline_ms = clock_mono_ms() + o->timeout_ms;
	*ret = s;
	return 0;
}

size_t
spawn_poll(const struct spawn *s, struct pollfd *ret)
{
	size_t n = 0;

	if (s->in_held != 0)
		ret[n++] = (struct pollfd){ s->in_held - 1, POLLOUT, 0 };
	if (s->out_held != 0)
		ret[n++] = (struct pollfd){ s->out_held - 1, POLLIN, 0 };
	if (s->err_held != 0)
		ret[n++] = (struct pollfd){ s->err_held - 1, POLLIN, 0 };
	if (s->pid_held != 0)
		ret[n++] = (struct pollfd){ s->pid_held - 1, POLLIN, 0 };
	return n;
}

/* Read what is there; closed at its end.  True if some was dropped. */
static bool
drain(int *held, struct buf *b, bool stop_when_full)
{
	char chunk[READ_CHUNK];
	bool dropped = false;
	size_t room;
	ssize_t n;

	while (*held != 0 && !(dropped && stop_when_full)) {
		room = b->len_max - b->len;
		n = read(*held - 1, chunk,
		    stop_when_full && room < sizeof(chunk) ? room + 1 :
							     sizeof(chunk));
		if (n == -1 && errno == EAGAIN)
			break;
		if (n <= 0) {
			close_held(held);
			break;
		}
		dropped = dropped || (size_t)n > room;
		buf_add(b, chunk, (size_t)n > room ? room : (size_t)n);
	}
	return dropped;
}

static void
drain_all(struct spawn *s)
{
	if (!(s->truncated && s->stop_when_full) &&
	    drain(&s->out_held, &s->out, s->stop_when_full))
		s->truncated = true;
	(void)drain(&s->err_held, &s->complaint, false);
}

/* Kill before waiting, so that the group's id cannot be somebody else's. */
static void
end(struct spawn *s, enum spawn_end how)
{
	int status = 0;

	(void)kill(-s->pid, SIGKILL);
	if (how == SPAWN_TIMED_OUT)
		(void)kill(s->pid, SIGKILL);
	while (waitpid(s->pid, &status, 0) == -1 && errno == EINTR)
		;
	drain_all(s);
	close_ours(s);
	s->pid = 0;
	s->end = how;
	if (how != SPAWN_EXITED)
		return;
	if (WIFSIGNALED(status)) {
		s->end = SPAWN_SIGNALLED;
		s->code = WTERMSIG(status);
	} else {
		s->code = WEXITSTATUS(status);
	}
}

static bool
has_exited(const struct spawn *s)
{
	siginfo_t info = { 0 };

	return waitid(P_PID, (id_t)s->pid, &info,
		   WEXITED | WNOHANG | WNOWAIT) == 0 &&
	    info.si_pid == s->pid;
}

bool
spawn_step(struct spawn *s, int64_t mono_ms)
{
	bool exited;

	if (s->pid == 0)
		return true;
	exited = has_exited(s);
	(void)feed(s);
	drain_all(s);
	if (exited)
		end(s, SPAWN_EXITED);
	else if (mono_ms >= s->deadline_ms ||
	    (s->truncated && s->stop_when_full))
		end(s, SPAWN_TIMED_OUT);
	return s->pid == 0;
}

int
spawn_run(struct spawn *ret, const struct spawn_order *o, struct err *e)
{
	struct pollfd fds[SPAWN_POLL_MAX];
	int64_t left;

	if (spawn_start(ret, o, e) == -1)
		return -1;
	while (!spawn_step(ret, clock_mono_ms())) {
		left = ret->deadline_ms - clock_mono_ms();
		if (left > 1000)
			left = 1000;
		(void)poll(fds, (nfds_t)spawn_poll(ret, fds),
		    left < 0 ? 0 : (int)left);
	}
	return 0;
}

void
spawn_done(struct spawn *s)
{
	if (s->pid != 0)
		end(s, SPAWN_TIMED_OUT);
	buf_done(&s->out);
	buf_done(&s->complaint);
}
