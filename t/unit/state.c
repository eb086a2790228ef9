#include "model/state.h"

#include "line.h"

static void
watch_part(void)
{
	static const char line[] =
	    "{\"wakes\":3,\"turns\":2,\"tokens\":100,\"charged_seq\":9,"
	    "\"count\":4,\"closed\":[\"github:acme/widgets#7\"],"
	    "\"ended\":\"budget_turns\",\"ended_at\":1796054400000,"
	    "\"outcome\":\"blocked\"}";
	struct pool p = { 0 };
	struct buf out = { 0 };
	struct json j = scanned(line);
	struct watch_state s;

	unit_case("a watch's part is printed as it was read");
	OK(watch_state_parse(&j, &p, &s, NULL) == 0);
	SAME_INT(s.wakes, 3);
	SAME_INT(s.turns, 2);
	SAME_INT(s.tokens, 100);
	SAME_INT(s.charged_seq, 9);
	SAME_INT(s.count, 4);
	SAME_INT((int64_t)s.n_closed, 1);
	SAME_TEXT(s.closed[0], "github:acme/widgets#7");
	SAME_INT(s.ended, END_BUDGET_TURNS);
	SAME_INT(s.ended_ms, 1796054400000);
	SAME_INT(s.outcome, OUTCOME_BLOCKED);
	watch_state_print(&s, &out);
	SAME_TEXT(buf_as_span(&out), line);

	unit_case("an empty watch's part is an empty object");
	memset(&s, 0, sizeof(s));
	buf_reset(&out);
	watch_state_print(&s, &out);
	SAME_TEXT(buf_as_span(&out), "{}");
	pool_done(&p);
	buf_done(&out);
}

static void
subject_part(void)
{
	static const char line[] =
	    "{\"as_of\":5,\"looked\":true,\"revision\":\"r1\","
	    "\"revision_at\":4,\"cursor\":{\"a\":[1]},\"window\":6,"
	    "\"keys\":[{\"key\":\"k\\\"1\",\"resets_on\":\"revision\","
	    "\"severity\":\"wake\",\"type\":\"t\",\"ended_type\":\"u\","
	    "\"brief\":\"b\",\"since\":1,\"told\":2,"
	    "\"told_revision\":\"r0\",\"episode\":\"evt_1\",\"over\":true,"
	    "\"flapping\":true,\"flap_episode\":\"evt_2\","
	    "\"changes\":[1,2,3]},{\"key\":\"k2\",\"resets_on\":\"absence\","
	    "\"severity\":\"record\"}],"
	    "\"held\":[{\"since\":7,\"time\":8,\"revision\":\"r1\","
	    "\"entry\":{\"key\":\"c\",\"severity\":\"wake\","
	    "\"resets_on\":\"never\",\"type\":\"t\"},"
	    "\"event\":{\"id\":\"e\"}}],\"settled\":9,"
	    "\"settled_digest\":\"d\",\"floor\":10}";
	struct pool p = { 0 };
	struct buf out = { 0 };
	struct json j = scanned(line);
	struct subject_state s = { 0 };
	struct err e = { 0 };

	unit_case("a subject's part is printed as it was read");
	OK(subject_state_parse(&j, &p, &s, &e) == 0);
	SAME_TEXT(span_of(e.text), "");
	SAME_INT(s.as_of_ms, 5);
	OK(s.looked);
	SAME_TEXT(s.revision, "r1");
	SAME_INT(s.revision_at_ms, 4);
	SAME_INT(s.window_ms, 6);
	SAME_INT((int64_t)s.n_keys, 2);
	SAME_TEXT(s.keys[0].key, "k\"1");
	OK(s.keys[0].over && s.keys[0].flapping);
	SAME_INT((int64_t)s.keys[0].n_changes, 3);
	SAME_INT(s.keys[0].changes[2], 3);
	SAME_INT(s.keys[1].told_ms, 0);
	SAME_INT((int64_t)s.n_held, 1);
	SAME_TEXT(s.held[0].entry.key, "c");
	SAME_TEXT(json_span(&s.held[0].event), "{\"id\":\"e\"}");
	SAME_INT(s.floor_ms, 10);
	subject_state_print(&s, &out);
	SAME_TEXT(buf_as_span(&out), line);
	pool_done(&p);
	buf_done(&out);
}

static void
row(void)
{
	static const char line[] =
	    "{\"last\":1,\"next\":2,\"hot_until\":3,\"hint\":4,"
	    "\"error\":\"timeout\",\"errors\":5,\"errors_since\":6,"
	    "\"way\":\"api.github.com github\"}";
	struct pool p = { 0 };
	struct buf out = { 0 };
	struct json j = scanned(line);
	struct row r;

	unit_case("a row of the schedule is printed as it was read");
	OK(row_parse(&j, &p, &r, NULL) == 0);
	SAME_INT(r.last_ms, 1);
	SAME_INT(r.next_ms, 2);
	SAME_INT(r.hot_until_ms, 3);
	SAME_INT(r.hint_ms, 4);
	SAME_INT(r.error, ERROR_TIMEOUT);
	SAME_INT(r.errors, 5);
	SAME_INT(r.errors_since_ms, 6);
	SAME_TEXT(r.way, "api.github.com github");
	row_print(&r, &out);
	SAME_TEXT(buf_as_span(&out), line);
	pool_done(&p);
	buf_done(&out);
}

static void
ends(void)
{
	int i;

	unit_case("each end is read back, and the stops are no success");
	for (i = END_TERMINAL; i <= END_UNSUPPORTED; i++) {
		enum end_why got = END_NONE;

		OK(end_why_parse(span_of(end_why_name((enum end_why)i)), &got));
		SAME_INT(got, i);
	}
	OK(!end_why_is_stop(END_NONE));
	OK(!end_why_is_stop(END_TERMINAL));
	OK(!end_why_is_stop(END_AT));
	OK(!end_why_is_stop(END_COUNT));
	OK(end_why_is_stop(END_BUDGET_WAKES));
	OK(end_why_is_stop(END_STALL));
	OK(end_why_is_stop(END_UNSUPPORTED));
}

static void
refuses(void)
{
	static const struct refusal own[] = {
		{ "{\"wakes\":-1}", "not from 0 to 9007199254740992: 'wakes'" },
		{ "{\"spent\":1}",
		    "not a watch's state: unknown member "
		    "'spent'" },
		{ "{\"closed\":7}", "not an array: 'closed'" },
		{ "{\"ended\":\"tired\"}",
		    "'ended' is 'tired', none of terminal at count "
		    "budget_wakes budget_turns budget_tokens budget_runtime "
		    "budget_errors stall not_found unsupported" },
	};
	static const struct refusal part[] = {
		{ "{\"keys\":[{}]}", "not a key's state: no 'key'" },
		{ "{\"keys\":[{\"key\":\"k\",\"resets_on\":\"never\","
		  "\"severity\":\"wake\",\"changes\":[1,2,3,4,5,6,7,8,9,10,"
		  "11,12,13,14,15,16,17,18,19,20,21]}]}",
		    "'changes' has more than 20 items" },
		{ "{\"held\":[{}]}", "not a held entry: no 'entry'" },
		{ "{\"held\":[{\"entry\":{}}]}", "not an entry: no 'key'" },
		{ "{\"looked\":1}", "not true or false: 'looked'" },
	};
	struct pool p = { 0 };
	size_t i;

	for (i = 0; i < sizeof(own) / sizeof(own[0]); i++) {
		struct watch_state s = { .wakes = 42 };
		struct err e = { 0 };
		struct json j;

		unit_case("refused: %s", own[i].why);
		j = scanned(own[i].line);
		OK(watch_state_parse(&j, &p, &s, &e) == -1);
		SAME_TEXT(span_of(e.text), own[i].why);
		SAME_INT(s.wakes, 42);
	}
	for (i = 0; i < sizeof(part) / sizeof(part[0]); i++) {
		struct subject_state s = { .as_of_ms = 42 };
		struct err e = { 0 };
		struct json j;

		unit_case("refused: %s", part[i].why);
		j = scanned(part[i].line);
		OK(subject_state_parse(&j, &p, &s, &e) == -1);
		SAME_TEXT(span_of(e.text), part[i].why);
		SAME_INT(s.as_of_ms, 42);
	}
	pool_done(&p);
}

int
main(void)
{
	watch_part();
	subject_part();
	row();
	ends();
	refuses();
	return unit_end();
}
