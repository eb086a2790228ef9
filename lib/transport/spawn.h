#ifndef SGT_TRANSPORT_SPAWN_H
#define SGT_TRANSPORT_SPAWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"

struct err;
struct pollfd;

/*
 * Run a program without a shell: its own session, only descriptors 0 to 2 (a
 * script that was checked also has 3), the environment it is given, a deadline
 * at which its whole group is killed (it dies with us, too), and a bound on
 * what is kept of its output.  spec/durability.md rule 19, spec/prototypes.md
 * 7.
 */

/* What it and all it starts may use; 0: as we may */
struct spawn_limits {
	int64_t cpu_s;
	int64_t file_bytes;
	/* of this user, all counted */
	int64_t processes;
};

struct spawn_order {
	/* NULL at the end; argv[0] is sought in PATH unless it has a '/' */
	const char *const *argv;
	/* "NAME=VALUE", NULL at the end: all there is */
	const char *const *env;
	/* NULL: where we are */
	const char *cwd;
	/* on its stdin; absent: /dev/null */
	struct span in;
	/* an opened, checked executable + 1; 0: seek argv[0] */
	int file_held;
	int64_t timeout_ms;
	size_t out_max;
	/* read one byte past out_max, no further: more ends it */
	bool stop_when_full;
	bool no_complaint;
	struct spawn_limits limits;
};

enum spawn_end {
	SPAWN_RUNNING,
	SPAWN_EXITED,
	SPAWN_SIGNALLED,
	SPAWN_TIMED_OUT,
	/* it could not be started */
	SPAWN_MISSING
};

struct spawn {
	enum spawn_end end;
	/* exit status, or the signal, or errno */
	int code;
	struct buf out;
	/* the beginning of what it wrote to stderr */
	struct buf complaint;
	/* there was more than out_max */
	bool truncated;
	bool stop_when_full;
	int64_t deadline_ms;
	/* descriptors + 1 */
	int in_held;
	int out_held;
	int err_held;
	int pid_held;
	pid_t pid;
	struct span in;
	size_t in_sent;
};

#define SPAWN_COMPLAINT_MAX 4096

/*
 * Start it.  A program that is not there is no error: end is SPAWN_MISSING.
 * order->in must live until the end.
 */
int spawn_start(struct spawn *ret, const struct spawn_order *o, struct err *e);

#define SPAWN_POLL_MAX 4
/* Up to so many descriptors to wait for; returns how many. */
size_t spawn_poll(const struct spawn *s, struct pollfd *ret);

/*
 * Take what is there, without waiting.  True when it has ended: its group is
 * killed, it is reaped, all descriptors are closed.
 */
bool spawn_step(struct spawn *s, int64_t mono_ms);

/* Start, wait, end. */
int spawn_run(struct spawn *ret, const struct spawn_order *o, struct err *e);
/* Releases the outputs; kills it where it still runs. */
void spawn_done(struct spawn *s);

#endif
