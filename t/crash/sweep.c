/*
 * sweep BIN SHIM FOLDER JOBS [SAMPLE] - kill at every point, recover, compare
 *
 * Every single kill of each program at each call that matters on disk, in
 * each act; every pair of kills within decide and deliver (the second in the
 * recovery after the first), and of pairs across all programs a sample.
 * SAMPLE: about so many points of each row.  Prints program x technique x
 * points x failures; status 1 where any failed.
 */

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sweep.h"

static const char *const techniques[TECHNIQUES] = { "kill before a call",
	"kill after a call", "kill in mid-write", "kill, and its recovery",
	"kill two programs", "a call fails, EIO", "disk full from a call on",
	"short write", "two pipelines at once", "power cut, ext4",
	"power cut, xfs" };

static int
work(struct sweep *s, const char *folder)
{
	char path[WORLD_PATH];

	(void)snprintf(path, sizeof(path), "%s/%d", folder, s->job);
	world_make(&s->world, path);
	if (sweep_rehearse(s) == -1) {
		(void)fprintf(stderr, "the story itself comes to no rest\n");
		return 1;
	}
	sweep_singles(s);
	sweep_pairs(s);
	sweep_across(s, s->sample > 1 ? 40 : 600);
	sweep_refusals(s);
	sweep_twice(s, s->sample > 1 ? 6 : 60);
	sweep_power(s, folder, "ext4");
	sweep_power(s, folder, "xfs");
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
