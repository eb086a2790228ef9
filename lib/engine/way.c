#include "engine/way.h"
#include "base/id.h"
#include "base/pool.h"
#include "base/stamp.h"
#include "engine/compose.h"
#include "engine/look.h"
#include "engine/tell.h"

static const struct span none = { NULL, 0 };

/* A subject holds no white space: "way:api.github.com/github". */
static struct span
subject(struct look *l, struct span way)
{
	size_t i;

	buf_text(&l->text, "way:");
	for (i = 0; i < way.len; i++)
		buf_byte(&l->text, way.s[i] == ' ' ? '/' : way.s[i]);
	return look_text(l);
}

static struct span
summary(struct look *l, const struct way_state *s, enum phase phase)
{
	char since[STAMP_MAX];

	if (phase == PHASE_ENDED) {
		buf_text(&l->text, "can read ");
		compose_clean(&l->text, s->way, COMPOSE_BRIEF_MAX);
		buf_text(&l->text, " again");
		return look_text(l);
	}
	stamp_print(since, s->since_ms);
	buf_text(&l->text, "cannot read ");
	compose_clean(&l->text, s->way, COMPOSE_BRIEF_MAX);
	buf_format(&l->text, ": %s (%lld looks since %s)",
	    error_class_name(s->error), (long long)s->errors, since);
	return look_text(l);
}

static struct json
data(struct look *l, const struct way_state *s)
{
	buf_byte(&l->text, '{');
	json_member_text(&l->text, "way", s->way);
	if (s->errors > 0)
		json_member_text(
		    &l->text, "error", span_of(error_class_name(s->error)));
	json_member_int(&l->text, "looks", s->errors);
	json_member_stamp(&l->text, "since", s->since_ms);
	buf_byte(&l->text, '}');
	return compose_json(l, JSON_OBJECT);
}

/* NONE: nothing to say. */
static enum phase
phase_of(const struct way_state *s, int64_t now_ms)
{
	int64_t told = now_ms - s->told_ms;

	if (s->errors == 0)
		return s->told_ms > 0 ? PHASE_ENDED : PHASE_NONE;
	if (s->errors < WAY_BLIND_LOOKS)
		return PHASE_NONE;
	if (s->told_ms == 0)
		return PHASE_BEGAN;

	/* a stamp of the future masks nothing */
	return told >= 0 && told < WATCH_REALERT_MS ? PHASE_NONE : PHASE_STILL;
}

static struct event
make(struct look *l, const struct way_state *s, enum phase phase)
{
	struct event ev = compose_event(
	    l, span_of("sergeant.way.blind"), subject(l, s->way), l->now_ms);
	struct span parts[] = { ev.type, ev.subject, span_of(phase_name(phase)),
		look_number(l, l->now_ms) };

	ev.id = look_id(l, "evt_", parts, 4);
	ev.phase = phase;
	ev.priority = PRIORITY_ATTENTION;
	ev.episode = phase == PHASE_BEGAN ? ev.id : s->episode;
	ev.summary = summary(l, s, phase);
	ev.data = data(l, s);
	return ev;
}

static void
remember(struct look *l, const struct event *ev, struct way_state *ret)
{
	ret->told_ms = l->now_ms;
	if (ev->phase == PHASE_BEGAN)
		ret->episode = ev->id;
	if (ev->phase != PHASE_ENDED)
		return;

	ret->told_ms = 0;
	ret->episode = none;
}

bool
decide_way(const struct way_state *s, const struct json *to, int64_t now_ms,
    struct pool *p, struct verdict *ret, struct way_state *ret_next)
{
	struct watch nobody = { 0 };
	struct event none_came = { 0 };
	struct look l = { .w = &nobody,
		.ev = &none_came,
		.now_ms = now_ms,
		.p = p,
		.v = ret };
	enum phase phase = phase_of(s, now_ms);
	struct event ev;

	memset(ret, 0, sizeof(*ret));
	*ret_next = *s;
	if (phase == PHASE_NONE)
		return false;

	ev = make(&l, s, phase);
	ev.recipients = *to;
	remember(&l, &ev, ret_next);
	ret->kind = VERDICT_WAKE;
	ret->why = phase == PHASE_ENDED ? WHY_RECOVERED : WHY_BLIND;
	ret->subject = ev.subject;
	ret->time_ms = now_ms;
	ret->changed = true;
	tell_event(&l, &ev);
	tell_verdict(&l);
	buf_done(&l.text);
	return true;
}
