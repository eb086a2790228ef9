/*
 * measure - run a command N times and say what it took: one JSON line with the
 * median wall and CPU milliseconds and the largest resident set in kB, of the
 * command and all its children.  usage: measure N COMMAND [ARG...]
 */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/num.h"

#define RUNS_MAX 1000

static double wall[RUNS_MAX];
static double cpu[RUNS_MAX];

static double
now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static double
spent_ms(const struct rusage *u)
{
	return (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec) * 1e3 +
	    (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec) / 1e3;
}

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The command's status; its times go to wall[i], cpu[i]. */
static int
once(char *argv[], size_t i, long *rss_kb)
{
	struct rusage u;
	double begin = now_ms();
	int status;
	pid_t pid = vfork();

	if (pid == 0) {
		(void)execvp(argv[0], argv);
		_exit(127);
	}
	if (pid == -1 || wait4(pid, &status, 0, &u) == -1)
		return -1;

	wall[i] = now_ms() - begin;
	cpu[i] = spent_ms(&u);
	if (u.ru_maxrss > *rss_kb)
		*rss_kb = u.ru_maxrss;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

int
main(int argc, char *argv[])
{
	int64_t n = 0;
	long rss_kb = 0;
	int status = 0;

	if (argc < 3 ||
	    num_parse(span_of(argv[1]), 1, RUNS_MAX, &n, NULL) == -1) {
		fprintf(stderr, "usage: measure N COMMAND [ARG...]\n");
		return 64;
	}

	for (size_t i = 0; i < (size_t)n; i++) {
		int s = once(argv + 2, i, &rss_kb);

		if (s != 0)
			status = s;
	}
	qsort(wall, (size_t)n, sizeof(*wall), by_value);
	qsort(cpu, (size_t)n, sizeof(*cpu), by_value);
	printf("{\"wall_ms\":%.3f,\"cpu_ms\":%.3f,\"rss_kb\":%ld,"
	       "\"status\":%d}\n",
	    wall[n / 2], cpu[n / 2], rss_kb, status);
	return 0;
}
