#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/pool.h"
#include "unit.h"

static void
quotes_span(struct span s, const char *want)
{
	struct buf b = { 0 };

	json_quote(&b, s);
	unit_case("quotes %s", want);
	SAME_TEXT(buf_as_span(&b), want);
	buf_done(&b);
}

static void
quotes(const char *s, const char *want)
{
	quotes_span(span_of(s), want);
}

/* Every character that there is, in one text. */
static void
all_characters(void)
{
	struct buf text = { 0 }, quoted = { 0 };
	struct pool p = { 0 };
	struct span got = { 0 };
	struct json j;
	uint32_t code;
	char s[4];

	for (code = 1; code <= 0x10ffff; code++) {
		if (code < 0xd800 || code > 0xdfff)
			buf_add(&text, s, text_put(s, code));
	}
	json_quote(&quoted, buf_as_span(&text));
	unit_case("reads back every character");
	OK(json_scan(quoted.s, quoted.len, &j, NULL) == 0);
	OK(json_text(&j, "x", &p, &got, NULL) == 0);
	OK(span_equal(got, buf_as_span(&text)));
	pool_done(&p);
	buf_done(&quoted);
	buf_done(&text);
}

static void
members(void)
{
	struct json none = { 0 }, nested;
	struct buf b = { 0 };

	(void)json_scan("[1, {\"b\":2}]", 12, &nested, NULL);
	buf_byte(&b, '{');
	json_member_text(&b, "text", span_of("{"));
	json_member_int(&b, "int", -9007199254740992);
	json_member_bool(&b, "yes", true);
	json_member_bool(&b, "no", false);
	json_member_stamp(&b, "time", 1796054401412);
	json_member_json(&b, "absent", &none);
	json_member_json(&b, "json", &nested);
	json_member(&b, "in");
	buf_text(&b, "{");
	json_member_text(&b, "none", span_of(NULL));
	buf_text(&b, "}}");
	unit_case("prints an object member by member");
	SAME_TEXT(buf_as_span(&b),
	    "{\"text\":\"{\",\"int\":-9007199254740992,\"yes\":true,"
	    "\"no\":false,\"time\":\"2026-11-30T16:00:01.412Z\","
	    "\"json\":[1, {\"b\":2}],\"in\":{\"none\":\"\"}}");
	buf_done(&b);
}

int
main(void)
{
	struct span nul = { "a\0b", 3 };

	quotes("", "\"\"");
	quotes("plain", "\"plain\"");
	quotes("say \"\\\"", "\"say \\\"\\\\\\\"\"");
	quotes("\b\f\n\r\t\x01\x1f", "\"\\b\\f\\n\\r\\t\\u0001\\u001f\"");
	quotes_span(nul, "\"a\\u0000b\"");
	quotes("\xc3\xa9\xf0\x9f\x98\x80", "\"\xc3\xa9\xf0\x9f\x98\x80\"");
	quotes("a/b\x7f", "\"a/b\x7f\"");
	quotes("a\xff"
	       "b",
	    "\"a\xef\xbf\xbd"
	    "b\"");
	quotes("\xc3", "\"\xef\xbf\xbd\"");
	quotes("\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
	all_characters();
	members();
	return unit_end();
}
