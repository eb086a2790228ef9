#include "model/entry.h"

#include "line.h"

#define HEAD                                                                   \
	"{\"key\":\"down\",\"severity\":\"wake\",\"resets_on\":\"absence\","   \
	"\"type\":\"http.down\""

static void
reads_the_members(void)
{
	static const char line[] =
	    "{\"key\":\"red:CI / build\",\"severity\":\"immediate\","
	    "\"resets_on\":\"revision\",\"type\":\"t.red\","
	    "\"ended_type\":\"t.green\",\"brief\":\"CI failed\","
	    "\"raises\":{\"ready\":\"critical\"},\"priority\":\"info\","
	    "\"outcome\":\"blocked\",\"at\":\"2026-11-30T16:00:00Z\","
	    "\"data\":{\"n\":1}}";
	struct pool p = { 0 };
	struct json j = scanned(line);
	struct entry en;

	unit_case("every member of an entry is read");
	OK(entry_parse(&j, &p, &en, NULL) == 0);
	SAME_TEXT(en.key, "red:CI / build");
	SAME_INT(en.severity, SEVERITY_IMMEDIATE);
	SAME_INT(en.resets_on, RESETS_ON_REVISION);
	SAME_TEXT(en.type, "t.red");
	SAME_TEXT(en.ended_type, "t.green");
	SAME_TEXT(en.brief, "CI failed");
	SAME_TEXT(json_span(&en.raises), "{\"ready\":\"critical\"}");
	SAME_INT(en.priority, PRIORITY_INFO);
	SAME_INT(en.outcome, OUTCOME_BLOCKED);
	SAME_INT(en.at_ms, 1796054400000);
	SAME_TEXT(json_span(&en.data), "{\"n\":1}");
	SAME_TEXT(en.text, line);
	pool_done(&p);
}

static void
prints_back(void)
{
	static const char line[] =
	    HEAD ",\"ended_type\":\"http.up\",\"brief\":\"no answer\","
		 "\"raises\":{\"x\":\"info\"},\"priority\":\"critical\","
		 "\"outcome\":\"success\",\"at\":\"2026-11-30T16:00:00.000Z\","
		 "\"data\":{}}";
	struct pool p = { 0 };
	struct buf out = { 0 };
	struct json j = scanned(line);
	struct entry en;

	unit_case("an entry prints as it was scanned, or by its members");
	OK(entry_parse(&j, &p, &en, NULL) == 0);
	entry_print(&en, &out);
	SAME_TEXT(buf_as_span(&out), line);
	buf_reset(&out);
	en.text.s = NULL;
	entry_print(&en, &out);
	SAME_TEXT(buf_as_span(&out), line);
	pool_done(&p);
	buf_done(&out);
}

static void
cleans_the_brief(void)
{
	struct pool p = { 0 };
	struct buf b = { 0 };
	struct json j =
	    scanned(HEAD ",\"brief\":\"a\\u001b[31m\\nb\\u0085c\\u007f\"}");
	struct entry en;
	int i;

	unit_case("control characters of a brief become spaces");
	OK(entry_parse(&j, &p, &en, NULL) == 0);
	SAME_TEXT(en.brief, "a [31m b c ");

	unit_case("a brief is cut at 2000 bytes, at a character's end");
	buf_text(&b, HEAD ",\"brief\":\"x");
	for (i = 0; i < 1000; i++)
		buf_text(&b, "\303\251");
	buf_text(&b, "\"}");
	j = scanned(b.s);
	OK(entry_parse(&j, &p, &en, NULL) == 0);
	SAME_INT((int64_t)en.brief.len, 1999);
	pool_done(&p);
	buf_done(&b);
}

static void
refuses(void)
{
	static const struct refusal bad[] = {
		{ "7", "not an entry: not an object" },
		{ "{}", "not an entry: no 'key'" },
		{ "{\"key\":\"a\",\"resets_on\":\"never\",\"type\":\"t\"}",
		    "not an entry: no 'severity'" },
		{ "{\"key\":\"a\",\"severity\":\"wake\",\"type\":\"t\"}",
		    "not an entry: no 'resets_on'" },
		{ "{\"key\":\"a\",\"severity\":\"wake\","
		  "\"resets_on\":\"never\"}",
		    "not an entry: no 'type'" },
		{ "{\"key\":\"\",\"severity\":\"wake\","
		  "\"resets_on\":\"never\",\"type\":\"t\"}",
		    "not an entry: 'key' is empty" },
		{ "{\"key\":\"a\",\"severity\":\"wake\","
		  "\"resets_on\":\"never\",\"type\":\"\"}",
		    "not an entry: 'type' is empty" },
		{ "{\"key\":\"a\",\"severity\":\"wake\","
		  "\"resets_on\":\"never\",\"type\":\"sergeant.inbox.acked\"}",
		    "not an entry: 'sergeant.inbox.acked' is a type of our "
		    "own" },
		{ HEAD ",\"ended_type\":\"sergeant.wake.accepted\"}",
		    "not an entry: 'sergeant.wake.accepted' is a type of our "
		    "own" },
		{ "{\"key\":\"a\\u0009\"}",
		    "'key' has a control character in it" },
		{ HEAD ",\"colour\":1}",
		    "not an entry: unknown member 'colour'" },
		{ "{\"severity\":\"urgent\"}",
		    "'severity' is 'urgent', none of record wake immediate "
		    "terminal" },
		{ "{\"resets_on\":\"always\"}",
		    "'resets_on' is 'always', none of revision absence "
		    "never" },
		{ HEAD ",\"raises\":[]}", "not an object: 'raises'" },
		{ HEAD ",\"raises\":{\"a\":\"wake\"}}",
		    "'raises' is 'wake', none of info attention critical" },
		{ HEAD ",\"data\":[1]}", "not an object: 'data'" },
		{ HEAD ",\"outcome\":\"won\"}",
		    "'outcome' is 'won', none of success blocked" },
		{ HEAD ",\"at\":\"noon\"}",
		    "'at': not an RFC 3339 time: 'noon'" },
	};
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct pool p = { 0 };
		struct json j;
		struct entry en = { .at_ms = 42 };
		struct err e = { 0 };

		unit_case("refused: %s", bad[i].why);
		j = scanned(bad[i].line);
		OK(entry_parse(&j, &p, &en, &e) == -1);
		SAME_TEXT(span_of(e.text), bad[i].why);
		SAME_INT(en.at_ms, 42);
		pool_done(&p);
	}
}

static void
bounds(void)
{
	struct pool p = { 0 };
	struct buf b = { 0 };
	struct json j;
	struct entry en;
	struct err e = { 0 };
	int i;

	unit_case("a key has at most 512 bytes");
	buf_text(&b,
	    "{\"severity\":\"wake\",\"resets_on\":\"never\","
	    "\"type\":\"t\",\"key\":\"");
	for (i = 0; i < 513; i++)
		buf_byte(&b, 'k');
	buf_text(&b, "\"}");
	j = scanned(b.s);
	OK(entry_parse(&j, &p, &en, &e) == -1);
	SAME_TEXT(span_of(e.text), "'key' is over 512 bytes long");
	b.len -= 3;
	buf_text(&b, "\"}");
	j = scanned(b.s);
	OK(entry_parse(&j, &p, &en, NULL) == 0);
	SAME_INT((int64_t)en.key.len, 512);
	pool_done(&p);
	buf_done(&b);
}

int
main(void)
{
	reads_the_members();
	prints_back();
	cleans_the_brief();
	refuses();
	bounds();
	return unit_end();
}
