#include "engine/flap.h"

#include "base/pool.h"
#include "engine/look.h"

/* 76 * 1.25, and 76 * (1.25 - 0.75) / 19: whole numbers for each interval */
#define WEIGHT_NEWEST 95
#define WEIGHT_STEP 2

int64_t
flap_sum(const int64_t *at, size_t n, int64_t now_ms, int64_t every_ms)
{
	bool odd[FLAP_STATES - 1] = { false };
	int64_t ago, sum = 0;
	size_t i;

	if (every_ms <= 0)
		return 0;

	for (i = 0; i < n; i++) {
		ago = (now_ms - at[i]) / every_ms;
		if (at[i] <= now_ms && ago < FLAP_STATES - 1)
			odd[ago] = !odd[ago];
	}
	/* there and back between two samples is not seen */
	for (i = 0; i < FLAP_STATES - 1; i++) {
		if (odd[i])
			sum += WEIGHT_NEWEST - WEIGHT_STEP * (int64_t)i;
	}
	return sum;
}

void
flap_change(struct look *l, struct key_state *k)
{
	int64_t *kept, old = l->now_ms - FLAP_STATES * l->w->every_ms;
	size_t i, n = 0;

	kept = pool_new(l->p, (k->n_changes + 1) * sizeof(kept[0]));
	for (i = 0; i < k->n_changes; i++) {
		if (k->n_changes - i < STATE_CHANGES_MAX && k->changes[i] > old)
			kept[n++] = k->changes[i];
	}
	kept[n++] = l->now_ms;
	k->changes = kept;
	k->n_changes = n;
	l->changed = true;
}

static void
tell(struct look *l, struct key_state *k, enum phase phase, int64_t sum)
{
	struct news *n = look_news(l);

	n->sort = NEWS_FLAPPING;
	n->phase = phase;
	n->type = span_of("sergeant.condition.flapping");
	n->key = k->key;
	n->brief = k->brief;
	n->revision = l->revision;
	n->time_ms = l->now_ms;
	n->percent = sum * 100 / FLAP_WHOLE;
	n->priority = PRIORITY_INFO;
	if (phase == PHASE_BEGAN) {
		/* what wakes nobody does not when it flaps */
		if (k->severity != SEVERITY_RECORD)
			n->priority = PRIORITY_ATTENTION;
		n->state = k;
	} else {
		n->episode = k->flap_episode;
	}
	l->changed = true;
}

static void
end(struct look *l, struct key_state *k, int64_t sum)
{
	struct span none = { NULL, 0 };

	tell(l, k, PHASE_ENDED, sum);
	k->flapping = false;
	k->flap_episode = none;
}

void
flap_forget(struct look *l, struct key_state *k)
{
	if (k->flapping)
		end(l, k, 0);
	k->changes = NULL;
	k->n_changes = 0;
}

bool
flap_judge(struct look *l, struct key_state *k)
{
	int64_t sum;

	if (k->n_changes == 0 && !k->flapping)
		return false;

	sum = flap_sum(k->changes, k->n_changes, l->now_ms, l->w->every_ms);
	if (!k->flapping && sum * 100 >= FLAP_BEGINS * FLAP_WHOLE) {
		k->flapping = true;
		tell(l, k, PHASE_BEGAN, sum);
	} else if (k->flapping && sum * 100 <= FLAP_ENDS * FLAP_WHOLE) {
		end(l, k, sum);
	}
	return k->flapping;
}
