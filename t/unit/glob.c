#include "base/glob.h"

#include "base/buf.h"
#include "unit.h"

struct row {
	const char *pattern;
	const char *text;
	bool matches;
};

/* '*' anywhere: types */
static const struct row anywhere[] = {
	{ "", "", true },
	{ "", "a", false },
	{ "*", "", true },
	{ "*", "github.push", true },
	{ "**", "", true },
	{ "github.push", "github.push", true },
	{ "github.push", "github.pushed", false },
	{ "github.pushed", "github.push", false },
	{ "github.*", "github.push", true },
	{ "github.*", "github.", true },
	{ "github.*", "github", false },
	{ "github.*", "gitlab.push", false },
	{ "*.completed", "github.check_suite.completed", true },
	{ "*.completed", "github.check_suite.completed.", false },
	{ "github.*.completed", "github.check_suite.completed", true },
	{ "github.*.completed", "github.completed", false },
	{ "*check*", "github.check_suite.completed", true },
	{ "*a*b", "aXbYb", true },
	{ "*a*b", "aXbY", false },
	{ "a*a", "a", false },
	{ "a*a", "aa", true },
	/* everything else stands for itself */
	{ "a?c", "abc", false },
	{ "a?c", "a?c", true },
	{ "[ab]", "a", false },
	{ "[ab]", "[ab]", true },
	{ "a\\*", "a*", false },
	{ "a\\*", "a\\x", true },
	{ "A", "a", false },
};

/* one '*' at the end: subjects */
static const struct row prefixes[] = {
	{ "github:o/r*", "github:o/r", true },
	{ "github:o/r*", "github:o/r#7", true },
	{ "github:o/r*", "github:o/rx", true },
	{ "github:o/r*", "github:o/", false },
	{ "github:o/r", "github:o/r", true },
	{ "github:o/r", "github:o/r#7", false },
	{ "*", "", true },
	{ "*", "github:o/r", true },
	{ "github:*/r", "github:o/r", false },
	{ "github:*/r", "github:*/r", true },
	{ "a**", "a*b", true },
	{ "a**", "ab", false },
	{ "", "", true },
	{ "", "a", false },
};

int
main(void)
{
	struct buf text = { 0 }, pattern = { 0 };
	size_t i;

	for (i = 0; i < sizeof(anywhere) / sizeof(anywhere[0]); i++) {
		const struct row *r = &anywhere[i];

		unit_case("'%s' %s '%s'", r->pattern,
		    r->matches ? "matches" : "does not match", r->text);
		OK(glob_match(span_of(r->pattern), span_of(r->text)) ==
		    r->matches);
	}
	for (i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		const struct row *r = &prefixes[i];

		unit_case("as a prefix, '%s' %s '%s'", r->pattern,
		    r->matches ? "matches" : "does not match", r->text);
		OK(glob_prefix(span_of(r->pattern), span_of(r->text)) ==
		    r->matches);
	}
	unit_case("matches nothing that is absent");
	OK(!glob_match(span_of("*"), span_of(NULL)));
	OK(!glob_match(span_of(NULL), span_of("")));
	OK(!glob_prefix(span_of("*"), span_of(NULL)));
	OK(!glob_prefix(span_of(NULL), span_of("")));

	unit_case("is not slow where many stars do not match");
	for (i = 0; i < 5000; i++)
		buf_byte(&text, 'a');
	for (i = 0; i < 500; i++)
		buf_text(&pattern, "*a");
	buf_byte(&pattern, 'b');
	OK(!glob_match(buf_as_span(&pattern), buf_as_span(&text)));
	buf_done(&text);
	buf_done(&pattern);
	return unit_end();
}
