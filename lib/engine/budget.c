#include "engine/budget.h"

#include "engine/look.h"

/* -1: no bound; 0: none left */
static bool
is_spent(int64_t bound, int64_t spent)
{
	return bound >= 0 && spent >= bound;
}

/*
 * Failed looks in a row: a good one has none, but for a bound of none at all.
 */
static bool
is_out_of_errors(const struct look *l)
{
	bool good =
	    l->o == NULL || (l->o->attempted && l->o->error == ERROR_NONE);

	if (l->w->budget.errors == 0)
		return true;

	return !good && is_spent(l->w->budget.errors, l->s->row.errors);
}

enum end_why
budget_spent(const struct look *l)
{
	const struct budget *b = &l->w->budget;
	const struct watch_state *s = &l->s->watch;

	if (l->w->until == UNTIL_AT && l->now_ms >= l->w->until_at_ms)
		return END_AT;
	if (is_spent(b->runtime_ms, l->now_ms - l->w->created_ms))
		return END_BUDGET_RUNTIME;
	if (is_spent(b->turns, s->turns))
		return END_BUDGET_TURNS;
	if (is_spent(b->tokens, s->tokens))
		return END_BUDGET_TOKENS;
	if (is_spent(b->wakes, s->wakes))
		return END_BUDGET_WAKES;
	if (is_out_of_errors(l))
		return END_BUDGET_ERRORS;

	return END_NONE;
}
