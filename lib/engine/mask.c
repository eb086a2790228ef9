#include "engine/mask.h"

#include "base/pool.h"
#include "engine/flap.h"
#include "engine/look.h"
#include "engine/priority.h"

static const struct span none = { NULL, 0 };

static void
tell_end(struct look *l, struct key_state *k)
{
	struct news *n = look_news(l);
	bool own = k->ended_type.s == NULL || !look_asks(l, k->ended_type);

	n->sort = NEWS_ENDED;
	n->phase = PHASE_ENDED;
	n->type = own ? k->type : k->ended_type;
	n->priority = own ? PRIORITY_INFO : PRIORITY_ATTENTION;
	n->key = k->key;
	n->brief = k->brief;
	n->revision = l->revision;
	n->episode = k->episode;
	n->time_ms = l->ev->time_ms;
	k->episode = none;
	l->changed = true;
}

/* Told on a revision that is no more, and its end not yet. */
static bool
is_of_old_revision(const struct look *l, const struct key_state *k)
{
	return k->resets_on == RESETS_ON_REVISION && k->episode.s != NULL &&
	    k->told_revision.s != NULL && l->revision.s != NULL &&
	    !span_equal(k->told_revision, l->revision);
}

/*
 * A new revision: masks fall, and what was not told begins anew or is gone.
 * An episode that was told ends only when it is seen again or a whole look
 * lacks it.
 */
static void
renew(struct look *l, struct key_state *k, const struct entry *e)
{
	if (k->resets_on != RESETS_ON_REVISION ||
	    k->severity == SEVERITY_TERMINAL)
		return;

	flap_forget(l, k);
	k->told_ms = 0;
	if (k->episode.s != NULL)
		return;
	if (e == NULL)
		k->key = none;
	k->since_ms = l->now_ms;
}

static void
begin(struct look *l, struct key_state *k, const struct entry *e)
{
	k->key = e->key;
	k->resets_on = e->resets_on;
	k->severity = e->severity;
	k->type = e->type;
	k->ended_type = e->ended_type;
	k->brief = e->brief;
	k->since_ms = l->now_ms;
	l->changed = true;
	if (l->s->subject.looked)
		flap_change(l, k);
}

/* What k says of time, mended where a clock was wrong or looks failed. */
static void
mend_since(struct look *l, struct key_state *k)
{
	int64_t since = k->since_ms;

	if (k->episode.s != NULL)
		return;
	if (l->w->for_ms > 0)
		since += l->blind_ms;
	if (since > l->now_ms)
		since = l->now_ms;
	if (since != k->since_ms) {
		k->since_ms = since;
		l->changed = true;
	}
}

static void
tell_due(struct look *l, struct key_state *k, const struct entry *e)
{
	struct news *n = look_news(l);

	n->sort = NEWS_CONDITION;
	n->phase = k->episode.s == NULL ? PHASE_BEGAN : PHASE_STILL;
	n->type = e->type;
	n->key = e->key;
	n->brief = e->brief;
	n->revision = l->revision;
	n->episode = k->episode;
	n->data = e->data;
	n->time_ms = e->at_ms != 0 ? e->at_ms : l->ev->time_ms;
	n->since_ms = k->since_ms;
	if (k->episode.s == NULL && l->w->for_ms > 0)
		n->since_ms += l->w->for_ms;
	n->entry = e;
	n->state = k;
	n->priority = priority_of(l, e);
	n->immediate = e->severity == SEVERITY_IMMEDIATE;
	n->unsettled = e->resets_on == RESETS_ON_REVISION &&
	    (!l->o->settled || l->new_revision);
}

static bool
is_masked(struct look *l, const struct key_state *k, const struct entry *e)
{
	int64_t age = l->now_ms - k->told_ms;

	if (k->episode.s != NULL && e->severity == SEVERITY_RECORD) {
		look_remark(l, e->key, WHY_MASKED, 0);
		return true;
	}
	/* a stamp of the future masks nothing */
	if (k->told_ms > 0 && age >= 0 && age < l->w->realert_ms) {
		look_remark(
		    l, e->key, WHY_MASKED, k->told_ms + l->w->realert_ms);
		return true;
	}
	return false;
}

/* Only its end is asked for: begins unsaid, so that the end may be told. */
static void
begin_unsaid(struct look *l, struct key_state *k, const struct entry *e)
{
	struct span parts[] = { e->type, l->ev->subject, e->key };

	look_remark(l, e->key, WHY_FILTERED, 0);
	if (k->episode.s != NULL)
		return;

	k->episode = look_id(l, "evt_", parts, 3);
	k->told_ms = l->now_ms;
	k->told_revision = l->revision;
	k->brief = e->brief;
	l->changed = true;
}

static void
present(struct look *l, struct key_state *k, const struct entry *e)
{
	bool flapping;

	if (is_of_old_revision(l, k)) {
		tell_end(l, k);
		k->since_ms = l->now_ms;
		k->told_ms = 0;
	}
	if (k->over) {
		k->over = false;
		if (k->episode.s == NULL)
			k->since_ms = l->now_ms;
		flap_change(l, k);
	}
	flapping = flap_judge(l, k);
	mend_since(l, k);
	if (!look_asks(l, e->type))
		begin_unsaid(l, k, e);
	else if (flapping && k->episode.s == NULL)
		look_remark(l, e->key, WHY_FLAPPING, 0);
	else if (k->episode.s == NULL && l->w->for_ms > 0 &&
	    l->now_ms - k->since_ms < l->w->for_ms)
		look_remark(
		    l, e->key, WHY_MATURING, k->since_ms + l->w->for_ms);
	else if (!is_masked(l, k, e))
		tell_due(l, k, e);
}

static void
absent(struct look *l, struct key_state *k)
{
	bool old = is_of_old_revision(l, k);

	if (!l->clean || k->severity == SEVERITY_TERMINAL)
		return;

	if (!k->over) {
		k->over = true;
		flap_change(l, k);
	}
	/* while it flaps its end waits: it may be no end */
	if (flap_judge(l, k)) {
		look_remark(l, k->key, WHY_FLAPPING, 0);
		return;
	}
	if (k->episode.s != NULL)
		tell_end(l, k);
	/* of a revision's condition the mask stays, once a revision */
	if ((k->resets_on == RESETS_ON_ABSENCE || old) && k->told_ms != 0) {
		k->told_ms = 0;
		l->changed = true;
	}
}

/* Conditions that the watch asks for, by key; terminal ones come earlier. */
static bool
is_condition(struct look *l, const struct entry *e)
{
	if (e->severity == SEVERITY_TERMINAL || e->resets_on == RESETS_ON_NEVER)
		return false;

	if (look_asks(l, e->type) ||
	    (e->ended_type.s != NULL && look_asks(l, e->ended_type)))
		return true;

	look_remark(l, e->key, WHY_FILTERED, 0);
	return false;
}

static size_t
count_new(const struct key_state *k, size_t n_keys,
    const struct entry *const *e, size_t n_entries)
{
	size_t i = 0, j, n = 0;

	for (j = 0; j < n_entries; j++) {
		while (i < n_keys && span_compare(k[i].key, e[j]->key) < 0)
			i++;
		if (i == n_keys || !span_equal(k[i].key, e[j]->key))
			n++;
	}
	return n;
}

static void
judge(struct look *l, struct key_state *k, const struct entry *e)
{
	if (l->new_revision)
		renew(l, k, e);
	if (k->key.s == NULL)
		return;
	if (e != NULL)
		present(l, k, e);
	else
		absent(l, k);
}

/* Both by key: one walk over the two. */
static void
merge(struct look *l, const struct entry *const *e, size_t n_entries)
{
	struct subject_state *s = &l->next->subject;
	struct key_state *old = s->keys, *k;
	size_t i = 0, j = 0, n = 0, n_old = s->n_keys;
	const struct entry *now;
	int order;

	k = pool_new(
	    l->p, (n_old + count_new(old, n_old, e, n_entries)) * sizeof(k[0]));
	while (i < n_old || j < n_entries) {
		order = j == n_entries ? -1 : 1;
		if (i < n_old && j < n_entries)
			order = span_compare(old[i].key, e[j]->key);
		now = order < 0 ? NULL : e[j++];
		if (order <= 0)
			k[n] = old[i++];
		else
			begin(l, &k[n], now);
		judge(l, &k[n++], now);
	}
	s->keys = k;
	s->n_keys = n;
}

void
mask_conditions(struct look *l)
{
	const struct entry **e;
	size_t i, n = 0;

	e = pool_new(l->p, l->n_entries * sizeof(e[0]));
	for (i = 0; i < l->n_entries; i++) {
		if (is_condition(l, l->entries[i]))
			e[n++] = l->entries[i];
	}
	merge(l, e, n);
}
