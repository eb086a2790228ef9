/* t/golden/payload.golden: title, text, the rule that refuses it */

#include "model/payload.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/pool.h"
#include "unit.h"

static void
one(const char *title, const char *given, const char *want)
{
	struct pool p = { 0 };
	struct span s, got;
	struct json j;

	unit_case("%s", title);
	if (OK(json_scan(given, strlen(given), &j, NULL) == 0) &&
	    OK(json_text(&j, "text", &p, &s, NULL) == 0))
		SAME_TEXT(
		    span_of(payload_rule_text(payload_check(s, &got))), want);
	pool_done(&p);
}

static enum payload_rule
check_repeated(const char *piece, size_t n, const char *end)
{
	struct buf b = { 0 };
	enum payload_rule r;
	struct span got;

	while (n-- > 0)
		buf_text(&b, piece);
	buf_text(&b, end);
	r = payload_check(buf_as_span(&b), &got);
	buf_done(&b);
	return r;
}

static void
bounds(void)
{
	struct span got;

	unit_case("4096 bytes are taken, with their newlines; 4097 are not");
	SAME_INT(check_repeated("a", 4096, ""), PAYLOAD_GOOD);
	SAME_INT(check_repeated("a", 4095, "\n"), PAYLOAD_GOOD);
	SAME_INT(check_repeated("a", 4096, "\n"), PAYLOAD_TOO_LONG);
	unit_case("16 lines are taken, 17 are not");
	SAME_INT(check_repeated("a\n", 16, "\n\n"), PAYLOAD_GOOD);
	SAME_INT(check_repeated("a\n", 16, "a"), PAYLOAD_TOO_MANY_LINES);
	unit_case("ill-formed UTF-8 is refused, and NUL");
	SAME_INT(check_repeated("\xed\xa0\x80", 1, ""), PAYLOAD_NOT_UTF8);
	SAME_INT(check_repeated("\xc0\xaf", 1, ""), PAYLOAD_NOT_UTF8);
	SAME_INT(check_repeated("\xe2\x82", 1, ""), PAYLOAD_NOT_UTF8);
	SAME_INT(
	    payload_check((struct span){ "a\0b", 3 }, &got), PAYLOAD_CONTROL);
	SAME_INT(payload_check((struct span){ "", 0 }, &got), PAYLOAD_EMPTY);
}

static void
substitutes(void)
{
	static const char *const names[] = { "widgets", "123456789012345678",
		"a-password", "ghp_0123456789abcdef0123456789abcdef0123" };
	struct buf b = { 0 };
	struct span got;
	size_t i;
	int rule;

	unit_case("a substitute breaks no rule, whatever it names");
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		for (rule = PAYLOAD_TOO_LONG; rule <= PAYLOAD_PLATFORM_ID;
		     rule++) {
			buf_reset(&b);
			payload_substitute((enum payload_rule)rule,
			    span_of(names[i]), span_of(names[i]),
			    span_of(".sergeant-message"), &b);
			SAME_INT(
			    payload_check(buf_as_span(&b), &got), PAYLOAD_GOOD);
		}
	}
	unit_case("a substitute names rule, task, repository and file");
	buf_reset(&b);
	payload_substitute(PAYLOAD_SECRET, span_of("t1"), span_of("widgets"),
	    span_of(".sergeant-result"), &b);
	SAME_TEXT(buf_as_span(&b),
	    "The text of this event is withheld: payload contains "
	    "secret-shaped data.\nIt stands in file .sergeant-result of "
	    "repository widgets, task t1.");
	buf_done(&b);
}

int
main(void)
{
	unit_golden("t/golden/payload.golden", one);
	bounds();
	substitutes();
	return unit_end();
}
