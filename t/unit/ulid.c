#include "base/ulid.h"

#include "unit.h"

int
main(void)
{
	static const char *const no[] = { "", "sen_",
		"sen_01JDYB2C3D4E5F6G7H8J9K0M1", "01JDYB2C3D4E5F6G7H8J9K0M1N",
		"sen_01JDYB2C3D4E5F6G7H8J9K0M1NA",
		"evt_01JDYB2C3D4E5F6G7H8J9K0M1N",
		/* lower case, the four letters left out, a path */
		"sen_01jdyb2c3d4e5f6g7h8j9k0m1n",
		"sen_01JDYB2C3D4E5F6G7H8J9K0M1I",
		"sen_01JDYB2C3D4E5F6G7H8J9K0M1L",
		"sen_01JDYB2C3D4E5F6G7H8J9K0M1O",
		"sen_01JDYB2C3D4E5F6G7H8J9K0M1U",
		"sen_01JDYB2C3D/../6G7H8J9K0M1N",
		/* more than 48 bits of time */
		"sen_81JDYB2C3D4E5F6G7H8J9K0M1N" };
	struct span nul = { "sen_01JDYB2C3D4E5F6G7H8J9K0M1\0", 30 };
	char a[ID_MAX], b[ID_MAX];
	size_t i;

	unit_case("begins with its prefix and its time");
	/* the example of github.com/ulid/spec */
	ulid_new(a, "sen_", 1469918176385);
	OK(memcmp(a, "sen_01ARYZ6S41", 14) == 0);
	SAME_INT((int64_t)strlen(a), 30);
	OK(ulid_is(span_of(a), "sen_"));

	unit_case("is another each time");
	ulid_new(b, "sen_", 1469918176385);
	OK(strcmp(a, b) != 0);

	unit_case("sorts by its time");
	ulid_new(b, "sen_", 1469918176386);
	OK(strcmp(a, b) < 0);
	ulid_new(a, "sen_", 1796054400000);
	OK(strcmp(a, b) > 0);

	unit_case("takes the least and the latest time");
	ulid_new(a, "", 0);
	OK(memcmp(a, "0000000000", 10) == 0);
	ulid_new(a, "", 281474976710655);
	OK(memcmp(a, "7ZZZZZZZZZ", 10) == 0);
	OK(ulid_is(span_of(a), ""));

	unit_case("makes what it knows, a thousand times");
	for (i = 0; i < 1000; i++) {
		ulid_new(a, "sen_", (int64_t)i);
		if (!OK(ulid_is(span_of(a), "sen_")))
			break;
	}
	unit_case("the next one is one, and sorts after it");
	ulid_new(a, "sen_", 1469918176385);
	for (i = 0; i < 1000; i++) {
		ulid_next(b, a);
		if (!OK(ulid_is(span_of(b), "sen_") && strcmp(a, b) < 0))
			break;
		memcpy(a, b, sizeof(a));
	}
	OK(memcmp(a, "sen_01ARYZ6S41", 14) == 0);
	ulid_next(a, "sen_01ARYZ6S41000000000000000Z");
	SAME_TEXT(span_of(a), "sen_01ARYZ6S410000000000000010");

	unit_case("knows an id of ours");
	OK(ulid_is(span_of("sen_01JDYB2C3D4E5F6G7H8J9K0M1N"), "sen_"));
	OK(!ulid_is(span_of(NULL), "sen_"));
	OK(!ulid_is(nul, "sen_"));
	for (i = 0; i < sizeof(no) / sizeof(no[0]); i++) {
		unit_case("knows no id in '%s'", no[i]);
		OK(!ulid_is(span_of(no[i]), "sen_"));
	}
	return unit_end();
}
