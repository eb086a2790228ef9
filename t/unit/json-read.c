#include <stdlib.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/pool.h"
#include "unit.h"

static struct json
scanned(const char *s)
{
	struct json j = { 0 };
	struct err e = { 0 };

	if (json_scan_foreign(s, strlen(s), &j, &e) == -1)
		printf("# %s: %s\n", s, e.text);
	return j;
}

/* The members or items of s, each as key=value and a bar. */
static void
lists(const char *s, const char *want)
{
	struct json j = scanned(s);
	struct json_item it = { 0 };
	struct buf b = { 0 };
	size_t n = 0;

	unit_case("lists %s", s);
	buf_text(&b, "");
	while (json_each(&j, &it)) {
		buf_span(&b, it.key);
		buf_byte(&b, it.key_escaped ? '~' : '=');
		buf_span(&b, json_span(&it.value));
		buf_byte(&b, '|');
		n++;
	}
	SAME_TEXT(buf_as_span(&b), want);
	SAME_INT((int64_t)json_count(&j), (int64_t)n);
	OK(!json_each(&j, &it));
	buf_done(&b);
}

static void
each(void)
{
	lists("{}", "");
	lists("[]", "");
	lists(" [ ] ", "");
	lists("{ }", "");
	lists("1", "");
	lists("\"a\"", "");
	lists("[1,-2.5e3,true,null,\"x\"]", "=1|=-2.5e3|=true|=null|=\"x\"|");
	lists("[ 1 , [ ] , { } ]", "=1|=[ ]|={ }|");
	lists("{\"a\":1,\"b\":\"c\"}", "a=1|b=\"c\"|");
	lists("{ \"a\" : 1 , \"b\" : [ 2 ] }", "a=1|b=[ 2 ]|");
	lists("{\"a\":{\"b\":[{\"c\":\"]}\"},\"\\\"]\"]},\"d\":0}",
	    "a={\"b\":[{\"c\":\"]}\"},\"\\\"]\"]}|d=0|");
	lists("[\"\\\\\",\"\\\\\\\"\",\"\\\"\"]",
	    "=\"\\\\\"|=\"\\\\\\\"\"|=\"\\\"\"|");
	lists("{\"\\u0061\":1,\"a\":2}", "\\u0061~1|a=2|");
	lists("[[[[1]],2],[\"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9[\",3]]",
	    "=[[[1]],2]|=[\"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9[\",3]|");
	lists("{\"a long key, over eight\":{\"another long key\":[[[]]]}}",
	    "a long key, over eight={\"another long key\":[[[]]]}|");
}

/* Nested values are skipped eight bytes at once: each byte in each place. */
static void
skips(void)
{
	static const char pad[] = "xxxxxxxxxxxxxxxxxxxxxxxx";
	struct json_item it;
	struct buf b = { 0 };
	struct json j;
	int n;

	for (n = 0; n < 20; n++) {
		unit_case("skips what is nested with %d bytes before", n);
		buf_reset(&b);
		buf_format(&b,
		    "[{\"%.*s\":[\"\\\\\",\"]}\\\"{[\",{}],\"]\":[[],[[]]]},"
		    "[\"%.*s\\\\\\\"\"],7]",
		    n, pad, n, pad);
		j = scanned(b.s);
		memset(&it, 0, sizeof(it));
		OK(json_count(&j) == 3);
		OK(json_each(&j, &it));
		SAME_INT((int64_t)json_count(&it.value), 2);
		OK(json_each(&j, &it));
		SAME_INT((int64_t)it.value.len, n + 8);
		OK(json_each(&j, &it));
		SAME_TEXT(json_span(&it.value), "7");
	}
	buf_done(&b);
}

/* Longer than what is passed over at once, so that all may cross its ends. */
static void
skips_blocks(void)
{
	static const char *const inner[] = { "{\"]\":[[1,[]],{}]}",
		"[\"}{][\",[[\"[\"]]]", "{\"\\\"\":\"\\\\\",\"k\":[\"]\"]}" };
	struct json_item it;
	struct buf b = { 0 };
	struct json j;
	size_t i;
	int n;

	for (i = 0; i < sizeof(inner) / sizeof(inner[0]); i++) {
		unit_case("skips '%s' wherever a block of 64 ends", inner[i]);
		for (n = 0; n < 140; n++) {
			buf_reset(&b);
			buf_format(&b, "[[\"%*s\",%s,\"%*s\"],%s,7]", n, "]",
			    inner[i], 70, "{", inner[i]);
			j = scanned(b.s);
			memset(&it, 0, sizeof(it));
			OK(json_each(&j, &it));
			SAME_INT((int64_t)json_count(&it.value), 3);
			OK(json_each(&j, &it));
			SAME_TEXT(json_span(&it.value), inner[i]);
			OK(json_each(&j, &it));
			SAME_TEXT(json_span(&it.value), "7");
		}
	}
	buf_done(&b);
}

static void
get(void)
{
	struct json j = scanned("{\"a\":1,\"\\u0062\":2,\"ab\":{\"a\":3},"
				"\"twice\":4,\"twice\":5}");
	struct json found;

	unit_case("gets a member by its name");
	found = json_get(&j, "a");
	SAME_TEXT(json_span(&found), "1");
	found = json_get(&j, "ab");
	SAME_TEXT(json_span(&found), "{\"a\":3}");
	unit_case("gets a member whose name is written with an escape");
	found = json_get(&j, "b");
	SAME_TEXT(json_span(&found), "2");
	unit_case("gets the first of two in a foreign text");
	found = json_get(&j, "twice");
	SAME_TEXT(json_span(&found), "4");
	unit_case("gets nothing where there is no such member");
	found = json_get(&j, "c");
	OK(found.type == JSON_NONE);
	found = json_get(&j, "");
	OK(found.type == JSON_NONE);
	found = json_get(&found, "a");
	OK(found.type == JSON_NONE);
	j = scanned("[\"a\"]");
	found = json_get(&j, "a");
	OK(found.type == JSON_NONE);
}

static void
reads_text(const char *s, const char *want)
{
	struct json j = scanned(s);
	struct pool p = { 0 };
	struct span got = { NULL, 0 };

	unit_case("reads the text %s", s);
	OK(json_text(&j, "x", &p, &got, NULL) == 0);
	SAME_TEXT(got, want);
	pool_done(&p);
}

static void
refuses_text(const char *s, const char *says)
{
	struct json j = { 0 };
	struct pool p = { 0 };
	struct span got = span_of("before");
	struct err e;

	if (s != NULL)
		j = scanned(s);
	unit_case("refuses as a text %s", s == NULL ? "nothing" : s);
	OK(json_text(&j, "x", &p, &got, &e) == -1);
	OK(e.status == STATUS_DATA);
	SAME_TEXT(span_of(e.text), says);
	SAME_TEXT(got, "before");
	pool_done(&p);
}

static void
texts(void)
{
	struct json j;
	struct json_item it = { 0 };
	struct pool p = { 0 };
	struct span got;

	reads_text("\"\"", "");
	reads_text("\"plain\"", "plain");
	reads_text("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t");
	reads_text("\"\\u0041\\u00e9\\u20ac\"", "A\xc3\xa9\xe2\x82\xac");
	reads_text("\"a\\ud83d\\ude00b\"",
	    "a\xf0\x9f\x98\x80"
	    "b");
	reads_text("\"\\uffff\\uFFFD\"", "\xef\xbf\xbf\xef\xbf\xbd");
	refuses_text("\"a\\u0000b\"", "not a text without NUL: 'x'");
	refuses_text("1", "not a text: 'x'");
	refuses_text("null", "not a text: 'x'");
	refuses_text("[\"a\"]", "not a text: 'x'");
	refuses_text(NULL, "no 'x'");

	unit_case("points into the line where a text holds no escape");
	j = scanned("\"plain\"");
	OK(json_text(&j, "x", &p, &got, NULL) == 0);
	OK(got.s == j.s + 1);
	OK(p.block == NULL);

	unit_case("reads a key without its escapes");
	j = scanned("{\"\\u0061\\n\":1,\"b\":2}");
	OK(json_each(&j, &it));
	SAME_TEXT(json_key(&it, &p), "a\n");
	OK(json_each(&j, &it));
	SAME_TEXT(json_key(&it, &p), "b");
	pool_done(&p);
}

static void
reads_int(const char *s, int64_t want)
{
	struct json j = scanned(s);
	int64_t got = 77;

	unit_case("reads the number %s", s);
	OK(json_int(&j, "x", INT64_MIN, INT64_MAX, &got, NULL) == 0);
	SAME_INT(got, want);
}

static void
refuses_int(const char *s, int64_t min, int64_t max, const char *says)
{
	struct json j = { 0 };
	int64_t got = 77;
	struct err e;

	if (s != NULL)
		j = scanned(s);
	unit_case("refuses as a number %s", s == NULL ? "nothing" : s);
	OK(json_int(&j, "x", min, max, &got, &e) == -1);
	OK(e.status == STATUS_DATA);
	SAME_TEXT(span_of(e.text), says);
	SAME_INT(got, 77);
}

static void
ints(void)
{
	reads_int("0", 0);
	reads_int("-0", 0);
	reads_int("-1", -1);
	reads_int("1796053500000", 1796053500000);
	reads_int("9007199254740992", JSON_INT_MAX);
	reads_int("-9007199254740992", -JSON_INT_MAX);
	refuses_int("9007199254740993", INT64_MIN, INT64_MAX,
	    "not a number below 2^53: 'x'");
	refuses_int("-9007199254740993", INT64_MIN, INT64_MAX,
	    "not a number below 2^53: 'x'");
	refuses_int("99999999999999999999999999", INT64_MIN, INT64_MAX,
	    "not a number below 2^53: 'x'");
	refuses_int("1.5", 0, 9, "not a whole number: 'x'");
	refuses_int("1.0", 0, 9, "not a whole number: 'x'");
	refuses_int("1e3", 0, 9, "not a whole number: 'x'");
	refuses_int("1E1000", 0, 9, "not a whole number: 'x'");
	refuses_int("\"1\"", 0, 9, "not a whole number: 'x'");
	refuses_int("true", 0, 9, "not a whole number: 'x'");
	refuses_int(NULL, 0, 9, "no 'x'");
	refuses_int("10", 0, 9, "not from 0 to 9: 'x'");
	refuses_int("-1", 0, 9, "not from 0 to 9: 'x'");
}

static void
bools(void)
{
	struct json j = scanned("true");
	bool got = false;
	struct err e;

	unit_case("reads true and false, and nothing else");
	OK(json_bool(&j, "x", &got, NULL) == 0 && got);
	j = scanned("false");
	OK(json_bool(&j, "x", &got, NULL) == 0 && !got);
	j = scanned("1");
	OK(json_bool(&j, "x", &got, &e) == -1);
	SAME_TEXT(span_of(e.text), "not true or false: 'x'");
}

int
main(void)
{
	each();
	skips();
	skips_blocks();
	get();
	texts();
	ints();
	bools();
	return unit_end();
}
