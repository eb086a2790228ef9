#include "engine/stop.h"

#include "base/pool.h"
#include "engine/close.h"
#include "engine/compose.h"
#include "engine/look.h"
#include "engine/tell.h"
#include "model/subject.h"

static const char *
words(enum end_why why)
{
	switch (why) {
	case END_NONE:
		break;
	case END_TERMINAL:
		return "its subjects have ended";
	case END_AT:
		return "its time has come";
	case END_COUNT:
		return "its count is reached";
	case END_BUDGET_WAKES:
		return "no wakes left";
	case END_BUDGET_TURNS:
		return "no turns left";
	case END_BUDGET_TOKENS:
		return "no tokens left";
	case END_BUDGET_RUNTIME:
		return "no time left";
	case END_BUDGET_ERRORS:
		return "too many failed looks in a row";
	case END_STALL:
		return "nothing moves any more";
	case END_NOT_FOUND:
		return "not found";
	case END_UNSUPPORTED:
		return "cannot be asked";
	}
	return "";
}

static bool
is_open(const struct key_state *k)
{
	return !k->over && k->severity != SEVERITY_TERMINAL;
}

static void
add_open(struct buf *out, struct span key, struct span brief)
{
	if (out->s[out->len - 1] != '[')
		buf_byte(out, ',');
	buf_byte(out, '{');
	json_member_text(out, "key", key);
	json_member_text(out, "brief", brief);
	buf_byte(out, '}');
}

/* What was last known to be true, and what waited to be told. */
static struct json
data(struct look *l, enum end_why why)
{
	const struct subject_state *s = &l->s->subject;
	struct buf *out = &l->text;
	size_t i;

	buf_byte(out, '{');
	json_member_text(out, "reason", span_of(end_why_name(why)));
	json_member(out, "open");
	buf_byte(out, '[');
	for (i = 0; i < s->n_keys; i++) {
		if (is_open(&s->keys[i]))
			add_open(out, s->keys[i].key, s->keys[i].brief);
	}
	for (i = 0; i < s->n_held; i++)
		add_open(out, s->held[i].entry.key, s->held[i].entry.brief);
	buf_text(out, "]}");
	return compose_json(l, JSON_OBJECT);
}

static size_t
count_open(const struct subject_state *s)
{
	size_t i, n = s->n_held;

	for (i = 0; i < s->n_keys; i++) {
		if (is_open(&s->keys[i]))
			n++;
	}
	return n;
}

/* Of several subjects only this one is at hand: what is open is its own. */
static void
name_subject(struct look *l, struct buf *out)
{
	if (l->w->n_clauses < 2)
		return;
	buf_text(out, " of ");
	compose_clean(out, subject_short(l->ev->subject), COMPOSE_BRIEF_MAX);
}

static struct span
summary(struct look *l, enum end_why why)
{
	struct buf *out = &l->text;
	size_t n = count_open(&l->s->subject);

	buf_text(out, "watch ");
	compose_clean(out, l->w->label.len > 0 ? l->w->label : l->w->id,
	    COMPOSE_BRIEF_MAX);
	buf_text(out, end_why_is_stop(why) ? " stopped: " : " ended: ");
	buf_text(out, words(why));
	if (n > 0) {
		buf_format(out, " (%zu still open", n);
		name_subject(l, out);
		buf_byte(out, ')');
	}
	return look_text(l);
}

static struct span
subject(struct look *l)
{
	buf_text(&l->text, "watch:");
	buf_span(&l->text, l->w->id);
	return look_text(l);
}

static void
tell_end(struct look *l, enum end_why why)
{
	bool stop = end_why_is_stop(why);
	struct event ev = compose_event(l,
	    span_of(stop ? "sergeant.watch.stopped" : "sergeant.watch.ended"),
	    subject(l), l->now_ms);
	struct span parts[] = { ev.type, ev.subject,
		span_of(end_why_name(why)) };

	ev.id = look_id(l, "evt_", parts, 3);
	ev.phase = PHASE_ONCE;
	ev.priority = stop ? PRIORITY_ATTENTION : PRIORITY_INFO;
	ev.summary = summary(l, why);
	ev.data = data(l, why);
	l->next->watch.ended = why;
	l->next->watch.ended_ms = l->now_ms;
	tell_event(l, &ev);
}

/* What this look found is told no more. */
static void
drop_news(struct look *l)
{
	l->n_news = 0;
	l->v->n_seen = 0;
}

void
stop_watch(struct look *l, enum end_why why)
{
	struct verdict *v = l->v;

	drop_news(l);
	tell_end(l, why);
	if (end_why_is_stop(why))
		v->kind = VERDICT_STOP;
	v->why = why == END_STALL ? WHY_STALL : WHY_BUDGET;
	if (why == END_NOT_FOUND || why == END_UNSUPPORTED)
		v->why = WHY_ERROR;
	if (why == END_AT)
		v->why = WHY_UNTIL;
}

/* One of several subjects: it ends alone, and the others go on. */
static void
tell_lost(struct look *l, enum end_why why)
{
	struct event ev = compose_event(
	    l, span_of("sergeant.subject.stopped"), l->ev->subject, l->now_ms);
	struct span parts[] = { ev.type, ev.subject, span_of(end_why_name(why)),
		l->w->id };

	ev.id = look_id(l, "evt_", parts, 4);
	ev.phase = PHASE_ONCE;
	ev.priority = PRIORITY_ATTENTION;
	compose_clean(&l->text, subject_short(l->ev->subject), SUBJECT_MAX);
	buf_text(&l->text, " stopped: ");
	buf_text(&l->text, words(why));
	ev.summary = look_text(l);
	ev.data = data(l, why);
	tell_event(l, &ev);
}

void
stop_subject(struct look *l, enum end_why why)
{
	if (!close_alone(l)) {
		stop_watch(l, why);
		return;
	}
	drop_news(l);
	tell_lost(l, why);
	l->v->why = WHY_ERROR;
}

void
stop_at_count(struct look *l)
{
	struct watch_state *s = &l->next->watch;

	if (l->w->until == UNTIL_COUNT && s->ended == END_NONE &&
	    s->count >= l->w->until_count)
		tell_end(l, END_COUNT);
}
