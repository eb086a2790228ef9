#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "unit.h"

/* n objects in arrays, or the other way round. */
static int
nested(size_t n, bool objects)
{
	struct buf b = { 0 };
	struct json j;
	size_t i;
	int status;

	for (i = 0; i < n; i++)
		buf_text(&b, objects ? "{\"a\":" : "[");
	buf_byte(&b, '0');
	for (i = 0; i < n; i++)
		buf_byte(&b, objects ? '}' : ']');
	status = json_scan(b.s, b.len, &j, NULL);
	buf_done(&b);
	return status;
}

static void
depth(void)
{
	struct buf b = { 0 };
	struct json j;
	struct err e;
	int i;

	unit_case("nests to the limit and no deeper");
	OK(nested(JSON_DEPTH_MAX, false) == 0);
	OK(nested(JSON_DEPTH_MAX, true) == 0);
	OK(nested(JSON_DEPTH_MAX + 1, false) == -1);
	OK(nested(JSON_DEPTH_MAX + 1, true) == -1);

	unit_case("does not mind 100,000 opening brackets");
	for (i = 0; i < 100000; i++)
		buf_byte(&b, '[');
	OK(json_scan(b.s, b.len, &j, &e) == -1);
	SAME_TEXT(span_of(e.text), "not JSON: nested too deeply at byte 129");
	buf_done(&b);
}

/* {"k0":0,...}, then one more key where it is not NULL. */
static int
many(int n, const char *more, struct err *e)
{
	struct buf b = { 0 };
	struct json j;
	int status, i;

	buf_byte(&b, '{');
	for (i = 0; i < n; i++)
		buf_format(&b, "%s\"k%d\":0", i == 0 ? "" : ",", i);
	if (more != NULL)
		buf_format(&b, ",\"%s\":{\"k0\":[]}", more);
	buf_byte(&b, '}');
	status = json_scan(b.s, b.len, &j, e);
	buf_done(&b);
	return status;
}

static void
many_keys(void)
{
	static const int counts[] = { 1, 15, 16, 17, 127, 128, 129, 300,
		80000 };
	char key[32];
	struct err e;
	size_t i;

	for (i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		int n = counts[i];

		unit_case("finds a duplicate among %d keys", n);
		OK(many(n, NULL, NULL) == 0);
		OK(many(n, "other", NULL) == 0);
		OK(many(n, "k0", &e) == -1);
		OK(span_begins(
		    span_of(e.text), "not JSON: duplicate key 'k0' at byte "));
		(void)snprintf(key, sizeof(key), "\\u006b%d", n - 1);
		OK(many(n, key, NULL) == -1);
	}
}

static void
messages(void)
{
	static const struct {
		const char *text, *says;
	} rows[] = {
		{ "", "not JSON: unexpected end at byte 1" },
		{ "[1,", "not JSON: unexpected end at byte 4" },
		{ "[01]", "not JSON: leading zero at byte 3" },
		{ "[1.]", "not JSON: not a number at byte 4" },
		{ "{} {}", "not JSON: more than one value at byte 4" },
		{ "\"\xff\"", "not JSON: ill-formed UTF-8 at byte 2" },
		{ "\"a\tb\"",
		    "not JSON: control character in a text at byte 3" },
		{ "\"\\ud800\"", "not JSON: bad escape at byte 2" },
		{ "{\"a\" 1}", "not JSON: no colon at byte 6" },
		{ "{\"a\":1 \"b\"", "not JSON: no comma at byte 8" },
		{ "{\"a\":1,}", "not JSON: no key at byte 8" },
		{ "nuL", "not JSON: unexpected character at byte 3" },
		{ "{\"a\":1,\"a\":2}",
		    "not JSON: duplicate key 'a' at byte 8" },
		{ "{\"\\u001b\":1,\"\\u001b\":2}",
		    "not JSON: duplicate key '?' at byte 13" },
	};
	struct json j;
	struct err e;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		unit_case("says: %s", rows[i].says);
		OK(json_scan(rows[i].text, strlen(rows[i].text), &j, &e) == -1);
		SAME_TEXT(span_of(e.text), rows[i].says);
	}
}

int
main(void)
{
	depth();
	many_keys();
	messages();
	return unit_end();
}
