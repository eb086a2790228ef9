/*
 * sweep BIN SHIM FOLDER JOBS [SAMPLE] - kill at every point, recover, compare
 *
 * Every single kill of each program at each call that matters on disk, in
 * each act; every pair of kills within decide and deliver (the second in the
 * recovery after the first), and of pairs across all programs a sample.
 * SAMPLE: about so many points of each row.  Prints program x technique x
 * points x failures; status 1 where any failed.
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "power.h"
#include "world.h"

#define CALLS_MAX 400
#define COMPLAIN_MAX 5

enum technique {
	KILL_BEFORE,
	KILL_AFTER,
	KILL_HALF,
	KILL_PAIR,
	KILL_ACROSS,
	CALL_FAILS,
	CALLS_FAIL,
	WRITE_SHORT,
	TWO_AT_ONCE,
	POWER_EXT4,
	POWER_XFS,
	TECHNIQUES
};

static const char *const techniques[TECHNIQUES] = { "kill before a call",
	"kill after a call", "kill in mid-write", "kill, and its recovery",
	"kill two programs", "a call fails, EIO", "disk full from a call on",
	"short write", "two pipelines at once", "power cut, ext4",
	"power cut, xfs" };
static const char *const hows[] = { "before", "after", "half" };

struct tally {
	long points[WORLD_PROGRAMS][TECHNIQUES];
	long failures[WORLD_PROGRAMS][TECHNIQUES];
	long complaints;
	/* no loop mounts here */
	bool refused;
};

struct sweep {
	struct world world;
	struct tally *tally;
	int job, jobs;
	/* one in so many is taken; of the work that all see alike */
	long sample;
	long turn;
	/* how each act ends when nobody dies */
	struct buf clean[WORLD_ACTS];
	/* the calls of each program in each act: w writes, s syncs */
	char calls[WORLD_ACTS][WORLD_PROGRAMS][CALLS_MAX];
	long n_calls[WORLD_ACTS][WORLD_PROGRAMS];
	uint64_t seed;
	bool lenient;
};

/* xorshift64: the same points every time */
static uint64_t
next_random(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

/* Is this point ours to try?  All jobs count alike. */
static bool
take(struct sweep *s, long one_in)
{
	bool chosen =
	    one_in <= 1 || next_random(&s->seed) % (uint64_t)one_in == 0;

	if (!chosen)
		return false;
	return s->turn++ % s->jobs == s->job;
}

static void
record_calls(struct sweep *s, int act, int program)
{
	struct fault f = { .program = program };
	char log[WORLD_PATH * 2], name[32];
	long n = 0;
	FILE *in;

	(void)snprintf(log, sizeof(log), "%s/calls", s->world.path);
	(void)unlink(log);
	world_restore(&s->world,
	    act == 0	 ? "act0" :
		act == 1 ? "act1" :
			   "act2");
	(void)world_run(&s->world, act, 0, &f, log);
	in = fopen(log, "r");
	while (in != NULL && fgets(name, sizeof(name), in) != NULL &&
	    n < CALLS_MAX)
		s->calls[act][program][n++] = strstr(name, "write") != NULL ?
		    'w' :
		    strstr(name, "sync") != NULL ? 's' :
						   '-';
	if (in != NULL)
		(void)fclose(in);
	s->n_calls[act][program] = n;
}

static const char *
act_name(int act)
{
	static const char *const names[] = { "act0", "act1", "act2" };

	return names[act];
}

/* Play the story undisturbed; keep what each act begins and ends with. */
static int
rehearse(struct sweep *s)
{
	int act, program;

	for (act = 0; act < WORLD_ACTS; act++) {
		world_begin(&s->world, act);
		world_save(&s->world, act_name(act));
		if (!world_rest(&s->world, act, 0))
			return -1;
		world_tell(&s->world, &s->clean[act]);
		world_save(&s->world, "after");
		for (program = 0; program < WORLD_PROGRAMS; program++)
			record_calls(s, act, program);
		world_restore(&s->world, "after");
	}
	return 0;
}

static void
complain(struct sweep *s, const char *what, int act, const struct buf *got)
{
	struct buf err = { 0 };

	if (__atomic_fetch_add(&s->tally->complaints, 1, __ATOMIC_RELAXED) >=
	    COMPLAIN_MAX)
		return;
	world_complaints(&s->world, &err);
	(void)fprintf(stderr,
	    "act %d, %s:\n--- without a kill\n%s--- with it\n%s--- said\n%s\n",
	    act, what, s->clean[act].s, got->s, err.s == NULL ? "" : err.s);
	buf_done(&err);
}

/*
 * Evidence that could not be written, and was complained of, is not held
 * against the program: the event is what must arrive.
 */
static void
forgive(struct buf *got)
{
	static const char lack[] = " NO EVIDENCE";
	size_t len = sizeof(lack) - 1;
	char *at;

	while ((at = strstr(got->s, lack)) != NULL) {
		memmove(at, at + len, strlen(at + len) + 1);
		got->len -= len;
	}
}

/* To rest, and to the story's end; is all as it would have been? */
static bool
compare(struct sweep *s, int act, int n, bool to_end, const char *what)
{
	struct buf got = { 0 };
	bool ok = true;

	for (; ok && act < WORLD_ACTS; act++) {
		buf_reset(&got);
		if (!world_rest(&s->world, act, n))
			buf_text(&got, "no rest\n");
		world_tell(&s->world, &got);
		if (s->lenient)
			forgive(&got);
		ok = span_equal(buf_as_span(&got), buf_as_span(&s->clean[act]));
		if (!ok)
			complain(s, what, act, &got);
		if (!to_end)
			break;
		n = 0;
		if (act + 1 < WORLD_ACTS)
			world_begin(&s->world, act + 1);
	}
	buf_done(&got);
	return ok;
}

static void
count(struct sweep *s, int program, enum technique t, bool ok)
{
	(void)__atomic_fetch_add(
	    &s->tally->points[program][t], 1, __ATOMIC_RELAXED);
	if (!ok)
		(void)__atomic_fetch_add(
		    &s->tally->failures[program][t], 1, __ATOMIC_RELAXED);
}

static void
single(struct sweep *s, int act, const struct fault *f, enum technique t)
{
	char what[128];
	bool died;

	world_begin(&s->world, act);
	world_restore(&s->world, act_name(act));
	died = world_run(&s->world, act, 0, f, NULL) == -1;
	(void)snprintf(what, sizeof(what), "%s killed %s call %ld%s",
	    world_programs[f->program], f->how, f->at,
	    died ? "" : " (it lived)");
	count(s, f->program, t, compare(s, act, 1, true, what) && died);
}

static void
singles(struct sweep *s)
{
	int act, p, t;
	long at;

	for (act = 0; act < WORLD_ACTS; act++) {
		for (p = 0; p < WORLD_PROGRAMS; p++) {
			for (at = 1; at <= s->n_calls[act][p]; at++) {
				for (t = KILL_BEFORE; t <= KILL_HALF; t++) {
					struct fault f = { p, at, hows[t], 0 };

					if (t == KILL_HALF &&
					    s->calls[act][p][at - 1] != 'w')
						continue;
					if (take(s, s->sample))
						single(s, act, &f,
						    (enum technique)t);
				}
			}
		}
	}
}

/* False where the recovery came to its end before the second kill. */
static bool
pair(struct sweep *s, int act, const struct fault *a, const struct fault *b,
    enum technique t)
{
	char what[160];

	world_restore(&s->world, "middle");
	if (world_run(&s->world, act, 1, b, NULL) != -1)
		return false;
	(void)snprintf(what, sizeof(what),
	    "%s killed %s call %ld, then %s killed %s call %ld",
	    world_programs[a->program], a->how, a->at,
	    world_programs[b->program], b->how, b->at);
	count(s, a->program, t, compare(s, act, 2, false, what));
	return true;
}

/*
 * All second kills after this first.  Dead processes lose no bytes: after a
 * call is before the next.
 */
static void
seconds(struct sweep *s, int act, const struct fault *a)
{
	int p, half;
	long at;

	world_restore(&s->world, act_name(act));
	(void)world_run(&s->world, act, 0, a, NULL);
	world_save(&s->world, "middle");
	for (p = 2; p < WORLD_PROGRAMS; p++) {
		for (half = 0; half < 2; half++) {
			for (at = 1;; at++) {
				struct fault b = { p, at,
					half ? "half" : "before", 0 };

				if (!pair(s, act, a, &b, KILL_PAIR))
					break;
			}
		}
	}
}

static void
pairs(struct sweep *s)
{
	int act, p, half;
	long at;

	for (act = 0; act < WORLD_ACTS; act++) {
		world_begin(&s->world, act);
		for (p = 2; p < WORLD_PROGRAMS; p++) {
			for (at = 1; at <= s->n_calls[act][p]; at++) {
				for (half = 0; half < 2; half++) {
					struct fault a = { p, at,
						half ? "half" : "before", 0 };

					if (half &&
					    s->calls[act][p][at - 1] != 'w')
						continue;
					if (take(s,
						s->sample == 1 ? 1 :
								 s->sample * 8))
						seconds(s, act, &a);
				}
			}
		}
	}
}

/* Of pairs across all programs so many, by a fixed seed. */
static void
across(struct sweep *s, long n)
{
	long i, k;

	for (i = 0; i < n; i++) {
		int act = (int)(next_random(&s->seed) % WORLD_ACTS);
		struct fault a = { (int)(next_random(&s->seed) % 4), 1,
			"before", 0 };
		struct fault b = { (int)(next_random(&s->seed) % 4), 1,
			"before", 0 };

		k = s->n_calls[act][a.program];
		a.at += (long)(next_random(&s->seed) % (uint64_t)(k + 1));
		k = s->n_calls[act][b.program];
		b.at += (long)(next_random(&s->seed) % (uint64_t)(k + 1));
		if (!take(s, 1))
			continue;
		world_begin(&s->world, act);
		world_restore(&s->world, act_name(act));
		(void)world_run(&s->world, act, 0, &a, NULL);
		world_save(&s->world, "middle");
		(void)pair(s, act, &a, &b, KILL_ACROSS);
	}
}

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
	world_restore(&s->world, act_name(act));
	status = world_run(&s->world, act, 0, f, NULL);
	if (t == WRITE_SHORT)
		ok = status == 0;
	else if (kind == 's')
		ok = status > 1;
	(void)snprintf(what, sizeof(what),
	    "%s: call %ld %s with %d, status %d%s", world_programs[f->program],
	    f->at, f->how, f->error, status, ok ? "" : " IS WRONG");
	if (!ok)
		complain(s, what, act, &s->clean[act]);
	s->lenient = status > 1;
	count(s, f->program, t, compare(s, act, 1, true, what) && ok);
	s->lenient = false;
}

static void
refusals(struct sweep *s)
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
					if (take(s, s->sample))
						refusal(
						    s, act, &f, CALL_FAILS + t);
				}
			}
		}
	}
}

/* Nobody dies, but another timer has the same idea. */
static void
twice(struct sweep *s, long n)
{
	int act, status;
	pid_t pid;
	long i;

	for (i = 0; i < n; i++) {
		act = (int)(i % WORLD_ACTS);
		if (!take(s, 1))
			continue;
		world_begin(&s->world, act);
		world_restore(&s->world, act_name(act));
		pid = fork();
		if (pid == 0) {
			(void)world_run(&s->world, act, 0, NULL, NULL);
			_exit(0);
		}
		(void)world_run(&s->world, act, 0, NULL, NULL);
		(void)waitpid(pid, &status, 0);
		count(s, 2, TWO_AT_ONCE,
		    compare(s, act, 1, true, "two pipelines ran at once"));
	}
}

static void
cut(struct sweep *s, struct power *p, int act, const struct fault *f,
    bool with_others)
{
	char what[128];

	world_begin(&s->world, act);
	world_restore(&s->world, act_name(act));
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
	count(s, f->program,
	    strcmp(p->fs, "ext4") == 0 ? POWER_EXT4 : POWER_XFS,
	    compare(s, act, 1, true, what));
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
					if (take(s, s->sample * 2))
						cut(s, p, act, &f, others);
				}
			}
		}
	}
}

/* The same story, in a file system whose power fails. */
static void
power(struct sweep *s, const char *folder, const char *fs)
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
	if (rehearse(&other) == 0)
		cuts(&other, &p);
	power_end(&p);
}

static int
work(struct sweep *s, const char *folder)
{
	char path[WORLD_PATH];

	(void)snprintf(path, sizeof(path), "%s/%d", folder, s->job);
	world_make(&s->world, path);
	if (rehearse(s) == -1) {
		(void)fprintf(stderr, "the story itself comes to no rest\n");
		return 1;
	}
	singles(s);
	pairs(s);
	across(s, s->sample > 1 ? 40 : 600);
	refusals(s);
	twice(s, s->sample > 1 ? 6 : 60);
	power(s, folder, "ext4");
	power(s, folder, "xfs");
	world_remove(&s->world);
	return 0;
}

static int
report(const struct tally *t)
{
	long failures = 0;
	int p, k;

	(void)printf("%-12s %-24s %7s %9s\n", "PROGRAM", "TECHNIQUE", "POINTS",
	    "FAILURES");
	for (p = 0; p < WORLD_PROGRAMS; p++) {
		for (k = 0; k < TECHNIQUES; k++) {
			failures += t->failures[p][k];
			if (t->points[p][k] > 0)
				(void)printf("%-12s %-24s %7ld %9ld\n",
				    world_programs[p], techniques[k],
				    t->points[p][k], t->failures[p][k]);
		}
	}
	if (t->refused)
		(void)printf("power cuts: skipped, loop mounts are refused\n");
	return failures > 0;
}

int
main(int argc, char *argv[])
{
	struct sweep s = { .seed = 88172645463325252ULL, .sample = 1 };
	int i, status, bad = 0;

	if (argc < 5) {
		(void)fprintf(
		    stderr, "usage: sweep BIN SHIM FOLDER JOBS [SAMPLE]\n");
		return 64;
	}
	s.world.bin = argv[1];
	s.world.shim = argv[2];
	s.jobs = (int)strtol(argv[4], NULL, 10);
	if (s.jobs < 1 || s.jobs > 64)
		s.jobs = 2;
	if (argc > 5)
		s.sample = strtoll(argv[5], NULL, 10);
	s.tally = mmap(NULL, sizeof(*s.tally), PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (s.tally == MAP_FAILED)
		return 71;
	for (i = 0; i < s.jobs; i++) {
		s.job = i;
		if (fork() == 0)
			_exit(work(&s, argv[3]));
	}
	while (wait(&status) > 0)
		bad |= status != 0;
	return report(s.tally) | bad;
}
