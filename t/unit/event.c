#include "model/event.h"

#include <stdlib.h>

#include "line.h"

#define HEAD                                                                   \
	"{\"specversion\":\"1.0\",\"type\":\"t.x\",\"id\":\"e1\",\"source\":"  \
	"\"s\""

/* DESIGN.md 5, the event of a check that failed */
static const char example[] =
    "{\"specversion\":\"1.0\",\"type\":\"github.check_suite.completed\","
    "\"id\":\"evt_3c0b9113d5d09c9c26f8089a\","
    "\"source\":\"//sergeant.local/kind/github_pull_request\","
    "\"subject\":\"github:acme/widgets#7\","
    "\"time\":\"2026-11-30T16:00:01.412Z\","
    "\"subjects\":[\"github:acme/widgets#7\",\"github:acme/widgets\","
    "\"github:acme\"],"
    "\"summary\":\"acme/widgets#7: CI / build failed\","
    "\"terminal\":false,\"priority\":\"attention\",\"phase\":\"began\","
    "\"episode\":\"evt_3c0b9113d5d09c9c26f8089a\","
    "\"coalescekey\":\"github:acme/widgets#7\","
    "\"recipients\":[\"session:sess_01J9\"],\"urgency\":\"next-turn\","
    "\"watch\":\"sen_01JDYB2C3D4E5F6G7H8J9K0M1N\","
    "\"verdict\":\"vrd_74559ad2dcb2821753150e0c\","
    "\"datacontenttype\":\"application/json\","
    "\"data\":{\"revision\":\"9c1e4f2\",\"entries\":[{\"key\":"
    "\"red:CI / build\",\"brief\":\"CI / build failed\","
    "\"conclusion\":\"failure\"}]}}";

static void
prints_back(const char *line)
{
	struct pool p = { 0 };
	struct buf out = { 0 };
	struct json j = scanned(line);
	struct event ev = { 0 };
	struct err e = { 0 };

	if (OK(event_parse(&j, &p, &ev, &e) == 0)) {
		event_print(&ev, &out);
		SAME_TEXT(buf_as_span(&out), line);
	} else {
		SAME_TEXT(span_of(e.text), "");
	}
	pool_done(&p);
	buf_done(&out);
}

static void
round_trips(void)
{
	unit_case("the documented event is printed as it was read");
	prints_back(example);
	unit_case("every attribute is printed as it was read");
	prints_back(HEAD
	    ",\"subject\":\"a:b\",\"time\":\"2026-11-30t16:00:00+01:00\","
	    "\"terminal\":true,\"entrykey\":\"k\",\"revision\":\"r\","
	    "\"inbound\":7,\"last\":true,\"workspace\":\"default\",\"seq\":9,"
	    "\"dataref\":\"d\",\"sessionid\":\"s\",\"lineage\":[\"a\",\"b\"],"
	    "\"escalatedfrom\":\"e\",\"parked\":\"closed\","
	    "\"consumerref\":\"c\",\"datacontenttype\":\"text/plain\","
	    "\"data\":\"x\"}");
	unit_case("what we do not know is passed on, before data");
	prints_back(
	    HEAD ",\"traceparent\":\"00-ab\",\"attempt\":3,\"odd\":null,"
		 "\"data_base64\":\"aGk=\"}");
	prints_back(HEAD ",\"big\":9007199254740992,\"is\":true}");
}

static void
reads_the_members(void)
{
	struct pool p = { 0 };
	struct json j = scanned(example);
	struct event ev;

	unit_case("the documented event's members are read");
	OK(event_parse(&j, &p, &ev, NULL) == 0);
	SAME_TEXT(ev.subject, "github:acme/widgets#7");
	SAME_INT(ev.time_ms, 1796054401412);
	SAME_INT((int64_t)json_count(&ev.subjects), 3);
	OK(ev.has_terminal && !ev.terminal);
	SAME_INT(ev.priority, PRIORITY_ATTENTION);
	SAME_INT(ev.phase, PHASE_BEGAN);
	SAME_INT(ev.urgency, URGENCY_NEXT_TURN);
	OK(ev.rest.s == NULL);
	OK(event_is(&ev, "github.check_suite.completed"));
	OK(event_is(&ev, "github.check_suite."));
	OK(!event_is(&ev, "github.check_suite"));
	pool_done(&p);
}

static void
reads_escapes(void)
{
	struct pool p = { 0 };
	struct json raw =
	    scanned(HEAD ",\"subject\":\"a:\303\251/\","
			 "\"subjects\":[\"a:\303\251/\"],\"phase\":\"once\"}");
	struct json escaped = scanned("{\"\\u0073pecversion\":\"1\\u002e0\","
				      "\"type\":\"t\\u002ex\",\"id\":\"e1\","
				      "\"source\":\"s\","
				      "\"subject\":\"a:\\u00e9\\/\","
				      "\"subjects\":[\"a:\\u00e9\\/\"],"
				      "\"phase\":\"\\u006fnce\"}");
	struct event a, b;
	struct buf text_a = { 0 }, text_b = { 0 };

	unit_case("a text written with escapes is the same text");
	OK(event_parse(&raw, &p, &a, NULL) == 0);
	OK(event_parse(&escaped, &p, &b, NULL) == 0);
	OK(span_equal(a.subject, b.subject));
	event_print(&a, &text_a);
	event_print(&b, &text_b);
	SAME_TEXT(buf_as_span(&text_b), text_a.s);
	pool_done(&p);
	buf_done(&text_a);
	buf_done(&text_b);
}

static void
drops_the_logs_own(void)
{
	struct pool p = { 0 };
	struct buf out = { 0 };
	struct json j = scanned(HEAD ",\"seq\":4,\"crc\":\"0011aabb\"}");
	struct event ev;

	unit_case("the crc of a stored line is not passed on, null is absence");
	OK(event_parse(&j, &p, &ev, NULL) == 0);
	event_print(&ev, &out);
	SAME_TEXT(buf_as_span(&out), HEAD ",\"seq\":4}");

	j = scanned(HEAD ",\"subject\":null,\"terminal\":null,\"seq\":null}");
	OK(event_parse(&j, &p, &ev, NULL) == 0);
	buf_reset(&out);
	event_print(&ev, &out);
	SAME_TEXT(buf_as_span(&out), HEAD "}");
	pool_done(&p);
	buf_done(&out);
}

static void
refuses(void)
{
	static const struct refusal bad[] = {
		{ "[]", "not an event: not an object" },
		{ "{}", "not an event: no 'specversion'" },
		{ "{\"specversion\":\"1.0\",\"source\":\"s\",\"type\":\"t\"}",
		    "not an event: no 'id'" },
		{ "{\"specversion\":\"1.0\",\"id\":\"i\",\"type\":\"t\"}",
		    "not an event: no 'source'" },
		{ "{\"specversion\":\"1.0\",\"id\":\"i\",\"source\":\"s\"}",
		    "not an event: no 'type'" },
		{ "{\"specversion\":\"1.0\",\"id\":\"\",\"source\":\"s\","
		  "\"type\":\"t\"}",
		    "not an event: 'id' is empty" },
		{ "{\"specversion\":\"0.3\",\"id\":\"i\",\"source\":\"s\","
		  "\"type\":\"t\"}",
		    "not an event: 'specversion' is '0.3', not '1.0'" },
		{ HEAD ",\"subject\":7}", "not a text: 'subject'" },
		{ HEAD ",\"subject\":\"a:\\u0007\"}",
		    "'subject' has a control character in it" },
		{ HEAD ",\"summary\":\"a\\u009bb\"}",
		    "'summary' has a control character in it" },
		{ HEAD ",\"trace\":\"a\\nb\"}",
		    "'trace' has a control character in it" },
		{ HEAD ",\"trace\":{\"a\":1}}",
		    "not an event: 'trace' is no text, integer or boolean" },
		{ HEAD ",\"trace\":[1]}",
		    "not an event: 'trace' is no text, integer or boolean" },
		{ HEAD ",\"trace\":1.5}", "not a whole number: 'trace'" },
		{ HEAD ",\"trace\":9007199254740993}",
		    "not a number below 2^53: 'trace'" },
		{ HEAD ",\"Trace\":1}",
		    "not an event: 'Trace' is no attribute's name" },
		{ HEAD ",\"abcdefghijklmnopqrstu\":1}",
		    "not an event: 'abcdefghijklmnopqrstu' is no attribute's "
		    "name" },
		{ HEAD ",\"\":1}", "not an event: '' is no attribute's name" },
		{ HEAD ",\"time\":\"yesterday\"}",
		    "'time': not an RFC 3339 time: 'yesterday'" },
		{ HEAD ",\"priority\":\"high\"}",
		    "'priority' is 'high', none of info attention critical" },
		{ HEAD ",\"phase\":\"start\"}",
		    "'phase' is 'start', none of began still ended once" },
		{ HEAD ",\"urgency\":\"now\"}",
		    "'urgency' is 'now', none of fyi next-turn steer "
		    "interrupt" },
		{ HEAD ",\"terminal\":\"yes\"}",
		    "not true or false: 'terminal'" },
		{ HEAD ",\"recipients\":\"human:ann\"}",
		    "not an array: 'recipients'" },
		{ HEAD ",\"recipients\":[\"ann\"]}",
		    "not a party (session:ID or human:NAME): 'ann'" },
		{ HEAD ",\"subjects\":[7]}", "not a text: 'subjects'" },
		{ HEAD ",\"subjects\":[\"a\\u001b\"]}",
		    "'subjects' has an empty text or a control character in "
		    "it" },
		{ HEAD ",\"seq\":-1}",
		    "not from 0 to 9007199254740992: 'seq'" },
		{ HEAD ",\"seq\":1.5}", "not a whole number: 'seq'" },
	};
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct pool p = { 0 };
		struct json j;
		struct event ev = { .seq = 42 };
		struct err e = { 0 };

		unit_case("refused: %s", bad[i].why);
		j = scanned(bad[i].line);
		OK(event_parse(&j, &p, &ev, &e) == -1);
		SAME_INT(e.status, STATUS_DATA);
		SAME_TEXT(span_of(e.text), bad[i].why);
		SAME_INT(ev.seq, 42);
		pool_done(&p);
	}
}

/* HEAD with an attribute of n times x, or n items. */
static bool
holds(const char *before, const char *item, int n, const char *after)
{
	struct pool p = { 0 };
	struct buf b = { 0 };
	struct json j;
	struct event ev;
	bool ok;
	int i;

	buf_text(&b, HEAD);
	buf_text(&b, before);
	for (i = 0; i < n; i++)
		buf_text(&b, item);
	buf_text(&b, after);
	j = scanned(b.s);
	ok = event_parse(&j, &p, &ev, NULL) == 0;
	pool_done(&p);
	buf_done(&b);
	return ok;
}

static void
bounds(void)
{
	unit_case("an attribute has at most 4096 bytes");
	OK(holds(",\"summary\":\"", "x", 4096, "\"}"));
	OK(!holds(",\"summary\":\"", "x", 4097, "\"}"));
	unit_case("subjects has at most 64 items");
	OK(holds(",\"subjects\":[\"z\"", ",\"x\"", 63, "]}"));
	OK(!holds(",\"subjects\":[\"z\"", ",\"x\"", 64, "]}"));
	unit_case("data may be long");
	OK(holds(",\"data\":\"", "x", 100000, "\"}"));
}

int
main(void)
{
	round_trips();
	reads_the_members();
	reads_escapes();
	drops_the_logs_own();
	refuses();
	bounds();
	return unit_end();
}
