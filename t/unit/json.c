#include "base/json.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/err.h"
#include "unit.h"

/* A C string of any bytes, NUL too. */
#define TEXT(s)                                                                \
	{                                                                      \
		s, sizeof(s) - 1                                               \
	}

static const struct span accepted[] = {
	TEXT("0"),
	TEXT("-0"),
	TEXT("1e1000"),
	TEXT("-1.5E+3"),
	TEXT("1e-0"),
	TEXT("9007199254740993"),
	TEXT("0.1"),
	TEXT("1E5"),
	TEXT("0e0"),
	TEXT("\"\""),
	TEXT("\"a\""),
	TEXT(" \t\r\n1\r\n"),
	TEXT("{}\r"),
	TEXT("[ ]"),
	TEXT("{ }"),
	TEXT("[1 , 2]"),
	TEXT("{\"a\" : 1}"),
	TEXT("null"),
	TEXT("true"),
	TEXT("false"),
	TEXT("[[],{}]"),
	TEXT("{\"a\":1,\"b\":1}"),
	TEXT("{\"a\":{\"a\":1},\"b\":{\"a\":1}}"),
	TEXT("[{\"a\":1},{\"a\":1}]"),
	TEXT("{\"\":1,\"a\":2}"),
	TEXT("\"a\\u0000b\""),
	TEXT("\"\\u00e9\\\"\\\\\\/\\b\\f\\n\\r\\t\""),
	TEXT("\"\\ud83d\\ude00\""),
	TEXT("\"\\uD83D\\uDE00\""),
	TEXT("\"\\uABCD\\uabcd\""),
	TEXT("\"\\uffff\""),
	TEXT("\"\x7f\""),
	TEXT("\"\xc2\x80\""),
	TEXT("\"\xdf\xbf\""),
	TEXT("\"\xe0\xa0\x80\""),
	TEXT("\"\xed\x9f\xbf\""),
	TEXT("\"\xee\x80\x80\""),
	TEXT("\"\xef\xbf\xbf\""),
	TEXT("\"\xf0\x90\x80\x80\""),
	TEXT("\"\xf4\x8f\xbf\xbf\""),
	TEXT("\"12345678\""),
	TEXT("\"1234567\xc3\xa9\""),
	TEXT("\"12345678\\n12345678\""),
	/* alike, but not the same key */
	TEXT("{\"a\":1,\"A\":2}"),
	TEXT("{\"a\":1,\"a\\u0000\":2}"),
	TEXT("{\"12345678a12345678\":1,\"12345678b12345678\":2}"),
};

static const struct span refused[] = {
	/* numbers */
	TEXT("NaN"),
	TEXT("nan"),
	TEXT("Infinity"),
	TEXT("-Infinity"),
	TEXT("inf"),
	TEXT("01"),
	TEXT("-01"),
	TEXT("00"),
	TEXT("+1"),
	TEXT("1."),
	TEXT(".5"),
	TEXT("-.5"),
	TEXT("1.e1"),
	TEXT("1e"),
	TEXT("1e+"),
	TEXT("1E-"),
	TEXT("-"),
	TEXT("--1"),
	TEXT("0x10"),
	TEXT("1_000"),
	TEXT("1 2"),
	TEXT("1,2"),
	TEXT("0 0"),
	TEXT("1.5.5"),
	TEXT("1e5e5"),
	TEXT("1e5.5"),
	TEXT("- 1"),
	TEXT("1a"),
	TEXT("[1a]"),
	/* words */
	TEXT("True"),
	TEXT("nul"),
	TEXT("nulll"),
	TEXT("tru"),
	TEXT("fals"),
	TEXT("truefalse"),
	TEXT("undefined"),
	TEXT("None"),
	/* what stands around */
	TEXT(""),
	TEXT(" "),
	TEXT("\r\n"),
	TEXT("{} {}"),
	TEXT("{}{}"),
	TEXT("{}x"),
	TEXT("1 x"),
	TEXT("\"a\" \"b\""),
	TEXT("\xef\xbb\xbf{}"),
	TEXT("{}\0"),
	TEXT("\0"),
	TEXT("\0{}"),
	TEXT("{\0}"),
	TEXT("[1\0]"),
	TEXT("\f1"),
	TEXT("\v1"),
	TEXT("\xc2\xa0"
	     "1"),
	TEXT("// a\n1"),
	TEXT("/* a */1"),
	TEXT("#\n1"),
	/* arrays and objects */
	TEXT("["),
	TEXT("]"),
	TEXT("{"),
	TEXT("}"),
	TEXT("[1"),
	TEXT("[1,"),
	TEXT("[1,]"),
	TEXT("[,1]"),
	TEXT("[,]"),
	TEXT("[1,,2]"),
	TEXT("[1 2]"),
	TEXT("[1:2]"),
	TEXT("[1}"),
	TEXT("{]"),
	TEXT("[}"),
	TEXT("{\"a\"}"),
	TEXT("{\"a\":}"),
	TEXT("{\"a\":1"),
	TEXT("{\"a\":1,"),
	TEXT("{\"a\":1,}"),
	TEXT("{,\"a\":1}"),
	TEXT("{\"a\" 1}"),
	TEXT("{\"a\":1 \"b\":2}"),
	TEXT("{a:1}"),
	TEXT("{1:1}"),
	TEXT("{'a':1}"),
	TEXT("{\"a\"::1}"),
	TEXT("{\"a\":1]"),
	TEXT("{\"a\":1;\"b\":2}"),
	TEXT("{null:1}"),
	TEXT("{\"a\""),
	TEXT("{\"a\":"),
	TEXT("{[]:1}"),
	TEXT("[1]]"),
	TEXT("[[1]"),
	/* texts */
	TEXT("'x'"),
	TEXT("\""),
	TEXT("\"a"),
	TEXT("\"a\\\""),
	TEXT("a\""),
	TEXT("\"\\x41\""),
	TEXT("\"\\a\""),
	TEXT("\"\\'\""),
	TEXT("\"\\0\""),
	TEXT("\"\\\0\""),
	TEXT("\"\\u\""),
	TEXT("\"\\u12\""),
	TEXT("\"\\u123\""),
	TEXT("\"\\u123g\""),
	TEXT("\"\\U0041\""),
	TEXT("\"\\u+123\""),
	TEXT("\"\\u 123\""),
	TEXT("\"\\"),
	TEXT("\"\\u"),
	TEXT("\"\\u004"),
	/* control characters */
	TEXT("\"\t\""),
	TEXT("\"\n\""),
	TEXT("\"\r\""),
	TEXT("\"\0\""),
	TEXT("\"\x1f\""),
	TEXT("\"\x01\""),
	TEXT("\"1234567\t\""),
	TEXT("\"12345678\x1b[0m\""),
	TEXT("{\"a\nb\":1}"),
	/* surrogates */
	TEXT("\"\\ud800\""),
	TEXT("\"\\udc00\""),
	TEXT("\"\\ud83d\\u0041\""),
	TEXT("\"\\ud83dx\""),
	TEXT("\"\\ude00\\ud83d\""),
	TEXT("\"\\ud83d\\"),
	TEXT("\"\\ud83d\\ud83d\""),
	TEXT("\"\\ud83d\\ude0\""),
	TEXT("{\"\\udead\":1}"),
	TEXT("\"\xed\xa0\x80\""),
	TEXT("\"\xed\xbf\xbf\""),
	TEXT("\"\xed\xa0\xbd\xed\xb8\x80\""),
	/* ill-formed UTF-8 */
	TEXT("\"\x80\""),
	TEXT("\"\xbf\""),
	TEXT("\"\xff\""),
	TEXT("\"\xfe\""),
	TEXT("\"\xff\xfe\""),
	TEXT("\"\xc3\""),
	TEXT("\"\xc3(\""),
	TEXT("\"\xe2\x82\""),
	TEXT("\"\xe2(\xa1\""),
	TEXT("\"\xf0\x9f\x98\""),
	TEXT("\"\xf0\x9f"),
	TEXT("\"\xc3"),
	TEXT("\xc3\xa9"),
	TEXT("\xff"),
	TEXT("[\xff]"),
	TEXT("{\"\xff\":1}"),
	TEXT("1\xff"),
	TEXT("\"1234567\xff\""),
	TEXT("\"12345678\xc3\""),
	/* overlong, and beyond U+10FFFF */
	TEXT("\"\xc0\x80\""),
	TEXT("\"\xc0\xaf\""),
	TEXT("\"\xc1\xbf\""),
	TEXT("\"\xe0\x80\xaf\""),
	TEXT("\"\xe0\x9f\xbf\""),
	TEXT("\"\xf0\x80\x80\xaf\""),
	TEXT("\"\xf0\x8f\xbf\xbf\""),
	TEXT("\"\xf4\x90\x80\x80\""),
	TEXT("\"\xf5\x80\x80\x80\""),
	TEXT("\"\xf8\x88\x80\x80\x80\""),
	TEXT("\"\xfc\x84\x80\x80\x80\x80\""),
	/* UTF-16 */
	TEXT("\xff\xfe[\0]\0"),
	TEXT("\xfe\xff\0[\0]"),
	TEXT("[\0]\0"),
};

/* The same keys twice: refused in our own records alone. */
static const struct span twice[] = {
	TEXT("{\"a\":1,\"a\":1}"),
	TEXT("{\"a\":1,\"b\":2,\"a\":3}"),
	TEXT("{\"a\":1,\"\\u0061\":2}"),
	TEXT("{\"\\u0061\":1,\"a\":2}"),
	TEXT("{\"\\u00e9\":1,\"\xc3\xa9\":2}"),
	TEXT("{\"\":1,\"\":2}"),
	TEXT("{\"\\ud83d\\ude00\":1,\"\xf0\x9f\x98\x80\":2}"),
	TEXT("{\"\\/\":1,\"/\":2}"),
	TEXT("{\"\\n\":1,\"\\u000A\":2}"),
	TEXT("{\"a\":{\"a\":1},\"a\":2}"),
	TEXT("[{\"b\":[{\"a\":1,\"a\":2}]}]"),
	TEXT("{\"b\":{\"a\":1,\"a\":2}}"),
	TEXT("{\"a\\u0000\":1,\"a\\u0000\":2}"),
	TEXT("{\"12345678a12345678\":1,\"12345678a12345678\":2}"),
};

/* Copied to exactly its length, so that a sanitizer sees one byte more. */
static int
scan(struct span s, bool foreign, struct json *ret, struct err *e)
{
	char *copy = malloc(s.len == 0 ? 1 : s.len);
	int status;

	if (copy == NULL)
		abort();
	memcpy(copy, s.s, s.len);
	status = foreign ? json_scan_foreign(copy, s.len, ret, e) :
			   json_scan(copy, s.len, ret, e);
	free(copy);
	return status;
}

static void
tables(void)
{
	struct buf name = { 0 };
	struct json j;
	struct err e;
	size_t i;

	for (i = 0; i < sizeof(accepted) / sizeof(accepted[0]); i++) {
		buf_reset(&name);
		text_clean(&name, accepted[i]);
		unit_case("accepts %s", name.s);
		OK(scan(accepted[i], false, &j, NULL) == 0);
		OK(scan(accepted[i], true, &j, NULL) == 0);
	}
	for (i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		buf_reset(&name);
		text_clean(&name, refused[i]);
		unit_case("refuses %s", name.s == NULL ? "" : name.s);
		memset(&j, 0, sizeof(j));
		OK(scan(refused[i], false, &j, &e) == -1);
		OK(e.status == STATUS_DATA);
		OK(span_begins(span_of(e.text), "not JSON: "));
		OK(scan(refused[i], true, &j, NULL) == -1);
		OK(j.type == JSON_NONE);
	}
	for (i = 0; i < sizeof(twice) / sizeof(twice[0]); i++) {
		unit_case("refuses in our own records %s", twice[i].s);
		OK(scan(twice[i], false, &j, &e) == -1);
		OK(strstr(e.text, "duplicate key") != NULL);
		OK(scan(twice[i], true, &j, NULL) == 0);
	}
	buf_done(&name);
}

int
main(void)
{
	struct json j;

	tables();

	unit_case("gives the value without the white space around it");
	OK(json_scan(" [1, 2]\r\n", 9, &j, NULL) == 0);
	OK(j.type == JSON_ARRAY);
	SAME_TEXT(json_span(&j), "[1, 2]");
	return unit_end();
}
