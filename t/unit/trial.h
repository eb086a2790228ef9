#ifndef SGT_T_TRIAL_H
#define SGT_T_TRIAL_H

#include "base/id.h"
#include "case.h"

/* What a case starts from, and what came of it. */
struct trial {
	struct pool p;
	struct buf text;
	struct watch w;
	struct event ev;
	struct observation o;
	struct state s;
	struct json seen;
	int64_t now_ms;
	struct verdict v;
	struct state next;
	/* what was not as the table has it */
	struct buf wrong;
};

static inline struct json
trial_scan(struct trial *t, struct span s, const char *what)
{
	struct json ret = { 0 };
	struct err e = { 0 };

	if (json_scan(s.s, s.len, &ret, &e) == -1)
		buf_format(&t->wrong, "# %s: %s\n", what, e.text);
	return ret;
}

/* What was built in t->text, scanned. */
static inline struct json
trial_built(struct trial *t, const char *what)
{
	struct span s = pool_copy(&t->p, buf_as_span(&t->text));

	buf_reset(&t->text);
	return trial_scan(t, s, what);
}

static inline void
trial_check(struct trial *t, int rc, const char *what, const struct err *e)
{
	if (rc == -1)
		buf_format(&t->wrong, "# %s: %s\n", what, e->text);
}

/* "+comment:1" or its type, subject and key by name. */
static inline struct span
trial_id(struct trial *t, const struct json *j)
{
	const char *resets_on, *severity;
	struct span key = case_key(case_text(j), &resets_on, &severity);
	struct span parts[3], dot = key;
	char id[ID_MAX];

	if (id_is(key, "evt_"))
		return key;
	while (dot.len > 0 && dot.s[dot.len - 1] != ':')
		dot.len--;
	buf_text(&t->text, "demo.");
	buf_add(&t->text, key.s, dot.len > 0 ? dot.len - 1 : key.len);
	parts[0] = pool_copy(&t->p, buf_as_span(&t->text));
	buf_reset(&t->text);
	parts[1] = t->ev.subject;
	parts[2] = key;
	id_of(id, "evt_", parts, 3);
	return pool_copy(&t->p, span_of(id));
}

static inline bool
trial_seen(void *arg, struct span id)
{
	struct trial *t = arg;
	struct json_item it = { 0 };

	while (json_each(&t->seen, &it)) {
		if (span_equal(trial_id(t, &it.value), id))
			return true;
	}
	return false;
}

static inline void
trial_row(struct trial *t, const struct json *row, struct row *ret)
{
	static const char *const skip[] = { "told", NULL };
	struct err e = { 0 };
	struct json j;

	buf_byte(&t->text, '{');
	case_merge(&t->text, "{}", row, skip, true);
	buf_byte(&t->text, '}');
	j = trial_built(t, "row");
	trial_check(t, row_parse(&j, &t->p, ret, &e), "row", &e);
}

static inline void
trial_state(struct trial *t, const struct json *in)
{
	static const char *const skip[] = { NULL };
	struct json own = json_get(in, "own"), part = json_get(in, "part");
	struct json row = json_get(in, "row"), j;
	struct json looked = json_get(in, "collection_looked");
	struct err e = { 0 };

	buf_byte(&t->text, '{');
	case_merge(&t->text, "{}", &own, skip, true);
	buf_byte(&t->text, '}');
	j = trial_built(t, "own");
	trial_check(
	    t, watch_state_parse(&j, &t->p, &t->s.watch, &e), "own", &e);
	case_part(&t->text, &part);
	j = trial_built(t, "part");
	trial_check(
	    t, subject_state_parse(&j, &t->p, &t->s.subject, &e), "part", &e);
	trial_row(t, &row, &t->s.row);
	t->s.collection_looked = looked.type == JSON_BOOL && looked.s[0] == 't';
	t->seen = json_get(in, "seen");
	t->s.seen = trial_seen;
	t->s.seen_arg = t;
}

/* The look or event of in, at t->now_ms. */
static inline struct fact
trial_fact(struct trial *t, const struct json *in)
{
	struct json look = json_get(in, "look"), ev = json_get(in, "event"), j;
	struct fact f = { .ev = &t->ev };
	struct err e = { 0 };

	if (ev.type == JSON_OBJECT)
		case_event(&t->text, &ev);
	else
		case_look(&t->text, &look, t->now_ms);
	j = trial_built(t, "fact");
	trial_check(t, event_parse(&j, &t->p, &t->ev, &e), "fact", &e);
	if (ev.type != JSON_OBJECT) {
		trial_check(
		    t, observation_parse(&t->ev, &t->p, &t->o, &e), "look", &e);
		f.o = &t->o;
	}
	return f;
}

static inline struct fact
trial_load(struct trial *t, const struct json *in)
{
	struct json w = json_get(in, "watch"), now = json_get(in, "now"), j;
	struct err e = { 0 };
	struct fact f;

	t->now_ms = case_ms(&now);
	case_watch(&t->text, &w);
	j = trial_built(t, "watch");
	trial_check(t, watch_parse(&j, &t->p, &t->w, &e), "watch", &e);
	f = trial_fact(t, in);
	trial_state(t, in);
	return f;
}

static inline void
trial_done(struct trial *t)
{
	pool_done(&t->p);
	buf_done(&t->text);
	buf_done(&t->wrong);
}

#endif
