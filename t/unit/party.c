#include "model/party.h"

#include <string.h>

#include "base/err.h"
#include "unit.h"

static void
accepts(void)
{
	struct party p = { 0 };

	unit_case("a session and a human are parties");
	OK(party_parse(span_of("session:sess_01J9"), &p, NULL) == 0);
	SAME_INT(p.kind, PARTY_SESSION);
	SAME_TEXT(p.name, "sess_01J9");
	OK(party_parse(span_of("human:ann@example.org"), &p, NULL) == 0);
	SAME_INT(p.kind, PARTY_HUMAN);
	SAME_TEXT(p.name, "ann@example.org");
	SAME_TEXT(p.text, "human:ann@example.org");
}

static void
refuses(void)
{
	static const char *const bad[] = {
		"",
		"ann",
		"human:",
		"human:.ann",
		"human:a/b",
		"human:../x",
		"human:a b",
		"human:a:b",
		"Human:ann",
		"routine:nightly",
		"webhook:x",
		"session:-x",
	};
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct party p = { .kind = PARTY_HUMAN };
		struct err e = { 0 };
		char why[128];

		unit_case("'%s' is no party", bad[i]);
		OK(party_parse(span_of(bad[i]), &p, &e) == -1);
		(void)snprintf(why, sizeof(why),
		    "not a party (session:ID or human:NAME): '%s'", bad[i]);
		SAME_TEXT(span_of(e.text), why);
		SAME_INT(p.kind, PARTY_HUMAN);
		OK(p.text.s == NULL);
	}
	unit_case("a NUL in a party is refused");
	{
		struct span s = { "human:a\0b", 9 };
		struct party p;

		OK(party_parse(s, &p, NULL) == -1);
	}
}

static void
bounds(void)
{
	char text[80];
	struct span s = { text, 0 };
	struct party p;

	memset(text, 'x', sizeof(text));
	memcpy(text, "human:", 6);
	unit_case("64 bytes of name are the most");
	s.len = 6 + 64;
	OK(party_parse(s, &p, NULL) == 0);
	s.len++;
	OK(party_parse(s, &p, NULL) == -1);
}

int
main(void)
{
	accepts();
	refuses();
	bounds();
	return unit_end();
}
