#include "engine/fold-due.h"

bool
fold_is_waiting(const struct message *m)
{
	return m->wakes && m->due_ms == 0;
}

bool
fold_is_digest(const struct message *m)
{
	return !m->wakes;
}

int64_t
fold_next_due(const struct inbox *in)
{
	int64_t due_ms = 0;
	size_t i;

	for (i = 0; i < in->n_messages; i++) {
		if (in->messages[i].due_ms != 0 &&
		    (due_ms == 0 || in->messages[i].due_ms < due_ms))
			due_ms = in->messages[i].due_ms;
	}
	return due_ms;
}

enum hold
fold_judge(const struct inbox *in, const struct policy *p,
    const struct delivery *d, struct span key, int64_t at_ms,
    int64_t *ret_due_ms)
{
	const struct inbox_hold *acked = inbox_held(in, key);
	enum hold hold;
	int64_t due_ms = 0;

	hold = hold_judge(p, d, at_ms, &due_ms);
	if (acked != NULL && !d->recovery && acked->until_ms > at_ms &&
	    acked->until_ms > due_ms && d->priority <= acked->priority) {
		hold = HOLD_ACK;
		due_ms = acked->until_ms;
	}
	if (hold != HOLD_NONE)
		*ret_due_ms = due_ms;
	return hold;
}

int64_t
fold_rate_due(struct inbox *in, const struct policy *p, int64_t at_ms)
{
	int64_t every_ms = p->rate_ms == 0 ? POLICY_RATE_MS : p->rate_ms;
	int64_t burst = p->burst == 0 ? POLICY_BURST : p->burst;
	int64_t free_ms;

	if (at_ms < in->release_ms)
		return in->release_ms;

	free_ms = in->rate_ms - (burst - 1) * every_ms;
	if (in->rate_ms < at_ms)
		in->rate_ms = at_ms;
	in->rate_ms += every_ms;
	if (free_ms <= at_ms)
		return 0;
	in->release_ms = free_ms;
	return free_ms;
}

static void
release(struct inbox *in, const struct policy *p, struct message *m)
{
	struct delivery d = { span_of(in->party), span_of(m->subject),
		span_of(m->type), m->level, false };
	enum hold hold;
	int64_t due_ms = 0;

	hold = fold_judge(in, p, &d, span_of(m->key), m->due_ms, &due_ms);
	m->hold = hold;
	m->due_ms = hold == HOLD_NONE ? 0 : due_ms;
	if (hold == HOLD_NONE)
		m->told = true;
}

void
fold_release(struct inbox *in, const struct policy *p, int64_t at_ms)
{
	int64_t soon_ms = p->rate_ms == 0 ? POLICY_RATE_MS : p->rate_ms;
	struct message *m;
	size_t i;

	for (i = 0; i < in->n_messages; i++) {
		m = &in->messages[i];
		/* a time from the future makes nothing wait */
		if (m->hold == HOLD_RATE && m->due_ms > at_ms + soon_ms)
			m->due_ms = at_ms;
		while (m->due_ms != 0 && m->due_ms <= at_ms)
			release(in, p, m);
	}
	inbox_drop_holds(in, at_ms);
}
