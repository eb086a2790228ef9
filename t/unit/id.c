#include "base/id.h"

#include "base/hash.h"
#include "unit.h"

static void
names(void)
{
	struct span parts[3] = { { "abc", 3 }, { "", 0 }, { NULL, 0 } };
	char a[ID_MAX], b[ID_MAX], sum[HASH_HEX_MAX];
	struct span long_part = { NULL, 1000 };
	static char text[1005] = "1000:";

	unit_case("is the hash of its parts and their lengths");
	/* printf 3:abc0: | sha256sum */
	id_of(a, "evt_", parts, 2);
	SAME_TEXT(span_of(a), "evt_bdf1004d3099a7a3712d12c4");

	unit_case("is the same for the same parts");
	id_of(b, "evt_", parts, 2);
	SAME_TEXT(span_of(b), a);

	unit_case("takes an absent part for an empty one");
	parts[1].s = NULL;
	id_of(b, "evt_", parts, 2);
	SAME_TEXT(span_of(b), a);

	unit_case("is another for another number of parts");
	id_of(b, "evt_", parts, 3);
	OK(!span_is(span_of(b), a));

	unit_case("is another where the parts are cut otherwise");
	parts[0] = span_of("ab");
	parts[1] = span_of("c");
	id_of(b, "evt_", parts, 2);
	OK(!span_is(span_of(b), a));

	unit_case("carries its prefix, which is not hashed");
	id_of(a, "obs_", parts, 2);
	OK(memcmp(a, "obs_", 4) == 0);
	SAME_TEXT(span_of(a + 4), b + 4);

	unit_case("takes parts of any length");
	memset(text + 5, 'x', 1000);
	long_part.s = text + 5;
	id_of(a, "evt_", &long_part, 1);
	hash_sha256_hex(sum, (struct span){ text, sizeof(text) });
	OK(memcmp(a + 4, sum, 24) == 0);

	unit_case("of nothing is the hash of nothing");
	id_of(a, "evt_", NULL, 0);
	SAME_TEXT(span_of(a), "evt_e3b0c44298fc1c149afbf4c8");
}

int
main(void)
{
	static const char *const no[] = { "", "evt_",
		"evt_3c0b9113d5d09c9c26f8", "evt_3c0b9113d5d09c9c26f8089ab",
		"evt_3c0b9113d5d09c9c26f8089", "obs_3c0b9113d5d09c9c26f8089a",
		"3c0b9113d5d09c9c26f8089aevt_", "evt_3C0B9113D5D09C9C26F8089A",
		"evt_3c0b9113d5d09c9c26f8089g", "evt_3c0b9113d5d09c9c26f8089/",
		"evt_../../../../../etc/passwd" };
	size_t i;

	names();

	unit_case("knows an id of ours");
	OK(id_is(span_of("evt_3c0b9113d5d09c9c26f8089a"), "evt_"));
	OK(!id_is(span_of(NULL), "evt_"));
	for (i = 0; i < sizeof(no) / sizeof(no[0]); i++) {
		unit_case("knows no id in '%s'", no[i]);
		OK(!id_is(span_of(no[i]), "evt_"));
	}
	return unit_end();
}
