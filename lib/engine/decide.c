#include "engine/decide.h"

#include "base/id.h"
#include "base/num.h"
#include "engine/budget.h"
#include "engine/close.h"
#include "engine/due.h"
#include "engine/look.h"
#include "engine/mask.h"
#include "engine/occur.h"
#include "engine/stall.h"
#include "engine/stop.h"
#include "engine/take.h"
#include "engine/tell.h"
#include "engine/window.h"

/*
 * A stamp of the future makes nothing stale.  An event of which nobody says
 * when it came has its own time alone, and may come long after it happened.
 */
static bool
is_stale(const struct look *l, const struct fact *f)
{
	int64_t known = l->s->subject.as_of_ms;

	if (l->o == NULL && f->as_of_ms == 0)
		return false;

	return known <= l->now_ms && l->as_of_ms < known;
}

/* Nothing is asked of a watch that has ended, rests, or knows better. */
static bool
is_idle(struct look *l, const struct fact *f)
{
	struct verdict *v = l->v;

	if (l->s->watch.ended != END_NONE) {
		v->kind = end_why_is_stop(l->s->watch.ended) ? VERDICT_STOP :
							       VERDICT_TERMINAL;
		v->why = WHY_ENDED;
		v->outcome = l->s->watch.outcome;
		l->next->row.next_ms = DUE_NEVER;
		decide_name(v);
	} else if (l->w->paused && l->o != NULL) {
		v->why = WHY_PAUSED;
	} else if (is_stale(l, f)) {
		v->why = WHY_STALE;
	} else if (l->clause == NULL) {
		v->why = l->o != NULL ? WHY_GONE : WHY_FILTERED;
	} else {
		return false;
	}
	return true;
}

static void
tell(struct look *l)
{
	occur_held(l);
	if (l->terminal)
		window_admit_all(l);
	else
		window_admit(l);
	tell_news(l);
}

/* A closed subject's conditions matter no more. */
static void
conditions(struct look *l)
{
	size_t i;

	if (!l->o->attempted ||
	    (l->n_entries == 0 && !l->clean && !l->new_revision))
		return;
	if (!l->closed) {
		mask_conditions(l);
		return;
	}
	for (i = 0; i < l->n_entries; i++) {
		if (l->entries[i]->resets_on != RESETS_ON_NEVER &&
		    l->entries[i]->severity != SEVERITY_TERMINAL)
			look_remark(l, l->entries[i]->key, WHY_CLOSED, 0);
	}
}

/* Steps 2 and 3: may it go on?  What ended it has then been told. */
static bool
is_stopped(struct look *l)
{
	enum end_why why = budget_spent(l);

	if (why == END_NONE)
		why = due_count(l);
	if (why == END_NONE)
		return false;

	if (why == END_NOT_FOUND || why == END_UNSUPPORTED)
		stop_subject(l, why);
	else
		stop_watch(l, why);
	return true;
}

static void
judge_look(struct look *l)
{
	const struct row *r = &l->s->row;

	if (r->errors > 0 && r->errors_since_ms < l->now_ms &&
	    l->o->attempted && l->o->error == ERROR_NONE)
		l->blind_ms = l->now_ms - r->errors_since_ms;
	take_entries(l);
	take_revision(l);
	if (l->o->attempted) {
		occur_look(l);
		occur_terminal(l);
	}
	if (!l->terminal && is_stopped(l))
		return;
	if (l->terminal)
		(void)due_count(l);
	else
		conditions(l);
	tell(l);
	take_looked(l);
	take_cursor(l);
	if (l->v->n_events == 0 && l->o->attempted && !stall_floor(l) &&
	    stall_is(l))
		stop_watch(l, END_STALL);
}

static void
judge_event(struct look *l)
{
	enum end_why why;

	occur_pushed(l);
	why = l->w->paused || l->terminal ? END_NONE : budget_spent(l);
	if (why != END_NONE)
		stop_watch(l, why);
	else
		tell(l);
}

/* Why nothing is said. */
static enum why
quiet(const struct look *l)
{
	if (l->quiet == WHY_HELD)
		return WHY_HELD;
	if (l->o != NULL && !l->o->attempted)
		return WHY_UNATTEMPTED;
	if (l->o != NULL && l->o->error == ERROR_RATE_LIMITED)
		return WHY_THROTTLED;
	if (l->o != NULL && l->o->error != ERROR_NONE)
		return WHY_ERROR;
	if (l->closed)
		return WHY_CLOSED;

	return l->quiet == WHY_NONE ? WHY_NOTHING : l->quiet;
}

/* What telling costs. */
static void
charge(struct look *l)
{
	struct watch_state *s = &l->next->watch;
	const struct verdict *v = l->v;
	size_t i;

	if (v->kind == VERDICT_STOP || v->why == WHY_UNTIL)
		return;
	for (i = 0; i < v->n_events; i++) {
		if (v->events[i].parked.s == NULL &&
		    v->events[i].phase != PHASE_ENDED)
			s->count++;
	}
	stop_at_count(l);
	/* a look that told anything was not quiet */
	if (l->w->floor > 0)
		l->next->subject.floor_ms = l->now_ms;
	if (v->kind != VERDICT_WAKE && v->kind != VERDICT_TERMINAL)
		return;

	s->wakes++;
	stall_break(l);
}

static void
conclude(struct look *l)
{
	struct verdict *v = l->v;

	if (v->n_events > 0) {
		tell_kind(l);
		charge(l);
		tell_verdict(l);
	} else if (v->why == WHY_NONE) {
		v->why = quiet(l);
	}
	mask_forget(l);
	v->changed = l->changed;
	if (l->as_of_ms > l->s->subject.as_of_ms ||
	    l->s->subject.as_of_ms > l->now_ms)
		l->next->subject.as_of_ms = l->as_of_ms;
	due_reckon(l);
}

void
decide(const struct watch *w, const struct fact *f, const struct state *s,
    int64_t now_ms, struct pool *p, struct verdict *ret, struct state *ret_next)
{
	struct look l = { .w = w, .s = s, .now_ms = now_ms, .p = p };

	memset(ret, 0, sizeof(*ret));
	*ret_next = *s;
	l.v = ret;
	l.next = ret_next;
	ret->kind = VERDICT_QUIET;
	ret->watch = w->id;
	ret->subject = f->ev->subject;
	ret->time_ms = now_ms;
	if (f->o != NULL)
		ret->evidence = f->ev->data;
	take_fact(&l, f);
	if (is_idle(&l, f))
		return;

	mask_sort(&l);
	if (f->o != NULL)
		judge_look(&l);
	else
		judge_event(&l);
	conclude(&l);
	buf_done(&l.text);
}

void
decide_name(struct verdict *v)
{
	char time[NUM_MAX];
	struct span parts[] = { v->watch, v->subject, span_of(why_name(v->why)),
		num_print(time, v->time_ms) };

	if (v->id[0] != '\0')
		return;

	id_of(v->id, "vrd_", parts, 4);
}
