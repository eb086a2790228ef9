/* decide - the engine's small parts, and what no table can hold */

#include "engine/decide.h"
#include "base/buf.h"
#include "base/id.h"
#include "base/pool.h"
#include "engine/backoff.h"
#include "engine/flap.h"
#include "engine/match.h"
#include "history.h"
#include "unit.h"

static void
backoff(void)
{
	static const int64_t seconds[] = { 0, 30, 60, 120, 240, 300, 300 };
	int64_t n;

	unit_case("backs off 30 s, doubling to 300 s");
	for (n = 0; n < 7; n++)
		SAME_INT(backoff_ms(n), seconds[n] * 1000);
	SAME_INT(backoff_ms(1000000000), 300000);
	SAME_INT(backoff_ms(-1), 0);
	/* nobody has a way rest for more than an hour */
	SAME_INT(backoff_until(7200000, 5000), 3605000);
	SAME_INT(backoff_until(3605000, 5000), 3605000);
	SAME_INT(backoff_until(0, 5000), 0);
}

/*
 * spec/interfaces.md 4.1: 1.25 newest, 0.75 oldest, of 20; here 76 times that
 */
static void
flapping(void)
{
	int64_t at[20];
	size_t i;

	unit_case("weighs a change by its age");
	at[0] = 0;
	SAME_INT(flap_sum(at, 1, 0, 1000), 95);
	SAME_INT(flap_sum(at, 1, 999, 1000), 95);
	SAME_INT(flap_sum(at, 1, 1000, 1000), 93);
	SAME_INT(flap_sum(at, 1, 19000, 1000), 57);
	SAME_INT(flap_sum(at, 1, 19999, 1000), 57);
	SAME_INT(flap_sum(at, 1, 20000, 1000), 0);

	unit_case("a change at every interval is the whole");
	for (i = 0; i < 20; i++)
		at[i] = (int64_t)i * 1000;
	SAME_INT(flap_sum(at, 20, 19000, 1000), FLAP_WHOLE);

	unit_case("two changes within one interval are none");
	at[0] = 100;
	at[1] = 200;
	SAME_INT(flap_sum(at, 2, 500, 1000), 0);

	unit_case(
	    "a change of the future is none, nor is any without an interval");
	SAME_INT(flap_sum(at, 1, 0, 1000), 0);
	SAME_INT(flap_sum(at, 2, 500, 0), 0);
}

static struct json
array(const char *s)
{
	struct json j = { JSON_ARRAY, s, strlen(s) };

	return j;
}

static void
types(void)
{
	static const struct json none;
	struct json some = array("[\"demo.red\", \"*.up\" ,\"a*c*e\"]");

	unit_case("types have a star anywhere");
	OK(match_types(&some, span_of("demo.red")));
	OK(!match_types(&some, span_of("demo.redder")));
	OK(match_types(&some, span_of("http.up")));
	OK(match_types(&some, span_of("abcde")));
	OK(!match_types(&some, span_of("abcd")));

	unit_case("no types ask for nothing");
	OK(!match_types(&none, span_of("demo.red")));
	some = array("[]");
	OK(!match_types(&some, span_of("demo.red")));
}

static void
clauses(void)
{
	struct clause c[2];
	struct watch w = { .clauses = c, .n_clauses = 2 };
	struct event ev = { 0 };

	memset(c, 0, sizeof(c));
	c[0].subject = span_of("github:acme/widgets#*");
	c[0].types = array("[\"github.push\"]");
	c[1].subject = span_of("github:acme/widgets");
	c[1].types = array("[\"github.issue*\"]");
	ev.subject = span_of("github:acme/widgets#7");
	ev.subjects =
	    array("[\"github:acme/widgets#7\",\"github:acme/widgets\"]");

	unit_case("each clause uses its own types");
	ev.type = span_of("github.push");
	OK(match_event(&w, &ev) == &c[0]);
	ev.type = span_of("github.issue_comment.created");
	OK(match_event(&w, &ev) == &c[1]);
	ev.type = span_of("github.star");
	OK(match_event(&w, &ev) == NULL);

	unit_case("a subject matches whatever the type");
	OK(match_subject(&w, &ev) == &c[0]);
	ev.subject = span_of("github:acme/widgets");
	ev.subjects = array("[\"github:acme/widgets\"]");
	OK(match_subject(&w, &ev) == &c[1]);
	ev.subject = span_of("github:acme/widgetsx");
	ev.subjects = array("[]");
	OK(match_subject(&w, &ev) == NULL);

	unit_case("a prefix is one of longer names too");
	c[1].subject = span_of("github:acme/widgets*");
	OK(match_subject(&w, &ev) == &c[1]);
}

static enum why
why_of(struct history *h, struct step *s, const char *type)
{
	s->o.entries[0].type = span_of(type);
	decide(
	    &h->w, &s->fact, &h->state, h->now_ms, &s->p, &s->t.v, &s->t.next);
	return s->t.v.why;
}

static void
clauses_of_one_subject(void)
{
	struct clause c[3];
	struct history h = { 0 };
	struct step s = { 0 };

	memset(c, 0, sizeof(c));
	history_begin(&h, 1);
	h.w.clauses = c;
	h.w.n_clauses = 3;
	c[0].subject = span_of("demo:x");
	c[0].kind = span_of("demo");
	c[0].types = array("[\"demo.red\"]");
	c[1].subject = span_of("demo:*");
	c[1].kind = span_of("demo");
	c[1].types = array("[\"demo.slow\"]");
	c[2].subject = span_of("demo:x");
	c[2].kind = span_of("other");
	c[2].types = array("[\"demo.up\"]");
	h.w.for_ms = 0;
	h.w.first = FIRST_WAKE;
	h.w.budget.wakes = -1;
	history_step(&h, &s, HISTORY_SETTLED);
	s.o.entries[0] = h.facts[0].entry;
	s.o.n_entries = 1;

	unit_case("a look is asked for by each clause of its kind and subject");
	SAME_INT(why_of(&h, &s, "demo.red"), WHY_DUE);
	SAME_INT(why_of(&h, &s, "demo.slow"), WHY_DUE);
	unit_case("and by no clause of another kind");
	SAME_INT(why_of(&h, &s, "demo.up"), WHY_FILTERED);
	step_done(&s);
	history_done(&h);
}

static void
says_again(void)
{
	struct history h = { 0 };
	struct step s = { 0 };

	unit_case("an ended watch's answer has an id");
	history_begin(&h, 1);
	h.state.watch.ended = END_STALL;
	history_step(&h, &s, HISTORY_SETTLED);
	SAME_INT(s.t.v.kind, VERDICT_STOP);
	OK(id_is(span_of(s.t.v.id), "vrd_"));
	step_done(&s);
	history_done(&h);
}

static void
names(void)
{
	struct verdict v = { .kind = VERDICT_QUIET,
		.why = WHY_MASKED,
		.watch = span_of("sen_1"),
		.subject = span_of("demo:x"),
		.time_ms = CASE_T0 };
	struct verdict other = v;

	unit_case("a quiet verdict has a name of its own when it is asked for");
	decide_name(&v);
	OK(id_is(span_of(v.id), "vrd_"));
	decide_name(&other);
	SAME_TEXT(span_of(other.id), v.id);
	other.id[0] = '\0';
	other.time_ms++;
	decide_name(&other);
	OK(strcmp(other.id, v.id) != 0);
}

/* More than one line may hold, all at once. */
#define MANY 2000

static void
many(struct history *h, struct step *s, char (*keys)[24])
{
	size_t i;

	s->o.entries = pool_new(&s->p, MANY * sizeof(s->o.entries[0]));
	for (i = 0; i < MANY; i++) {
		s->o.entries[i] = h->facts[7].entry;
		s->o.entries[i].key = span_of(keys[i]);
		s->o.entries[i].brief = span_of("something happened");
	}
	s->o.n_entries = MANY;
}

static size_t
tell_many(struct history *h, struct step *s, struct buf *out)
{
	size_t i, n = 0;

	decide(
	    &h->w, &s->fact, &h->state, h->now_ms, &s->p, &s->t.v, &s->t.next);
	buf_reset(out);
	verdict_print(&s->t.v, false, out);
	for (i = 0; i < s->t.v.n_events; i++)
		n += s->t.v.events[i].phase == PHASE_ONCE;
	return n;
}

static void
at_once(void)
{
	static char keys[MANY][24];
	struct history h = { 0 };
	struct step s = { 0 };
	struct buf out = { 0 };
	size_t told = 0, first = 0, n;
	bool short_enough = true;
	int i;

	for (i = 0; i < MANY; i++)
		(void)snprintf(keys[i], sizeof(keys[i]), "comment:%d", i);
	history_begin(&h, 1);
	h.w.first = FIRST_WAKE;
	h.w.window_ms = WATCH_WINDOW_MS;
	h.w.floor = 0;
	h.w.budget.wakes = -1;
	history_step(&h, &s, HISTORY_SETTLED);
	h.state.subject.looked = true;
	for (i = 0; i < 10; i++) {
		s.o.n_entries = 0;
		if (i == 0)
			many(&h, &s, keys);
		h.now_ms += WATCH_WINDOW_MS;
		s.ev.time_ms = h.now_ms;
		n = tell_many(&h, &s, &out);
		told += n;
		if (i == 0)
			first = n;
		short_enough = short_enough && out.len < JSON_LINE_MAX;
		h.state.subject = s.t.next.subject;
	}
	unit_case(
	    "thousands at once are told over several verdicts, each a line");
	SAME_INT((int64_t)told, MANY);
	OK(first < MANY);
	OK(short_enough);
	SAME_INT((int64_t)h.state.subject.n_held, 0);
	buf_done(&out);
	step_done(&s);
	history_done(&h);
}

int
main(void)
{
	backoff();
	flapping();
	types();
	clauses();
	clauses_of_one_subject();
	says_again();
	names();
	at_once();
	return unit_end();
}
