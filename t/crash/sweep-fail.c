#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "power.h"
#include "sweep.h"

/* Calls fail, timers collide, the power goes. */

/*
 * A call fails: what was not done is not called done (a failed sync ends with
 * a status of its own), and the next run makes up for it.
 */
static void
refusal(struct sweep *s, int act, const struct fault *f, enum technique t)
{
	char kind = s->calls[act][f->program][f->at - 1];
	char what[128];
	int status;
	bool ok = true;

	world_begin(&s->world, act);
	world_restore(&s->world, sweep_act(act));
	status = world_run(&s->world, act, 0, f, NULL);
	if (t == WRITE_SHORT)
		ok = status == 0;
	else if (kind == 's')
		ok = status > 1;
	(void)snprintf(what, sizeof(what),
	    "%s: call %ld %s with %d, status %d%s", world_programs[f->program],
	    f->at, f->how, f->error, status, ok ? "" : " IS WRONG");
	if (!ok)
		sweep_complain(s, what, act, &s->clean[act]);
	s->lenient = status > 1;
	sweep_count(
	    s, f->program, t, sweep_compare(s, act, 1, true, what) && ok);
	s->lenient = false;
}

void
sweep_refusals(struct sweep *s)
{
	static const char *const how[] = { "fail", "failing", "short" };
	static const int error[] = { EIO, ENOSPC, 0 };
	int act, p, t;
	long at;

	for (act = 0; act < WORLD_ACTS; act++) {
		for (p = 0; p < WORLD_PROGRAMS; p++) {
			for (at = 1; at <= s->n_calls[act][p]; at++) {
				for (t = 0; t < 3; t++) {
					struct fault f = { p, at, how[t],
						error[t] };

					if (t == 2 &&
					    s->calls[act][p][at - 1] != 'w')
						continue;
					if (sweep_take(s, s->sample))
						refusal(
						    s, act, &f, CALL_FAILS + t);
				}
			}
		}
	}
}

/* Nobody dies, but another timer has the same idea. */
void
sweep_twice(struct sweep *s, long n)
{
	int act, status;
	pid_t pid;
	long i;

	for (i = 0; i < n; i++) {
		act = (int)(i % WORLD_ACTS);
		if (!sweep_take(s, 1))
			continue;
		world_begin(&s->world, act);
		world_restore(&s->world, sweep_act(act));
		pid = fork();
		if (pid == 0) {
			(void)world_run(&s->world, act, 0, NULL, NULL);
			_exit(0);
		}
		(void)world_run(&s->world, act, 0, NULL, NULL);
		(void)waitpid(pid, &status, 0);
		sweep_count(s, 2, TWO_AT_ONCE,
		    sweep_compare(
			s, act, 1, true, "two pipelines ran at once"));
	}
}

static void
cut(struct sweep *s, struct power *p, int act, const struct fault *f,
    bool with_others)
{
	char what[128];

	world_begin(&s->world, act);
	world_restore(&s->world, sweep_act(act));
	power_sync(p);
	(void)world_run(&s->world, act, 0, f, NULL);
	(void)snprintf(what, sizeof(what),
	    "power failed when %s was killed %s call %ld%s",
	    world_programs[f->program], f->how, f->at,
	    with_others ? ", and others had synced" : "");
	if (!power_cut(p, with_others)) {
		(void)fprintf(stderr, "cannot cut the power of %s\n", p->fs);
		return;
	}
	sweep_count(s, f->program,
	    strcmp(p->fs, "ext4") == 0 ? POWER_EXT4 : POWER_XFS,
	    sweep_compare(s, act, 1, true, what));
}

static void
cuts(struct sweep *s, struct power *p)
{
	int act, program, others;
	long at;

	for (act = 0; act < WORLD_ACTS; act++) {
		for (program = 1; program < WORLD_PROGRAMS; program++) {
			/* one more than there are: it lived */
			for (at = 1; at <= s->n_calls[act][program] + 1; at++) {
				struct fault f = { program, at, "before", 0 };

				for (others = 0; others < 2; others++) {
					if (sweep_take(s, s->sample * 2))
						cut(s, p, act, &f, others);
				}
			}
		}
	}
}

/* The same story, in a file system whose power fails. */
void
sweep_power(struct sweep *s, const char *folder, const char *fs)
{
	struct sweep other = *s;
	struct power p;
	char path[WORLD_PATH * 2];

	(void)snprintf(path, sizeof(path), "%s/%s-%d", folder, fs, s->job);
	if (!power_begin(&p, path, fs)) {
		s->tally->refused = true;
		return;
	}
	memset(other.clean, 0, sizeof(other.clean));
	(void)snprintf(path, sizeof(path), "%s/w", p.mount);
	world_make(&other.world, path);
	if (sweep_rehearse(&other) == 0)
		cuts(&other, &p);
	power_end(&p);
}
