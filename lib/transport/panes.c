#include "transport/panes.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/num.h"
#include "transport/command.h"
#include "transport/process.h"

#define ARGV_MAX 64
#define TARGET_MAX 300
#define PID_MAX 4194304
/* for what its window's end asks to end, then for what was killed */
#define HANGUP_MS 3000
#define KILL_MS 2000
#define STEP_MS 20

static const char format[] = "#{pane_id}|#{pane_pid}|#{window_name}";

struct call {
	const char *argv[ARGV_MAX];
	size_t n;
	char folder[4200];
};

static void
add(struct call *c, const char *word)
{
	if (c->n + 1 < ARGV_MAX)
		c->argv[c->n++] = word;
	c->argv[c->n] = NULL;
}

static struct call
begin(const struct panes *p, const char *verb)
{
	struct call c = { .n = 0 };

	if (p->folder != NULL)
		(void)snprintf(
		    c.folder, sizeof(c.folder), "TMUX_TMPDIR=%s", p->folder);
	add(&c, "tmux");
	if (p->socket != NULL) {
		add(&c, "-S");
		add(&c, p->socket);
	}
	add(&c, verb);
	return c;
}

static int
run(const struct call *c, struct buf *ret, struct err *e)
{
	const char *const env[] = { c->folder, NULL };
	struct command command = { .argv = c->argv };

	if (c->folder[0] != '\0')
		command.env = env;
	return command_run(&command, ret, e);
}

int
panes_check(const struct panes *p, struct err *e)
{
	static const char *const argv[] = { "tmux", "-V", NULL };
	struct command command = { .argv = argv };

	(void)p;
	return command_do(&command, "use tmux", NULL, e);
}

/* "%3|1234|window" */
static int
read_line(struct span line, struct pane *ret, struct span *ret_window)
{
	const char *bar = memchr(line.s, '|', line.len);
	const char *end;
	struct span pid;
	size_t len;

	if (bar == NULL || line.s[0] != '%')
		return -1;
	len = (size_t)(bar - line.s);
	pid = span_after(line, len + 1);
	end = memchr(pid.s, '|', pid.len);
	if (end == NULL || len >= sizeof(ret->id))
		return -1;
	*ret_window = span_after(pid, (size_t)(end - pid.s) + 1);
	pid.len = (size_t)(end - pid.s);
	memcpy(ret->id, line.s, len);
	ret->id[len] = '\0';
	return num_parse(pid, 1, PID_MAX, &ret->pid, NULL);
}

/* Of the panes there are, the one with this id or this window's name. */
static int
seek(const struct panes *p, const char *id, const char *window,
    struct pane *ret, struct err *e)
{
	struct call c = begin(p, "list-panes");
	struct span rest, line, name;
	struct buf out = { 0 };
	struct pane pane;
	int r, found = 1;

	add(&c, "-a");
	add(&c, "-F");
	add(&c, format);
	r = run(&c, &out, e);
	for (rest = buf_as_span(&out); r == 0 && rest.len > 0;) {
		const char *end = memchr(rest.s, '\n', rest.len);

		line = rest;
		line.len = end == NULL ? rest.len : (size_t)(end - rest.s);
		rest = span_after(rest, line.len + (end != NULL));
		if (read_line(line, &pane, &name) == 0 &&
		    (id == NULL ? span_is(name, window) :
				  strcmp(pane.id, id) == 0)) {
			pane.start[0] = '\0';
			*ret = pane;
			found = 0;
			break;
		}
	}
	buf_done(&out);
	/* no server: no panes */
	return r == -1 ? -1 : found;
}

int
panes_find(
    const struct panes *p, const char *window, struct pane *ret, struct err *e)
{
	struct pane pane;
	int r = seek(p, NULL, window, &pane, e);

	if (r == 0)
		r = process_start(pane.pid, pane.start, e);
	if (r == 0)
		*ret = pane;
	return r;
}

static void
order(struct call *c, const struct pane_order *o)
{
	const char *const *s;

	add(c, "-d");
	add(c, "-P");
	add(c, "-F");
	add(c, format);
	add(c, "-n");
	add(c, o->window);
	add(c, "-c");
	add(c, o->cwd);
	for (s = o->env; *s != NULL; s++) {
		add(c, "-e");
		add(c, *s);
	}
	add(c, "--");
	for (s = o->argv; *s != NULL; s++)
		add(c, *s);
}

/* A window of the session that is there, or a session that begins with it. */
static int
make(const struct panes *p, const struct pane_order *o, bool session,
    struct buf *out, struct err *e)
{
	struct call c = begin(p, session ? "new-session" : "new-window");
	char target[TARGET_MAX];

	(void)snprintf(
	    target, sizeof(target), session ? "%s" : "=%s:", p->session);
	add(&c, session ? "-s" : "-t");
	add(&c, target);
	order(&c, o);
	return run(&c, out, e);
}

int
panes_open(const struct panes *p, const struct pane_order *o, struct pane *ret,
    struct err *e)
{
	struct buf out = { 0 };
	struct span name;
	struct pane pane = { 0 };
	int r = make(p, o, false, &out, e);

	if (r > 0)
		r = make(p, o, true, &out, e);
	/* another made the session meanwhile */
	if (r > 0)
		r = make(p, o, false, &out, e);
	if (r == 0 && read_line(buf_as_span(&out), &pane, &name) == -1)
		r = 1;
	if (r == 0)
		r = process_start(pane.pid, pane.start, e);
	if (r == 0)
		*ret = pane;
	else if (r > 0)
		r = err_set(e, STATUS_TEMPORARY,
		    "cannot open a window: tmux gave none");
	buf_done(&out);
	return r;
}

int
panes_look(const struct panes *p, const struct pane *pane, enum pane_fate *ret,
    struct err *e)
{
	bool runs = process_is(pane->pid, pane->start);
	struct pane now;
	int r = seek(p, pane->id, NULL, &now, e);

	if (r == -1)
		return -1;
	if (r == 0 && runs && now.pid == pane->pid)
		*ret = PANE_SAME;
	else if (r == 1 && !runs && process_start(pane->pid, now.start, e) == 1)
		*ret = PANE_MISSING;
	else
		*ret = PANE_OTHER;
	return 0;
}

static bool
is_gone(const struct pane *pane, int64_t wait_ms)
{
	int64_t deadline = clock_mono_ms() + wait_ms;

	while (process_is(pane->pid, pane->start)) {
		if (clock_mono_ms() >= deadline)
			return false;
		(void)clock_wait_until(clock_mono_ms() + STEP_MS);
	}
	return true;
}

/* By a descriptor, compared after it was opened: no other can be hit. */
static void
kill_process(const struct pane *pane)
{
	int fd = (int)syscall(SYS_pidfd_open, (pid_t)pane->pid, 0);

	if (fd == -1)
		return;
	if (process_is(pane->pid, pane->start))
		(void)syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0);
	(void)close(fd);
}

int
panes_close(const struct panes *p, const struct pane *pane, struct err *e)
{
	struct call c = begin(p, "if-shell");
	char same[80], kill_it[40];

	/* -F: the server itself compares, no shell runs */
	(void)snprintf(
	    same, sizeof(same), "#{==:#{pane_pid},%lld}", (long long)pane->pid);
	(void)snprintf(kill_it, sizeof(kill_it), "kill-pane -t %s", pane->id);
	add(&c, "-F");
	add(&c, "-t");
	add(&c, pane->id);
	add(&c, same);
	add(&c, kill_it);
	if (run(&c, NULL, e) == -1)
		return -1;
	if (is_gone(pane, HANGUP_MS))
		return 0;
	kill_process(pane);
	if (is_gone(pane, KILL_MS))
		return 0;
	return err_set(e, STATUS_TEMPORARY,
	    "cannot end the worker in pane '%s': it does not go", pane->id);
}

int
panes_retire(const struct panes *p, const struct pane *pane, bool gone_is_fine,
    int (*note)(void *arg, struct err *e), void *arg, struct err *e)
{
	enum pane_fate fate;

	if (panes_look(p, pane, &fate, e) == -1)
		return -1;
	switch (fate) {
	case PANE_SAME:
		if (note(arg, e) == -1)
			return -1;
		return panes_close(p, pane, e);
	case PANE_MISSING:
		if (gone_is_fine)
			return 0;
		return err_set(e, STATUS_TEMPORARY,
		    "cannot end the worker in pane '%s': it is missing, and "
		    "kept as evidence",
		    pane->id);
	case PANE_OTHER:
		/* its number may go round; the process is certainly gone */
		if (gone_is_fine && !process_is(pane->pid, pane->start))
			return 0;
		break;
	}
	return err_set(e, STATUS_TEMPORARY,
	    "cannot end the worker in pane '%s': it is another now, and kept "
	    "as evidence",
	    pane->id);
}
