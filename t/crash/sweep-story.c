#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sweep.h"

#define COMPLAIN_MAX 5

/* xorshift64: the same points every time */
uint64_t
sweep_random(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

/* Is this point ours to try?  All jobs count alike. */
bool
sweep_take(struct sweep *s, long one_in)
{
	bool chosen =
	    one_in <= 1 || sweep_random(&s->seed) % (uint64_t)one_in == 0;

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

const char *
sweep_act(int act)
{
	static const char *const names[] = { "act0", "act1", "act2" };

	return names[act];
}

/* Play the story undisturbed; keep what each act begins and ends with. */
int
sweep_rehearse(struct sweep *s)
{
	int act, program;

	for (act = 0; act < WORLD_ACTS; act++) {
		world_begin(&s->world, act);
		world_save(&s->world, sweep_act(act));
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

void
sweep_complain(
    struct sweep *s, const char *what, int act, const struct buf *got)
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
bool
sweep_compare(struct sweep *s, int act, int n, bool to_end, const char *what)
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
			sweep_complain(s, what, act, &got);
		if (!to_end)
			break;
		n = 0;
		if (act + 1 < WORLD_ACTS)
			world_begin(&s->world, act + 1);
	}
	buf_done(&got);
	return ok;
}

void
sweep_count(struct sweep *s, int program, enum technique t, bool ok)
{
	(void)__atomic_fetch_add(
	    &s->tally->points[program][t], 1, __ATOMIC_RELAXED);
	if (!ok)
		(void)__atomic_fetch_add(
		    &s->tally->failures[program][t], 1, __ATOMIC_RELAXED);
}
