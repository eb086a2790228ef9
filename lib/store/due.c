/* due - which subjects are to be looked at, as lines for sgt-probe */

#include "engine/due.h"
#include "base/buf.h"
#include "base/id.h"
#include "base/json.h"
#include "base/stamp.h"
#include "model/due-line.h"
#include "store/survey.h"

static const struct json null = { JSON_NULL, "null", 4 };

static bool
is_closed(const struct watch_state *own, struct span subject)
{
	size_t i;

	for (i = 0; own != NULL && i < own->n_closed; i++) {
		if (span_equal(own->closed[i], subject))
			return true;
	}
	return false;
}

/* Its time is over: somebody has to look for it to be told. */
static bool
is_over(const struct watch *w, int64_t now_ms)
{
	if (w->until == UNTIL_AT && now_ms >= w->until_at_ms)
		return true;
	return w->budget.runtime_ms >= 0 &&
	    now_ms - w->created_ms >= w->budget.runtime_ms;
}

/*
 * A hint makes it due; a time of the future that cannot be makes nothing wait.
 */
static bool
is_due(const struct row *r, int64_t now_ms)
{
	return r == NULL || r->last_ms > now_ms || r->next_ms <= now_ms ||
	    r->hint_ms != 0;
}

/* One subject is asked once, whatever the number of clauses. */
static bool
is_repeated(const struct watch *w, size_t i)
{
	size_t j;

	for (j = 0; j < i; j++) {
		if (span_equal(w->clauses[j].subject, w->clauses[i].subject) &&
		    span_equal(w->clauses[j].kind, w->clauses[i].kind))
			return true;
	}
	return false;
}

static void
print_prior(const struct subject_state *s, struct buf *out)
{
	json_member(out, "prior");
	buf_byte(out, '{');
	if (s->revision.s != NULL)
		json_member_text(out, "revision", s->revision);
	else
		json_member_json(out, "revision", &null);
	if (s->revision_at_ms != 0)
		json_member_int(out, "revision_at", s->revision_at_ms);
	else
		json_member_json(out, "revision_at", &null);
	json_member_json(
	    out, "cursor", s->cursor.type == JSON_NONE ? &null : &s->cursor);
	buf_byte(out, '}');
}

static void
print_data(const struct watch *w, const struct clause *c,
    const struct subject_state *s, const struct row *r, int64_t now_ms,
    struct buf *out)
{
	static const struct json nothing = { JSON_OBJECT, "{}", 2 };

	json_member(out, "data");
	buf_byte(out, '{');
	json_member_text(out, "kind", c->kind);
	if (w->objective.s != NULL)
		json_member_text(out, "objective", w->objective);
	else
		json_member_json(out, "objective", &null);
	json_member_json(
	    out, "config", w->config.type == JSON_NONE ? &nothing : &w->config);
	print_prior(s, out);
	if (r != NULL && r->answered_ms != 0)
		json_member_int(out, "looked_at", r->answered_ms);
	if (r != NULL && due_is_hot(w, r, now_ms))
		json_member_bool(out, "hot", true);
	buf_byte(out, '}');
}

static void
print_line(const struct watch *w, const struct clause *c,
    const struct subject_state *s, const struct row *r, int64_t now_ms,
    struct buf *out)
{
	struct due_line due = {
		.subject = c->subject,
		.watch = w->id,
		.time_ms = now_ms,
	};
	char time[STAMP_MAX];
	struct span parts[3] = { w->id, c->subject, { 0 } };

	stamp_print(time, now_ms);
	parts[2] = span_of(time);
	id_of(due.id, "due_", parts, 3);
	due_line_print(&due, out);
	print_data(w, c, s, r, now_ms, out);
	buf_byte(out, '}');
}

/* The watch is live, the clause's subject one that is still asked. */
static bool
is_live(const struct watch *w, const struct watch_state *own, size_t i,
    int64_t now_ms)
{
	if (own != NULL && own->ended != END_NONE)
		return false;
	return w->until == UNTIL_NEVER ||
	    !is_closed(own, w->clauses[i].subject) || is_over(w, now_ms);
}

static bool
is_asked(const struct watch *w, const struct watch_state *own, size_t i,
    int64_t now_ms)
{
	return !w->paused && !is_repeated(w, i) && is_live(w, own, i, now_ms);
}

void
survey_due(struct survey *s, const struct watch *w, enum asking asking,
    int64_t now_ms, void (*emit)(struct span line))
{
	const struct watch_state *own = states_watch(s->states, w->id);
	struct buf line = { 0 };
	size_t i;

	for (i = 0; i < w->n_clauses; i++) {
		const struct clause *c = &w->clauses[i];
		const struct row *r;
		struct state state;

		if (w->paused || is_repeated(w, i) ||
		    (asking != ASK_NAMED && !is_live(w, own, i, now_ms)))
			continue;
		r = schedule_find(s->schedule, w->id, c->subject);
		if (asking == ASK_DUE && !is_due(r, now_ms))
			continue;

		states_get(s->states, w->id, c->kind, c->subject, &state);
		buf_reset(&line);
		print_line(w, c, &state.subject, r, now_ms, &line);
		emit(buf_as_span(&line));
	}
	buf_done(&line);
}

static int64_t
watch_next(struct survey *s, const struct watch *w, int64_t now_ms)
{
	const struct watch_state *own = states_watch(s->states, w->id);
	const struct row *r;
	int64_t next_ms = INT64_MAX;
	size_t i;

	for (i = 0; i < w->n_clauses; i++) {
		if (!is_asked(w, own, i, now_ms))
			continue;
		r = schedule_find(s->schedule, w->id, w->clauses[i].subject);
		if (is_due(r, now_ms))
			return now_ms;
		if (r->next_ms < next_ms)
			next_ms = r->next_ms;
	}
	return next_ms;
}

int64_t
survey_next(struct survey *s, int64_t now_ms)
{
	int64_t next_ms = INT64_MAX;
	int64_t due_ms;
	size_t i;

	for (i = 0; i < s->watches.n; i++) {
		due_ms = watch_next(s, &s->watches.list[i], now_ms);
		if (due_ms < next_ms)
			next_ms = due_ms;
	}
	return next_ms;
}
