#include "model/watch.h"

#include "line.h"

#define CLAUSE                                                                 \
	"{\"subject\":\"command:disk\",\"kind\":\"command\","                  \
	"\"types\":[\"command.*\"]}"
#define HEAD                                                                   \
	"{\"version\":1,\"id\":\"sen_01JDYB2C3D4E5F6G7H8J9K0M1N\","            \
	"\"clauses\":[" CLAUSE "],\"to\":\"human:ann\","                       \
	"\"created\":\"2026-11-30T16:00:00.000Z\",\"every\":\"5m\","           \
	"\"until\":\"never\""

static void
are_refused(const struct refusal *bad, size_t n,
    int (*parse)(
	const struct json *j, struct pool *p, struct watch *ret, struct err *e))
{
	size_t i;

	for (i = 0; i < n; i++) {
		struct pool p = { 0 };
		struct watch w = { .floor = 42 };
		struct err e = { 0 };
		struct json j;

		unit_case("refused: %s", bad[i].why);
		j = scanned(bad[i].line);
		OK(parse(&j, &p, &w, &e) == -1);
		SAME_TEXT(span_of(e.text), bad[i].why);
		SAME_INT(w.floor, 42);
		pool_done(&p);
	}
}

static void
round_trips(void)
{
	static const char line[] =
	    "{\"version\":1,\"id\":\"sen_01JDYB2C3D4E5F6G7H8J9K0M1N\","
	    "\"label\":\"disks\",\"group\":\"ops\",\"managed\":\"/etc/w\","
	    "\"clauses\":[" CLAUSE ",{\"subject\":\"git:/w#*\","
	    "\"kind\":\"git\",\"types\":[\"*\"],\"collection\":true}],"
	    "\"objective\":\"green\",\"to\":\"session:s1\","
	    "\"urgency\":\"steer\",\"created\":\"2026-11-30T16:00:00.000Z\","
	    "\"every\":\"90s\",\"realert\":\"6h\",\"window\":\"4m\","
	    "\"first\":\"hold\",\"for\":\"2m\",\"floor\":12,"
	    "\"budget\":{\"wakes\":1,\"turns\":0,\"tokens\":5,"
	    "\"runtime\":\"7d\",\"errors\":3},\"until\":\"count=4\","
	    "\"config\":{\"argv\":[\"df\"]},\"paused\":true}";
	struct pool p = { 0 };
	struct buf out = { 0 };
	struct json j = scanned(line);
	struct watch w = { 0 };
	struct err e = { 0 };

	unit_case("a document is printed as it was read");
	OK(watch_parse(&j, &p, &w, &e) == 0);
	SAME_TEXT(span_of(e.text), "");
	SAME_INT((int64_t)w.n_clauses, 2);
	OK(!w.clauses[0].collection && w.clauses[1].collection);
	SAME_TEXT(json_span(&w.clauses[0].types), "[\"command.*\"]");
	SAME_INT(w.urgency, URGENCY_STEER);
	SAME_INT(w.created_ms, 1796054400000);
	SAME_INT(w.every_ms, 90000);
	SAME_INT(w.realert_ms, 21600000);
	SAME_INT(w.window_ms, 240000);
	SAME_INT(w.first, FIRST_HOLD);
	SAME_INT(w.for_ms, 120000);
	SAME_INT(w.floor, 12);
	SAME_INT(w.budget.turns, 0);
	SAME_INT(w.budget.runtime_ms, 604800000);
	SAME_INT(w.until, UNTIL_COUNT);
	SAME_INT(w.until_count, 4);
	OK(w.paused);
	watch_print(&w, &out);
	SAME_TEXT(buf_as_span(&out), line);
	pool_done(&p);
	buf_done(&out);
}

static void
has_defaults(void)
{
	struct pool p = { 0 };
	struct json j = scanned(HEAD "}");
	struct watch w = { 0 };

	unit_case("what a document lacks has its default");
	OK(watch_parse(&j, &p, &w, NULL) == 0);
	SAME_INT(w.urgency, URGENCY_NEXT_TURN);
	SAME_INT(w.realert_ms, WATCH_REALERT_MS);
	SAME_INT(w.window_ms, WATCH_WINDOW_MS);
	SAME_INT(w.first, FIRST_WAKE);
	SAME_INT(w.for_ms, 0);
	SAME_INT(w.floor, 0);
	SAME_INT(w.budget.wakes, -1);
	SAME_INT(w.budget.runtime_ms, -1);
	SAME_INT(w.budget.errors, -1);
	OK(!w.paused && w.label.s == NULL && w.objective.s == NULL);
	pool_done(&p);
}

static void
refuses_documents(void)
{
	static const struct refusal bad[] = {
		{ "[]", "not a watch: not an object" },
		{ "{\"version\":1}", "not a watch: no 'id'" },
		{ "{\"id\":\"sen_1\",\"created\":\"2026-11-30T16:00:00Z\"}",
		    "not a watch: no 'version'" },
		{ "{\"version\":2}", "not from 1 to 1: 'version'" },
		{ "{\"version\":1,\"id\":\"sen_1\"}",
		    "not a watch: no 'created'" },
		{ "{\"version\":1,\"id\":\"x\","
		  "\"created\":\"2026-11-30T16:00:00Z\"}",
		    "not a watch's id: 'x'" },
		{ "{\"version\":1,\"id\":\"sen_../../x\","
		  "\"created\":\"2026-11-30T16:00:00Z\"}",
		    "not a watch's id: 'sen_../../x'" },
		{ "{\"version\":1,\"id\":\"sen_1\","
		  "\"created\":\"2026-11-30T16:00:00Z\"}",
		    "not a watch: no 'clauses'" },
		{ "{\"version\":1,\"id\":\"sen_1\","
		  "\"created\":\"2026-11-30T16:00:00Z\","
		  "\"clauses\":[" CLAUSE "]}",
		    "not a watch: no 'to'" },
		{ "{\"version\":1,\"id\":\"sen_1\","
		  "\"created\":\"2026-11-30T16:00:00Z\","
		  "\"clauses\":[" CLAUSE "],\"to\":\"human:ann\"}",
		    "not a watch: no 'every'" },
		{ "{\"version\":1,\"id\":\"sen_1\","
		  "\"created\":\"2026-11-30T16:00:00Z\","
		  "\"clauses\":[" CLAUSE "],\"to\":\"human:ann\","
		  "\"every\":\"5m\"}",
		    "not a watch: no 'until'" },
		{ "{\"version\":1,\"id\":\"sen_1\","
		  "\"created\":\"2026-11-30T16:00:00Z\","
		  "\"clauses\":[{\"subject\":\"a:b\"}],\"to\":\"human:ann\","
		  "\"every\":\"5m\",\"until\":\"never\"}",
		    "not a watch: a clause has no 'kind'" },
		{ "{\"version\":1,\"id\":\"sen_1\","
		  "\"created\":\"2026-11-30T16:00:00Z\","
		  "\"clauses\":[{\"subject\":\"ab\",\"kind\":\"k\"}],"
		  "\"to\":\"human:ann\",\"every\":\"5m\","
		  "\"until\":\"never\"}",
		    "not a subject (SCHEME:PATH): 'ab'" },
		{ HEAD ",\"subject\":\"a:b\"}",
		    "not a watch: unknown member 'subject'" },
		{ HEAD ",\"status\":\"active\"}",
		    "not a watch: unknown member 'status'" },
	};

	are_refused(bad, sizeof(bad) / sizeof(bad[0]), watch_parse);
}

static void
reads_specs(void)
{
	struct pool p = { 0 };
	struct json j = scanned("{\"subjects\":[\"command:disk\","
				"\"https://x.example/\"],\"kind\":\"k\","
				"\"types\":[\"a.\\u0062\"]}");
	struct watch w = { 0 };

	unit_case("the shorthand of a spec makes the clauses");
	OK(watch_parse_spec(&j, &p, &w, NULL) == 0);
	SAME_INT((int64_t)w.n_clauses, 2);
	SAME_TEXT(w.clauses[1].subject, "https://x.example/");
	SAME_TEXT(w.clauses[1].kind, "k");
	SAME_TEXT(json_span(&w.clauses[1].types), "[\"a.b\"]");

	unit_case("what a spec lacks is left to be resolved");
	j = scanned("{\"subject\":\"command:disk\"}");
	OK(watch_parse_spec(&j, &p, &w, NULL) == 0);
	SAME_INT((int64_t)w.n_clauses, 1);
	OK(w.clauses[0].kind.s == NULL && w.to.s == NULL && w.id.s == NULL);
	SAME_INT(w.clauses[0].types.type, JSON_NONE);
	SAME_INT(w.every_ms, 0);
	SAME_INT((int64_t)w.until, 0);
	SAME_INT(w.budget.turns, -1);

	unit_case("a clause's own kind and types come before the spec's");
	j = scanned("{\"kind\":\"k\",\"types\":[\"t\"],\"clauses\":["
		    "{\"subject\":\"a:b\",\"kind\":\"own\",\"types\":[\"u\"]},"
		    "{\"subject\":\"c:d\"}]}");
	OK(watch_parse_spec(&j, &p, &w, NULL) == 0);
	SAME_TEXT(w.clauses[0].kind, "own");
	SAME_TEXT(json_span(&w.clauses[0].types), "[\"u\"]");
	SAME_TEXT(w.clauses[1].kind, "k");
	SAME_TEXT(json_span(&w.clauses[1].types), "[\"t\"]");
	pool_done(&p);
}

#define SPEC "{\"subject\":\"command:disk\""

static void
refuses_specs(void)
{
	static const struct refusal bad[] = {
		{ "{}", "not a watch's spec: no 'subject'" },
		{ "{\"subjects\":[]}", "not a watch's spec: no 'subject'" },
		{ SPEC ",\"subjects\":[\"a:b\"]}",
		    "not a watch's spec: more than one of 'subject', "
		    "'subjects', 'clauses'" },
		{ SPEC ",\"id\":\"sen_1\"}",
		    "not a watch's spec: unknown member 'id'" },
		{ SPEC ",\"paused\":true}",
		    "not a watch's spec: unknown member 'paused'" },
		{ SPEC ",\"managed\":\"/x\"}",
		    "not a watch's spec: unknown member 'managed'" },
		{ SPEC ",\"evry\":\"5m\"}",
		    "not a watch's spec: unknown member 'evry'" },
		{ SPEC ",\"every\":\"0s\"}", "'every' is out of range" },
		{ SPEC ",\"every\":300}", "not a text: 'every'" },
		{ SPEC ",\"urgency\":\"loud\"}",
		    "'urgency' is 'loud', none of fyi next-turn steer "
		    "interrupt" },
		{ SPEC ",\"first\":\"wait\"}",
		    "'first' is 'wait', none of wake hold" },
		{ SPEC ",\"floor\":-1}", "not from 0 to 1000000000: 'floor'" },
		{ SPEC ",\"to\":\"ann\"}",
		    "not a party (session:ID or human:NAME): 'ann'" },
		{ SPEC ",\"label\":\"\"}", "'label' is empty" },
		{ SPEC ",\"label\":\"sen_x\"}",
		    "'label' begins like an id: 'sen_x'" },
		{ SPEC ",\"label\":\"a\\u001bb\"}",
		    "'label' has a control character in it" },
		{ SPEC ",\"until\":\"soon\"}",
		    "'until' is 'soon', none of subject_terminal never "
		    "at=TIME count=N" },
		{ SPEC ",\"until\":\"at=noon\"}",
		    "'until': not an RFC 3339 time: 'noon'" },
		{ SPEC ",\"until\":\"count=0\"}",
		    "'until': not from 1 to 1000000000: '0'" },
		{ SPEC ",\"budget\":{\"dollars\":1}}",
		    "not a budget: unknown member 'dollars'" },
		{ SPEC ",\"budget\":{\"turns\":-1}}",
		    "not from 0 to 9007199254740992: 'turns'" },
		{ SPEC ",\"config\":[]}", "not an object: 'config'" },
	};

	are_refused(bad, sizeof(bad) / sizeof(bad[0]), watch_parse_spec);
}

static void
reads_flags(void)
{
	struct watch w = { 0 };
	struct budget b = { 0 };
	struct err e = { 0 };

	unit_case("until is read in a flag's words");
	OK(until_parse(span_of("subject_terminal"), &w, NULL) == 0);
	SAME_INT(w.until, UNTIL_SUBJECT_TERMINAL);
	OK(until_parse(span_of("at=2026-11-30T16:00:00Z"), &w, NULL) == 0);
	SAME_INT(w.until, UNTIL_AT);
	SAME_INT(w.until_at_ms, 1796054400000);

	unit_case("a budget is read in a flag's words");
	OK(budget_parse(span_of("wakes=3,runtime=2h,errors=0"), &b, NULL) == 0);
	SAME_INT(b.wakes, 3);
	SAME_INT(b.runtime_ms, 7200000);
	SAME_INT(b.errors, 0);
	SAME_INT(b.turns, -1);

	unit_case("another bound, no number, a bound twice are refused");
	OK(budget_parse(span_of("dollars=3"), &b, &e) == -1);
	SAME_TEXT(span_of(e.text),
	    "'budget' has 'dollars=3', none of wakes=N turns=N tokens=N "
	    "runtime=D errors=N");
	OK(budget_parse(span_of(""), &b, NULL) == -1);
	OK(budget_parse(span_of("wakes"), &b, NULL) == -1);
	OK(budget_parse(span_of("wakes=1,"), &b, NULL) == -1);
	memset(&e, 0, sizeof(e));
	OK(budget_parse(span_of("wakes=1,wakes=2"), &b, &e) == -1);
	SAME_TEXT(span_of(e.text), "'budget' has 'wakes' twice");
	SAME_INT(b.wakes, 3);
}

static void
bounds(void)
{
	struct pool p = { 0 };
	struct buf b = { 0 };
	struct watch w = { 0 };
	struct json j;
	struct err e = { 0 };
	int i;

	unit_case("a watch has at most 200 clauses");
	buf_text(&b, "{\"clauses\":[" CLAUSE);
	for (i = 1; i < 201; i++)
		buf_text(&b, "," CLAUSE);
	buf_text(&b, "]}");
	j = scanned(b.s);
	OK(watch_parse_spec(&j, &p, &w, &e) == -1);
	SAME_TEXT(span_of(e.text), "a watch has more than 200 clauses");
	pool_done(&p);
	buf_done(&b);
}

int
main(void)
{
	round_trips();
	has_defaults();
	refuses_documents();
	reads_specs();
	refuses_specs();
	reads_flags();
	bounds();
	return unit_end();
}
