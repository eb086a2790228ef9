#include "base/text.h"

#include "base/buf.h"
#include "unit.h"

static void
spans(void)
{
	struct span nul = { "a\0b", 3 }, a = { "a", 1 };

	unit_case("absent and empty are two things");
	SAME_TEXT(span_of(NULL), NULL);
	SAME_TEXT(span_of(""), "");
	OK(!span_equal(span_of(NULL), span_of("")));
	OK(span_equal(span_of(NULL), span_of(NULL)));
	OK(!span_is(span_of(NULL), ""));
	OK(span_is(span_of(NULL), NULL));

	unit_case("is equal by bytes");
	OK(span_is(span_of("abc"), "abc"));
	OK(!span_is(span_of("abc"), "abd"));
	OK(!span_is(span_of("abc"), "ab"));
	OK(!span_is(nul, "a"));
	OK(!span_equal(nul, a));

	unit_case("sorts by bytes, the absent first");
	OK(span_compare(span_of(NULL), span_of("")) < 0);
	OK(span_compare(span_of(""), span_of(NULL)) > 0);
	OK(span_compare(span_of(NULL), span_of(NULL)) == 0);
	OK(span_compare(span_of(""), span_of("a")) < 0);
	OK(span_compare(span_of("ab"), span_of("b")) < 0);
	OK(span_compare(span_of("a\xff"), span_of("aa")) > 0);
	OK(span_compare(nul, a) > 0);
	OK(span_compare(nul, nul) == 0);

	unit_case("knows what it begins with");
	OK(span_begins(span_of("abc"), "ab"));
	OK(span_begins(span_of("abc"), ""));
	OK(span_begins(span_of("abc"), "abc"));
	OK(!span_begins(span_of("abc"), "abcd"));
	OK(!span_begins(span_of("abc"), "b"));
	OK(!span_begins(span_of(NULL), ""));
}

static void
utf8(void)
{
	static const char *const good[] = { "", "a", "\x7f", "\xc2\x80",
		"\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
		"\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf",
		"a\xc3\xa9z" };
	static const char *const bad[] = { "\x80", "\xc0\x80", "\xc1\xbf",
		"\xc3", "\xc3(", "\xe0\x9f\xbf", "\xe2\x82", "\xed\xa0\x80",
		"\xed\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xf0\x9f\x98",
		"\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "a\xff",
		"\xc3\xa9\xa9" };
	size_t i;

	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		unit_case("takes UTF-8, case %zu", i);
		OK(text_is_utf8(span_of(good[i])));
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		unit_case("takes no other, case %zu", i);
		OK(!text_is_utf8(span_of(bad[i])));
	}
}

/* Every code point goes out and comes back, in the least of bytes. */
static void
code_points(void)
{
	uint32_t code, got = 0;
	char s[4];
	size_t n;

	unit_case("writes and reads every character");
	for (code = 0; code <= 0x10ffff; code++) {
		n = text_put(s, code);
		if (code >= 0xd800 && code <= 0xdfff) {
			if (!OK(text_char(s, n, &got) == 0))
				return;
			continue;
		}
		if (!OK(text_char(s, n, &got) == n) || !OK(got == code) ||
		    !OK(text_char(s, n - 1, &got) == 0))
			return;
	}
}

static void
controls(void)
{
	static const char *const has[] = { "\x01", "a\n", "\t", "\x1f", "\x7f",
		"\xc2\x80", "a\xc2\x9f", "\xff\x1b" };
	static const char *const has_not[] = { "", " ", "~", "\xc2\xa0",
		"\xc3\xa9", "\xff", "\xe2\x80\xae" };
	struct span nul = { "a\0", 2 };
	size_t i;

	unit_case("finds control characters");
	for (i = 0; i < sizeof(has) / sizeof(has[0]); i++)
		OK(text_has_control(span_of(has[i])));
	OK(text_has_control(nul));
	unit_case("finds none where there is none");
	for (i = 0; i < sizeof(has_not) / sizeof(has_not[0]); i++)
		OK(!text_has_control(span_of(has_not[i])));
}

static void
cleans(void)
{
	static const struct {
		const char *text, *clean;
	} rows[] = {
		{ "", "" },
		{ "plain \xc3\xa9 \xf0\x9f\x98\x80",
		    "plain \xc3\xa9 "
		    "\xf0\x9f\x98\x80" },
		{ "\x1b[31mred\x1b[0m", "?[31mred?[0m" },
		{ "a\tb\nc\r", "a?b?c?" },
		{ "\xc2\x9b"
		  "2J",
		    "?2J" },
		{ "\x7f\x01", "??" },
		{ "a\xff\xfe"
		  "b\xc3",
		    "a??b?" },
		/* right-to-left override, isolate, mark; line separator */
		{ "a\xe2\x80\xae"
		  "b\xe2\x81\xa6"
		  "c\xe2\x80\x8f"
		  "d\xe2\x80\xa8"
		  "e\xd8\x9c",
		    "a?b?c?d?e?" },
	};
	struct buf b = { 0 };
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		unit_case("cleans: %s", rows[i].clean);
		buf_reset(&b);
		buf_text(&b, "-");
		text_clean(&b, span_of(rows[i].text));
		buf_text(&b, "-");
		OK(b.len >= 2 && b.s[b.len] == '\0');
		b.len--;
		buf_shift(&b, 1);
		SAME_TEXT(buf_as_span(&b), rows[i].clean);
	}
	buf_done(&b);
}

static void
escapes(void)
{
	struct buf b = { 0 };

	unit_case("what a terminal would obey is escaped in JSON");
	text_escape_json(&b,
	    span_of("{\"a\xc2\x9b\":\"\xe2\x80\xae"
		    "b\x7f\xc3\xa9\\u001b\"}"));
	SAME_TEXT(buf_as_span(&b),
	    "{\"a\\u009b\":\"\\u202eb\\u007f\xc3\xa9\\u001b\"}");
	buf_done(&b);
}

int
main(void)
{
	spans();
	utf8();
	code_points();
	controls();
	cleans();
	escapes();
	return unit_end();
}
