#include "model/verdict.h"

#include "line.h"

#define EVENT                                                                  \
	"{\"specversion\":\"1.0\",\"type\":\"t.x\",\"id\":\"evt_1\","          \
	"\"source\":\"s\"}"
#define HEAD                                                                   \
	"{\"specversion\":\"1.0\",\"type\":\"sergeant.verdict.wake\","         \
	"\"id\":\"vrd_74559ad2dcb2821753150e0c\","                             \
	"\"source\":\"//sergeant.local/decide\","                              \
	"\"subject\":\"github:acme/widgets#7\","                               \
	"\"time\":\"2026-11-30T16:00:01.500Z\","                               \
	"\"watch\":\"sen_01JDYB2C3D4E5F6G7H8J9K0M1N\","                        \
	"\"summary\":\"acme/widgets#7 (9c1e4f2): CI / build failed\","         \
	"\"datacontenttype\":\"application/json\",\"data\":{"                  \
	"\"why\":\"due\",\"keys\":[\"red:CI / build\"],\"outcome\":null,"      \
	"\"events\":[" EVENT "],\"evidence\":{\"kind\":\"http\"}"

static int
parse(const char *line, struct pool *p, struct verdict *ret, struct err *e)
{
	struct json j = scanned(line);
	struct event ev = { 0 };

	OK(event_parse(&j, p, &ev, NULL) == 0);
	return verdict_parse(&ev, p, ret, e);
}

static void
round_trips(void)
{
	struct pool p = { 0 };
	struct buf out = { 0 };
	struct verdict v;
	struct err e = { 0 };

	unit_case("a verdict in the documents' form prints as it was read");
	OK(parse(HEAD "}}", &p, &v, &e) == 0);
	SAME_TEXT(span_of(e.text), "");
	SAME_INT(v.kind, VERDICT_WAKE);
	SAME_INT(v.why, WHY_DUE);
	SAME_INT(v.outcome, OUTCOME_NONE);
	SAME_INT((int64_t)v.n_keys, 1);
	SAME_TEXT(v.keys[0], "red:CI / build");
	SAME_INT((int64_t)v.n_events, 1);
	SAME_TEXT(v.events[0].id, "evt_1");
	SAME_TEXT(json_span(&v.evidence), "{\"kind\":\"http\"}");
	verdict_print(&v, false, &out);
	SAME_TEXT(buf_as_span(&out), HEAD "}}");
	pool_done(&p);
	buf_done(&out);
}

static void
explains(void)
{
	struct remark remarks[] = {
		{ span_of("down"), WHY_MASKED, 1796054400000 },
		{ span_of("slow"), WHY_FILTERED, 0 },
	};
	struct verdict v = {
		.kind = VERDICT_QUIET,
		.why = WHY_MASKED,
		.time_ms = 1796054400000,
		.outcome = OUTCOME_SUCCESS,
		.remarks = remarks,
		.n_remarks = 2,
	};
	struct buf out = { 0 };
	struct pool p = { 0 };
	struct verdict back;

	unit_case("an explained verdict says what became of each entry");
	verdict_print(&v, true, &out);
	SAME_TEXT(buf_as_span(&out),
	    "{\"specversion\":\"1.0\",\"type\":\"sergeant.verdict.quiet\","
	    "\"id\":\"\",\"source\":\"//sergeant.local/decide\","
	    "\"time\":\"2026-11-30T16:00:00.000Z\","
	    "\"datacontenttype\":\"application/json\",\"data\":{"
	    "\"why\":\"masked\",\"keys\":[],\"outcome\":\"success\","
	    "\"events\":[],\"evidence\":null,\"explain\":["
	    "{\"key\":\"down\",\"why\":\"masked\","
	    "\"until\":\"2026-11-30T16:00:00.000Z\"},"
	    "{\"key\":\"slow\",\"why\":\"filtered\"}]}}");

	unit_case("an explained verdict is read like another");
	OK(parse(HEAD ",\"explain\":[{\"key\":\"a\",\"why\":\"held\"}]}}", &p,
	       &back, NULL) == 0);
	SAME_INT(back.why, WHY_DUE);
	pool_done(&p);
	buf_done(&out);
}

static void
knows_the_words(void)
{
	int i;

	unit_case("each kind and each step is read back");
	for (i = VERDICT_QUIET; i <= VERDICT_STOP; i++) {
		enum verdict_kind got = VERDICT_QUIET;

		OK(verdict_kind_parse(
		    span_of(verdict_kind_name((enum verdict_kind)i)), &got));
		SAME_INT(got, i);
	}
	for (i = WHY_ENDED; i <= WHY_UNTIL; i++) {
		enum why got = WHY_NONE;

		OK(why_parse(span_of(why_name((enum why)i)), &got));
		SAME_INT(got, i);
	}
	SAME_TEXT(span_of(why_name(WHY_GONE)), "gone");
	SAME_TEXT(span_of(why_name(WHY_UNTIL)), "until");
}

#define SHORT(type, data)                                                      \
	"{\"specversion\":\"1.0\",\"type\":\"" type "\",\"id\":\"v\","         \
	"\"source\":\"s\",\"data\":" data "}"
#define WAKE "sergeant.verdict.wake"

static void
refuses(void)
{
	static const struct refusal bad[] = {
		{ SHORT("t.x", "{}"), "not a verdict: 't.x'" },
		{ SHORT("sergeant.verdict.maybe", "{}"),
		    "'type' is 'maybe', none of quiet record wake terminal "
		    "stop" },
		{ SHORT(WAKE, "null"), "not a verdict: not an object" },
		{ SHORT(WAKE, "{\"events\":[]}"), "not a verdict: no 'why'" },
		{ SHORT(WAKE, "{\"why\":\"due\"}"),
		    "not a verdict: no 'events'" },
		{ SHORT(WAKE, "{\"why\":\"due\",\"events\":[{}]}"),
		    "not an event: no 'specversion'" },
		{ SHORT(WAKE, "{\"why\":\"due\",\"events\":[],\"x\":1}"),
		    "not a verdict: unknown member 'x'" },
		{ "{\"specversion\":\"1.0\",\"type\":\"" WAKE "\",\"id\":"
		  "\"vrd_74559ad2dcb2821753150e0c74559ad2dcb28217\","
		  "\"source\":\"s\",\"data\":{\"why\":\"due\","
		  "\"events\":[]}}",
		    "not a verdict: 'id' is over 39 bytes long" },
	};
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct pool p = { 0 };
		struct verdict v = { .time_ms = 42 };
		struct err e = { 0 };

		unit_case("refused: %s", bad[i].why);
		OK(parse(bad[i].line, &p, &v, &e) == -1);
		SAME_TEXT(span_of(e.text), bad[i].why);
		SAME_INT(v.time_ms, 42);
		pool_done(&p);
	}
}

int
main(void)
{
	round_trips();
	explains();
	knows_the_words();
	refuses();
	return unit_end();
}
