#include <stdio.h>

#include "sweep.h"

/* Programs die: at each call, and again in the recovery. */

static const char *const hows[] = { "before", "after", "half" };

static void
single(struct sweep *s, int act, const struct fault *f, enum technique t)
{
	char what[128];
	bool died;

	world_begin(&s->world, act);
	world_restore(&s->world, sweep_act(act));
	died = world_run(&s->world, act, 0, f, NULL) == -1;
	(void)snprintf(what, sizeof(what), "%s killed %s call %ld%s",
	    world_programs[f->program], f->how, f->at,
	    died ? "" : " (it lived)");
	sweep_count(
	    s, f->program, t, sweep_compare(s, act, 1, true, what) && died);
}

void
sweep_singles(struct sweep *s)
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
					if (sweep_take(s, s->sample))
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
	sweep_count(s, a->program, t, sweep_compare(s, act, 2, false, what));
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

	world_restore(&s->world, sweep_act(act));
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

void
sweep_pairs(struct sweep *s)
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
					if (sweep_take(s,
						s->sample == 1 ? 1 :
								 s->sample * 8))
						seconds(s, act, &a);
				}
			}
		}
	}
}

/* Of pairs across all programs so many, by a fixed seed. */
void
sweep_across(struct sweep *s, long n)
{
	long i, k;

	for (i = 0; i < n; i++) {
		int act = (int)(sweep_random(&s->seed) % WORLD_ACTS);
		struct fault a = { (int)(sweep_random(&s->seed) % 4), 1,
			"before", 0 };
		struct fault b = { (int)(sweep_random(&s->seed) % 4), 1,
			"before", 0 };

		k = s->n_calls[act][a.program];
		a.at += (long)(sweep_random(&s->seed) % (uint64_t)(k + 1));
		k = s->n_calls[act][b.program];
		b.at += (long)(sweep_random(&s->seed) % (uint64_t)(k + 1));
		if (!sweep_take(s, 1))
			continue;
		world_begin(&s->world, act);
		world_restore(&s->world, sweep_act(act));
		(void)world_run(&s->world, act, 0, &a, NULL);
		world_save(&s->world, "middle");
		(void)pair(s, act, &a, &b, KILL_ACROSS);
	}
}
