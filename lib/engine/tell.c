#include "engine/tell.h"

#include "base/id.h"
#include "base/pool.h"
#include "engine/compose.h"

static const struct span none = { NULL, 0 };

static int
by_number(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

/* What goes into one event stands together; the rest as it happened. */
static int
compare(const void *a, const void *b)
{
	const struct news *x = a, *y = b;
	int ret = by_number(x->sort, y->sort);

	if (ret == 0 && x->sort == NEWS_OCCURRENCE)
		ret = by_number(x->time_ms, y->time_ms);
	if (ret == 0)
		ret = span_compare(x->type, y->type);
	if (ret == 0)
		ret = by_number(x->phase, y->phase);
	if (ret == 0)
		ret = span_compare(x->episode, y->episode);
	return ret != 0 ? ret : span_compare(x->key, y->key);
}

/* How many of the news at n share its event. */
static size_t
group(const struct news *n, size_t n_news)
{
	size_t i;

	if (n->sort != NEWS_CONDITION && n->sort != NEWS_ENDED)
		return 1;

	for (i = 1; i < n_news; i++) {
		if (n[i].sort != n->sort || n[i].phase != n->phase ||
		    !span_equal(n[i].type, n->type) ||
		    span_compare(n[i].episode, n->episode) != 0)
			break;
	}
	return i;
}

/* evt_ over type, subject, sorted keys, revision, phase, time of decision. */
static struct span
condition_id(struct look *l, const struct news *n, size_t n_news)
{
	struct span *parts = pool_new(l->p, (n_news + 5) * sizeof(parts[0]));
	size_t i, at = 0;

	parts[at++] = n->type;
	parts[at++] = l->ev->subject;
	for (i = 0; i < n_news; i++)
		parts[at++] = n[i].key;
	parts[at++] = l->revision;
	parts[at++] = span_of(phase_name(n->phase));
	parts[at++] = look_number(l, l->now_ms);
	return look_id(l, "evt_", parts, at);
}

static struct span
source(struct look *l)
{
	struct span kind = { NULL, 0 };

	if (l->o != NULL)
		kind = l->o->kind;
	else if (l->clause != NULL)
		kind = l->clause->kind;
	buf_text(&l->text, "//sergeant.local/kind/");
	buf_span(&l->text, kind);
	return look_text(l);
}

/* The event as it came, with what only decide may say. */
static struct event
pushed(struct look *l, const struct news *n)
{
	struct event ev = *n->pushed;
	struct event own = compose_event(l, ev.type, ev.subject, l->now_ms);

	ev.recipients = own.recipients;
	ev.urgency = own.urgency;
	ev.watch = own.watch;
	if (ev.coalescekey.s == NULL)
		ev.coalescekey = own.coalescekey;
	if (ev.subjects.type == JSON_NONE)
		ev.subjects = own.subjects;
	if (ev.time.s == NULL) {
		ev.time = own.time;
		ev.time_ms = own.time_ms;
	}
	/* what only the journal says */
	ev.parked = none;
	ev.episode = none;
	ev.workspace = none;
	ev.dataref = none;
	ev.escalatedfrom = none;
	ev.inbound = 0;
	ev.last = false;
	ev.seq = 0;
	return ev;
}

static struct event
observed(struct look *l, const struct news *n, size_t n_news)
{
	struct event ev = compose_event(l, n->type, l->ev->subject, n->time_ms);

	if (n->sort != NEWS_FLAPPING)
		ev.source = source(l);
	ev.data = compose_data(l, n, n_news);
	return ev;
}

static void
park(struct look *l, struct event *ev, const char *why)
{
	ev->parked = span_of(why);
	buf_text(&l->text, "[]");
	ev->recipients = compose_json(l, JSON_ARRAY);
}

static struct event
make(struct look *l, const struct news *n, size_t n_news)
{
	struct event ev =
	    n->pushed != NULL ? pushed(l, n) : observed(l, n, n_news);
	size_t i;

	if (ev.summary.s == NULL)
		ev.summary = compose_summary(l, n, n_news);
	ev.has_terminal = true;
	ev.terminal = n->sort == NEWS_TERMINAL;
	ev.phase = n->phase;
	ev.priority = PRIORITY_INFO;
	for (i = 0; i < n_news; i++) {
		if (n[i].priority > ev.priority)
			ev.priority = n[i].priority;
	}
	ev.id = n->id;
	if (n->phase != PHASE_ONCE) {
		if (n->id.s == NULL)
			ev.id = condition_id(l, n, n_news);
		ev.episode = n->episode.s != NULL ? n->episode : ev.id;
	}
	if (n->parked != NULL)
		park(l, &ev, n->parked);
	return ev;
}

void
tell_event(struct look *l, const struct event *ev)
{
	struct verdict *v = l->v;

	v->events = look_more(
	    l, v->events, v->n_events, &l->cap_events, sizeof(v->events[0]));
	v->events[v->n_events++] = *ev;
	l->changed = true;
}

static void
remember(struct look *l, const struct news *n, struct span id)
{
	struct key_state *k = n->state;

	if (k == NULL)
		return;
	if (n->sort == NEWS_FLAPPING) {
		k->flap_episode = id;
		return;
	}
	k->told_ms = l->now_ms;
	k->told_revision = l->revision;
	k->severity = n->entry->severity;
	k->type = n->entry->type;
	k->ended_type = n->entry->ended_type;
	k->brief = n->entry->brief;
	if (n->phase == PHASE_BEGAN)
		k->episode = id;
}

static size_t
admitted(struct look *l)
{
	size_t i, n = 0;

	for (i = 0; i < l->n_news; i++) {
		if (l->news[i].admitted)
			l->news[n++] = l->news[i];
	}
	l->n_news = n;
	return n;
}

void
tell_news(struct look *l)
{
	size_t i, j, n, n_news = admitted(l);
	struct event ev;

	if (n_news == 0)
		return;

	qsort(l->news, n_news, sizeof(l->news[0]), compare);
	for (i = 0; i < n_news; i += n) {
		n = group(&l->news[i], n_news - i);
		ev = make(l, &l->news[i], n);
		tell_event(l, &ev);
		for (j = i; j < i + n; j++) {
			remember(l, &l->news[j], ev.id);
			if (l->news[j].entry != NULL)
				look_remark(l, l->news[j].key, WHY_DUE, 0);
		}
	}
}

static int
compare_spans(const void *a, const void *b)
{
	return span_compare(*(const struct span *)a, *(const struct span *)b);
}

static bool
is_over(const struct news *n)
{
	return n->sort == NEWS_ENDED || n->sort == NEWS_FLAPPING;
}

/* What is due; where nothing is, what is over.  Each key once. */
static void
set_keys(struct look *l)
{
	struct verdict *v = l->v;
	size_t i, n = 0, over = 0;

	v->keys = pool_new(l->p, l->n_news * sizeof(v->keys[0]));
	for (i = 0; i < l->n_news; i++)
		over += is_over(&l->news[i]);
	for (i = 0; i < l->n_news; i++) {
		if (over == l->n_news || !is_over(&l->news[i]))
			v->keys[n++] = l->news[i].key;
	}
	if (n > 1)
		qsort(v->keys, n, sizeof(v->keys[0]), compare_spans);
	for (i = 0; i < n; i++) {
		if (v->n_keys == 0 ||
		    !span_equal(v->keys[v->n_keys - 1], v->keys[i]))
			v->keys[v->n_keys++] = v->keys[i];
	}
	if (v->n_keys > ENTRIES_MAX)
		v->n_keys = ENTRIES_MAX;
}

static enum why
reason_of(const struct look *l, const struct news *n)
{
	if (n->parked != NULL)
		return l->w->paused ? WHY_PAUSED : WHY_CLOSED;
	if (n->sort == NEWS_TERMINAL)
		return WHY_TERMINAL;
	if (n->sort == NEWS_ENDED)
		return WHY_RECOVERED;
	if (n->sort == NEWS_FLAPPING)
		return WHY_FLAPPING;

	return WHY_DUE;
}

/* What the verdict is about: the strongest of its news. */
static enum why
reason(const struct look *l)
{
	static const enum why order[] = { WHY_TERMINAL, WHY_DUE, WHY_FLAPPING,
		WHY_RECOVERED, WHY_CLOSED, WHY_PAUSED };
	size_t i, j;

	for (i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		for (j = 0; j < l->n_news; j++) {
			if (reason_of(l, &l->news[j]) == order[i])
				return order[i];
		}
	}
	return WHY_NONE;
}

static void
name(struct look *l, struct verdict *v)
{
	struct span *parts = pool_new(l->p, (v->n_events + 2) * sizeof(*parts));
	struct span id;
	size_t i, n = 0;

	parts[n++] = v->watch;
	for (i = 0; i < v->n_events; i++)
		parts[n++] = v->events[i].id;
	parts[n++] = look_number(l, v->time_ms);
	id_of(v->id, "vrd_", parts, n);
	id = pool_copy(l->p, span_of(v->id));
	for (i = 0; i < v->n_events; i++)
		v->events[i].verdict = id;
}

/* The news as a reader wants them: what is true now before what is over. */
static struct span
summary(struct look *l)
{
	struct news *n = pool_new(l->p, l->n_news * sizeof(*n));
	size_t i, at = 0;

	for (i = 0; i < l->n_news; i++) {
		if (!is_over(&l->news[i]))
			n[at++] = l->news[i];
	}
	for (i = 0; i < l->n_news; i++) {
		if (is_over(&l->news[i]))
			n[at++] = l->news[i];
	}
	return compose_verdict(l, n, at);
}

void
tell_kind(struct look *l)
{
	struct verdict *v = l->v;
	size_t i;

	if (l->terminal)
		v->kind = VERDICT_TERMINAL;
	if (v->kind != VERDICT_QUIET || v->n_events == 0)
		return;

	v->kind = VERDICT_RECORD;
	for (i = 0; i < v->n_events; i++) {
		if (v->events[i].priority > PRIORITY_INFO &&
		    v->events[i].parked.s == NULL)
			v->kind = VERDICT_WAKE;
	}
}

void
tell_verdict(struct look *l)
{
	struct verdict *v = l->v;

	if (v->n_events == 0)
		return;

	if (l->n_news > 0) {
		v->why = reason(l);
		set_keys(l);
		v->summary = summary(l);
	} else {
		v->summary = v->events[0].summary;
	}
	name(l, v);
}
