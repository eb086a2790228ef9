#ifndef SGT_T_TOLD_H
#define SGT_T_TOLD_H

#include "history.h"

/* What a history's reader hears: the events of what was committed. */
/* Does a text hold a key of the event's entries? */
static inline bool
history_has_key(const struct event *ev, struct span key)
{
	struct json entries = json_get(&ev->data, "entries"), k;
	struct json_item it = { 0 };

	while (json_each(&entries, &it)) {
		k = json_get(&it.value, "key");
		if (span_equal(case_text(&k), key))
			return true;
	}
	return false;
}

static inline void
history_hear(struct history *h, const struct event *ev)
{
	struct told *t;
	const struct entry *e;
	size_t i;

	for (i = 0; i < h->n_facts; i++) {
		t = &h->told[i];
		e = &h->facts[i].entry;
		if (!history_has_key(ev, e->key))
			continue;
		if (ev->phase == PHASE_ENDED) {
			t->open = false;
			if (e->resets_on == RESETS_ON_ABSENCE)
				t->last_ms = 0;
			continue;
		}
		t->times++;
		t->open = true;
		if (ev->phase == PHASE_ONCE && t->times > 1)
			h->occurred_twice = true;
		if (ev->phase != PHASE_ONCE && t->last_ms > 0 &&
		    (t->revision == h->revision ||
			e->resets_on == RESETS_ON_ABSENCE) &&
		    h->now_ms - t->last_ms < h->w.realert_ms)
			h->told_twice = true;
		t->last_ms = h->now_ms;
		t->revision = h->revision;
	}
}

/* What the first whole look shows of occurrences is the baseline. */
static inline void
history_baseline(struct history *h, const struct step *s)
{
	size_t i, j;

	if (h->looked || !s->t.next.subject.looked)
		return;

	h->looked = true;
	for (i = 0; i < h->n_facts; i++) {
		for (j = 0; j < s->o.n_entries; j++) {
			if (span_equal(
				h->facts[i].entry.key, s->o.entries[j].key))
				h->told[i].baseline = true;
		}
	}
}

/* The decision is written: what it says is told, the state is the next. */
static inline void
history_commit(struct history *h, struct step *s)
{
	struct pool old = h->kept;
	struct row row = s->t.next.row;
	size_t i;

	row.way = span_of(NULL);
	if (s->t.v.changed) {
		memset(&h->kept, 0, sizeof(h->kept));
		h->state = s->t.next;
		history_reread(&h->state, &h->kept);
		pool_done(&old);
		history_baseline(h, s);
		history_take_seen(h, &s->t.v);
		for (i = 0; i < s->t.v.n_events; i++)
			history_hear(h, &s->t.v.events[i]);
	}
	h->state.row = row;
}

#endif
