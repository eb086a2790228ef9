#include "engine/fold.h"

#include <string.h>

#include "engine/fold-ack.h"
#include "engine/fold-due.h"

static const char *const effect_names[] = {
	[EFFECT_NONE] = "none",
	[EFFECT_WAKE] = "wake",
	[EFFECT_COALESCED] = "coalesced",
	[EFFECT_DIGEST] = "digest",
	[EFFECT_HELD] = "held",
	[EFFECT_DUPLICATE] = "duplicate",
	[EFFECT_ACKED] = "acked",
};

const char *
effect_kind_name(enum effect_kind k)
{
	return effect_names[k];
}

/* One event on its way into the inbox. */
struct folding {
	struct inbox *in;
	const struct event *ev;
	const struct policy *policy;
	int64_t seq;
	int64_t at_ms;
	struct span key;
	enum priority priority;
	/* it asks for attention */
	bool asks;
	/* the end of what the party was told */
	bool recovery;
};

static size_t
count_digest(const struct inbox *in)
{
	size_t i, n = 0;

	for (i = 0; i < in->n_messages; i++)
		n += !in->messages[i].wakes && !in->messages[i].told;
	return n;
}

/* Was the party told of it: woken, or it stood in the digest? */
static bool
is_told(const struct inbox *in, const struct episode *episode)
{
	const struct message *m;

	if (episode->told)
		return true;

	m = inbox_find(in, span_of(episode->key));
	/* the message is gone: it was read */
	return m == NULL || m->born != episode->born || m->told || !m->wakes;
}

/* A line stands for as many entries as it names. */
static int64_t
count_entries(const struct event *ev)
{
	struct json entries = json_get(&ev->data, "entries");
	size_t n = json_count(&entries);

	return n == 0 ? 1 : (int64_t)n;
}

static struct span
episode_id(const struct event *ev)
{
	return ev->episode.s != NULL ? ev->episode : ev->id;
}

static void
enter_episode(struct folding *f, struct message *m)
{
	struct episode *episode;

	if (f->ev->phase != PHASE_BEGAN && f->ev->phase != PHASE_STILL) {
		m->lasting |= f->ev->phase != PHASE_ENDED;
		return;
	}

	episode = inbox_episode(f->in, episode_id(f->ev));
	if (episode == NULL) {
		episode = inbox_add_episode(f->in, episode_id(f->ev), f->key);
		episode->open = count_entries(f->ev);
	} else if (episode->born != m->born)
		episode->told = is_told(f->in, episode);
	if (episode->born != m->born) {
		episode->born = m->born;
		m->n_open++;
	}
	if (f->priority > episode->priority)
		episode->priority = f->priority;
}

/*
 * The end of a condition.  False where the party never heard of it; else
 * what is told is at most as loud as the beginning was.
 */
static bool
leave_episode(struct folding *f, struct message *m)
{
	struct episode *episode;

	if (f->ev->episode.s == NULL)
		return true;
	episode = inbox_episode(f->in, f->ev->episode);
	if (episode == NULL)
		return false;

	f->recovery = is_told(f->in, episode);
	if (f->priority > episode->priority)
		f->priority = episode->priority;
	episode->open -= count_entries(f->ev);
	if (episode->open <= 0) {
		if (m != NULL && m->born == episode->born)
			m->n_open--;
		inbox_end_episode(f->in, episode);
	}
	return true;
}

static bool
is_over(const struct message *m)
{
	return !m->lasting && m->n_open <= 0;
}

static void
let_wake(struct folding *f, struct message *m, struct effect *ret)
{
	struct delivery d = { span_of(f->in->party), f->ev->subject,
		f->ev->type, f->priority, f->recovery };
	enum hold hold;
	int64_t due_ms = 0;

	hold = fold_judge(f->in, f->policy, &d, f->key, f->at_ms, &due_ms);
	if (hold == HOLD_NONE && f->priority != PRIORITY_CRITICAL) {
		due_ms = fold_rate_due(f->in, f->policy, f->at_ms);
		hold = due_ms == 0 ? HOLD_NONE : HOLD_RATE;
	}

	m->wakes = true;
	m->asks_seq = f->seq;
	m->hold = hold;
	m->due_ms = due_ms;
	ret->kind = hold == HOLD_NONE ? EFFECT_WAKE : EFFECT_HELD;
	ret->hold = hold;
	ret->due_ms = due_ms;
	if (hold != HOLD_NONE)
		return;

	m->told = true;
	ret->n_digest = count_digest(f->in);
	ret->urgency = m->urgency;
}

/* May this line wake, given what lies there unread? */
static bool
wakes_again(const struct folding *f, const struct message *m, bool was_terminal)
{
	if (!f->asks)
		return false;
	if (f->priority > m->level || f->ev->phase == PHASE_STILL)
		return true;
	if (m->terminal && !was_terminal)
		return true;
	/* news of the end overtakes what a mute holds */
	return f->recovery && m->wakes && !m->told;
}

static void
set_loudness(const struct folding *f, struct message *m)
{
	enum urgency urgency = f->ev->urgency;

	if (urgency == URGENCY_NONE)
		urgency = URGENCY_NEXT_TURN;
	if (f->priority == PRIORITY_CRITICAL && urgency < URGENCY_STEER)
		urgency = URGENCY_STEER;
	if (urgency > m->urgency)
		m->urgency = urgency;
	if (f->priority > m->priority)
		m->priority = f->priority;
	if (f->priority > m->level)
		m->level = f->priority;
}

/* Nothing in it stands any more. */
static void
settle(struct folding *f, struct message *m, struct effect *ret)
{
	if (f->ev->phase != PHASE_ENDED || !is_over(m))
		return;

	m->level = PRIORITY_INFO;
	if (ret->kind != EFFECT_COALESCED || m->told || !m->wakes)
		return;
	/* it began and ended while it was held: nobody is woken for it */
	if (m->hold == HOLD_MUTE || m->hold == HOLD_ACK) {
		inbox_remove(f->in, m);
		ret->kind = EFFECT_NONE;
		return;
	}
	m->wakes = false;
	m->hold = HOLD_NONE;
	m->due_ms = 0;
	ret->kind = EFFECT_DIGEST;
}

static void
fold_into(struct folding *f, struct message *m, bool is_new, struct effect *ret)
{
	bool was_terminal = m->terminal;
	bool wakes;

	message_take(m, f->ev, f->seq);
	enter_episode(f, m);
	wakes = is_new ? f->asks : wakes_again(f, m, was_terminal);
	set_loudness(f, m);

	ret->kind = is_new ? EFFECT_DIGEST : EFFECT_COALESCED;
	if (wakes)
		let_wake(f, m, ret);
	settle(f, m, ret);
}

/* The marker of what did not fit takes the line in. */
static void
fold_overflow(struct folding *f, struct effect *ret)
{
	struct message *m;
	bool wakes;

	m = fold_marker(f->in, f->ev->id, f->seq);
	m->count++;
	m->last_seq = f->seq;
	m->time_ms = f->at_ms;
	fold_name_marker(m);
	wakes = f->asks && f->priority > m->level;
	set_loudness(f, m);
	ret->kind = EFFECT_COALESCED;
	if (wakes)
		let_wake(f, m, ret);
}

static void
fold_event(struct folding *f, struct effect *ret)
{
	struct message *m = inbox_find(f->in, f->key);
	bool is_new = m == NULL;

	if (m != NULL && message_has(m, f->ev->id)) {
		ret->kind = EFFECT_DUPLICATE;
		return;
	}
	if (f->ev->phase == PHASE_ENDED && !leave_episode(f, m))
		return;
	/* the end of what was held, and whose message is no more */
	if (f->ev->phase == PHASE_ENDED && is_new && !f->recovery &&
	    f->ev->episode.s != NULL)
		return;

	f->asks = f->priority >= PRIORITY_ATTENTION &&
	    (f->ev->urgency != URGENCY_FYI || f->priority == PRIORITY_CRITICAL);
	if (is_new &&
	    !fold_make_room(f->in, f->policy, f->priority, f->ev->id)) {
		fold_overflow(f, ret);
		return;
	}
	if (is_new)
		m = inbox_add(f->in, f->key, f->ev->id, f->seq);
	fold_into(f, m, is_new, ret);
}

static bool
is_addressed(const struct inbox *in, const struct event *ev)
{
	struct json_item it = { 0 };
	size_t len = strlen(in->party);

	/* a party's grammar has nothing that JSON escapes */
	while (json_each(&ev->recipients, &it)) {
		if (it.value.type == JSON_TEXT && it.value.len == len + 2 &&
		    memcmp(it.value.s + 1, in->party, len) == 0)
			return true;
	}
	return false;
}

void
fold(struct inbox *in, const struct journal_line *l, const struct policy *p,
    int64_t now_ms, struct effect *ret)
{
	const struct event *ev = l->ev;
	struct folding f = { in, ev, p, l->seq, 0, ev->coalescekey,
		ev->priority, false, false };

	memset(ret, 0, sizeof(*ret));
	if (l->seq <= in->seq) {
		ret->kind = EFFECT_DUPLICATE;
		return;
	}
	in->seq = l->seq;
	if (!is_addressed(in, ev) || event_is(ev, FOLD_RECEIPT))
		return;

	if (ev->time_ms > in->time_ms && ev->time_ms <= now_ms)
		in->time_ms = ev->time_ms;
	f.at_ms = in->time_ms;
	fold_release(in, p, f.at_ms);

	if (f.key.s == NULL)
		f.key = ev->subject.s != NULL ? ev->subject : ev->id;
	if (f.priority == PRIORITY_NONE)
		f.priority = PRIORITY_INFO;
	if (event_is(ev, FOLD_ACKED))
		fold_ack(in, ev, ret);
	else if (event_is(ev, FOLD_WAKE))
		fold_wake(in, ev, ret);
	else
		fold_event(&f, ret);
}
