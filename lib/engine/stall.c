#include "engine/stall.h"

#include "base/pool.h"
#include "engine/compose.h"
#include "engine/look.h"
#include "engine/mask.h"
#include "engine/tell.h"

static void
tell_quiet(struct look *l)
{
	struct event ev = compose_event(
	    l, span_of("sergeant.watch.quiet"), l->ev->subject, l->now_ms);
	struct span parts[] = { ev.type, l->w->id, ev.subject,
		look_number(l, l->now_ms) };
	struct news n = { .brief = span_of("nothing new, still watching") };

	ev.id = look_id(l, "evt_", parts, 4);
	ev.phase = PHASE_ONCE;
	ev.priority = PRIORITY_ATTENTION;
	ev.summary = compose_summary(l, &n, 1);
	tell_event(l, &ev);
}

bool
stall_floor(struct look *l)
{
	struct subject_state *s = &l->next->subject;
	int64_t quiet_ms = l->now_ms - s->floor_ms;

	if (l->w->floor <= 0 || !l->clean || l->closed || l->quiet == WHY_HELD)
		return false;
	if (s->floor_ms == 0 || quiet_ms < 0) {
		s->floor_ms = l->now_ms;
		l->changed = true;
		return false;
	}
	if (quiet_ms < l->w->floor * l->w->every_ms)
		return false;

	tell_quiet(l);
	l->v->kind = VERDICT_WAKE;
	l->v->why = WHY_FLOOR;
	return true;
}

void
stall_break(struct look *l)
{
	struct subject_state *s = &l->next->subject;
	struct span none = { NULL, 0 };

	if (s->settled_ms == 0 && s->settled_digest.s == NULL)
		return;

	s->settled_ms = 0;
	s->settled_digest = none;
	l->changed = true;
}

/* Revision, and each key with whether it was told; never prose. */
static struct span
digest(struct look *l)
{
	struct span *parts, told = span_of("told"), not = span_of("");
	const struct key_state *k;
	const struct entry *e;
	size_t i, n = 0;

	parts = pool_new(l->p, (2 * l->n_entries + 2) * sizeof(parts[0]));
	parts[n++] = l->revision;
	parts[n++] = span_of(error_class_name(l->o->error));
	for (i = 0; i < l->n_entries; i++) {
		e = l->entries[i];
		if (!look_asks(l, e->type))
			continue;
		k = mask_find(l, e->key);
		parts[n++] = e->key;
		parts[n++] = k != NULL && k->told_ms > 0 ? told : not ;
	}
	return look_id(l, "stl_", parts, n);
}

static int64_t
patience(const struct watch *w)
{
	int64_t ms = WATCH_STALL_LOOKS * w->every_ms;

	return ms > WATCH_STALL_MS ? ms : WATCH_STALL_MS;
}

bool
stall_is(struct look *l)
{
	struct subject_state *s = &l->next->subject;
	struct span now;

	if (!l->o->settled || l->quiet == WHY_HELD) {
		stall_break(l);
		return false;
	}
	if (!l->clean || !l->o->stalls)
		return false;

	now = digest(l);
	if (s->settled_ms > 0 && s->settled_ms <= l->now_ms &&
	    span_equal(now, s->settled_digest))
		return l->now_ms - s->settled_ms >= patience(l->w);

	s->settled_ms = l->now_ms;
	s->settled_digest = now;
	l->changed = true;
	return false;
}
