#include "engine/occur.h"

#include "base/id.h"
#include "base/pool.h"
#include "engine/close.h"
#include "engine/compose.h"
#include "engine/look.h"
#include "engine/mask.h"
#include "engine/match.h"
#include "engine/priority.h"

static struct span
name(struct look *l, struct span type, struct span key)
{
	struct span parts[] = { type, l->ev->subject, key };

	return look_id(l, "evt_", parts, 3);
}

static struct news *
add(struct look *l, const struct entry *e, struct span id)
{
	struct news *n = look_news(l);

	n->sort = NEWS_OCCURRENCE;
	n->phase = PHASE_ONCE;
	n->type = e->type;
	n->key = e->key;
	n->brief = e->brief;
	n->revision = l->revision;
	n->id = id;
	n->data = e->data;
	n->time_ms = e->at_ms != 0 ? e->at_ms : l->ev->time_ms;
	n->since_ms = l->now_ms;
	n->entry = e;
	n->priority = priority_of(l, e);
	n->immediate = e->severity == SEVERITY_IMMEDIATE;
	if (l->closed)
		n->parked = "closed";
	return n;
}

static void
show(struct look *l, struct span id)
{
	struct verdict *v = l->v;

	v->shown =
	    look_more(l, v->shown, v->n_shown, &l->cap_shown, sizeof(id));
	v->shown[v->n_shown++] = id;
}

/*
 * Masked for good; the look as a whole is none the less one with nothing new.
 */
static void
remark_seen(struct look *l, struct span key)
{
	enum why quiet = l->quiet;

	look_remark(l, key, WHY_MASKED, 0);
	l->quiet = quiet;
}

static void
occurrence(struct look *l, const struct entry *e)
{
	bool asked = look_asks(l, e->type);
	bool reopens = close_reopens(e->type);
	struct span id;

	if (!asked)
		look_remark(l, e->key, WHY_FILTERED, 0);
	if (!asked && !reopens)
		return;
	id = name(l, e->type, e->key);
	if (l->clean)
		show(l, id);
	if (look_seen(l, id)) {
		remark_seen(l, e->key);
		return;
	}
	/* what an unfinished first look shows is not yet the baseline */
	if (l->first && !l->clean) {
		look_remark(l, e->key, WHY_BASELINE, 0);
		return;
	}

	look_add_seen(l, id);
	if (l->first) {
		look_remark(l, e->key, WHY_BASELINE, 0);
		return;
	}
	if (reopens && l->closed)
		close_reopen(l);
	if (asked)
		(void)add(l, e, id);
}

void
occur_look(struct look *l)
{
	const struct entry *e;
	size_t i;

	for (i = 0; i < l->n_entries; i++) {
		e = l->entries[i];
		if (e->severity != SEVERITY_TERMINAL &&
		    e->resets_on == RESETS_ON_NEVER)
			occurrence(l, e);
	}
}

/* What the kind would call it, or else the name it came with. */
static struct span
pushed_id(struct look *l, const struct event *ev)
{
	if (ev->entrykey.s != NULL)
		return name(l, ev->type, ev->entrykey);
	if (id_is(ev->id, "evt_"))
		return ev->id;

	return name(l, ev->type, ev->id);
}

/* An event that waited, as it came; our own records hold only what we read. */
static const struct event *
held_event(struct look *l, const struct held *h)
{
	struct event *ev;

	if (h->event.type != JSON_OBJECT)
		return NULL;

	ev = pool_new(l->p, sizeof(*ev));
	return event_parse(&h->event, l->p, ev, NULL) == 0 ? ev : NULL;
}

void
occur_held(struct look *l)
{
	const struct subject_state *s = &l->s->subject;
	const struct event *pushed;
	const struct held *h;
	struct news *n;
	size_t i;

	for (i = 0; i < s->n_held; i++) {
		h = &s->held[i];
		pushed = held_event(l, h);
		n = add(l, &h->entry,
		    pushed != NULL ? pushed_id(l, pushed) :
				     name(l, h->entry.type, h->entry.key));
		n->held = h;
		n->pushed = pushed;
		n->revision = h->revision;
		n->since_ms = h->since_ms;
		if (h->entry.at_ms == 0)
			n->time_ms = h->time_ms;
		n->parked = NULL;
	}
}

static void
terminal(struct look *l, const struct entry *e)
{
	struct news *n;
	bool closed = l->closed;

	l->closed = false;
	n = add(l, e, name(l, e->type, e->key));
	l->closed = closed;
	n->sort = NEWS_TERMINAL;
	if (n->priority < PRIORITY_ATTENTION)
		n->priority = PRIORITY_ATTENTION;
	if (e->resets_on == RESETS_ON_NEVER)
		look_add_seen(l, n->id);
	else
		n->phase = PHASE_BEGAN;
}

void
occur_terminal(struct look *l)
{
	enum outcome outcome = OUTCOME_NONE;
	const struct entry *e;
	size_t i;

	for (i = 0; i < l->n_entries; i++) {
		e = l->entries[i];
		if (e->severity != SEVERITY_TERMINAL)
			continue;
		if (mask_is_terminal_told(l, e->key)) {
			look_remark(l, e->key, WHY_CLOSED, 0);
			continue;
		}
		terminal(l, e);
		mask_tell_terminal(l, e);
		if (e->outcome > outcome)
			outcome = e->outcome;
		l->terminal = true;
	}
	if (l->terminal)
		close_end(l, outcome);
}

/* The event as an entry: what waits and what is remembered are entries. */
static struct entry *
as_entry(struct look *l, struct span id)
{
	const struct event *ev = l->ev;
	struct entry *e = pool_new(l->p, sizeof(*e));

	e->key = ev->entrykey.s != NULL ? ev->entrykey : ev->id;
	if (e->key.len > ENTRY_KEY_MAX)
		e->key = id;
	e->severity = SEVERITY_WAKE;
	if (ev->priority == PRIORITY_INFO)
		e->severity = SEVERITY_RECORD;
	if (ev->has_terminal && ev->terminal)
		e->severity = SEVERITY_TERMINAL;
	e->resets_on = RESETS_ON_NEVER;
	e->type = ev->type;
	compose_clean(&l->text, ev->summary.s != NULL ? ev->summary : ev->type,
	    ENTRY_BRIEF_MAX - 3);
	e->brief = look_text(l);
	e->priority = ev->priority;
	e->at_ms = ev->time_ms;
	return e;
}

static void
tell_pushed(struct look *l, const struct entry *e, struct span id)
{
	struct news *n;

	look_add_seen(l, id);
	if (e->severity == SEVERITY_TERMINAL && !l->w->paused) {
		if (mask_is_terminal_told(l, e->key))
			return;
		l->closed = false;
		l->terminal = true;
		mask_tell_terminal(l, e);
		close_end(l, OUTCOME_NONE);
	}
	n = add(l, e, id);
	n->pushed = l->ev;
	if (l->terminal) {
		n->sort = NEWS_TERMINAL;
		if (n->priority < PRIORITY_ATTENTION)
			n->priority = PRIORITY_ATTENTION;
	}
	if (l->w->paused)
		n->parked = "paused";
}

void
occur_pushed(struct look *l)
{
	const struct event *ev = l->ev;
	bool asked = match_event(l->w, ev) != NULL;
	bool ends = ev->has_terminal && ev->terminal;
	bool reopens = close_reopens(ev->type);
	struct span id = pushed_id(l, ev);
	const struct entry *e = as_entry(l, id);

	if (l->clause == NULL || (!asked && !ends && !reopens)) {
		look_remark(l, e->key, WHY_FILTERED, 0);
		return;
	}
	if (look_seen(l, id)) {
		remark_seen(l, e->key);
		return;
	}
	if (reopens && l->closed)
		close_reopen(l);
	if (asked || ends)
		tell_pushed(l, e, id);
	else
		look_add_seen(l, id);
}
