/*
 * clang -g -O1 -std=c11 -D_GNU_SOURCE -Ilib -include base/banned.h \
 *	-fsanitize=fuzzer,address,undefined -o fuzz-json t/fuzz/json.c \
 *	lib/base/{json*,buf,pool,mem,text,err,num,stamp}.c -ljq
 */

#include <assert.h>
#include <jv.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/pool.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

/* libjq, which is laxer, takes whatever we take; 256 is its depth. */
static void
jq_takes(const char *s, size_t len)
{
	jv v = jv_parse_sized(s, (int)len);

	assert(jv_is_valid(v));
	jv_free(v);
}

/* What is read is what is printed: a second round changes nothing. */
static void
print(const struct json *j, struct pool *p, struct buf *out)
{
	struct json_item it = { 0 };
	struct span s;
	bool first = true;

	if (j->type == JSON_TEXT && json_text(j, "x", p, &s, NULL) == 0) {
		json_quote(out, s);
		return;
	}
	if (j->type != JSON_ARRAY && j->type != JSON_OBJECT) {
		buf_add(out, j->s, j->len);
		return;
	}
	buf_byte(out, j->s[0]);
	while (json_each(j, &it)) {
		if (!first)
			buf_byte(out, ',');
		first = false;
		if (j->type == JSON_OBJECT) {
			json_quote(out, json_key(&it, p));
			buf_byte(out, ':');
		}
		print(&it.value, p, out);
	}
	buf_byte(out, j->s[j->len - 1]);
}

/* Strict and lax differ in duplicate keys alone. */
static void
agree(const char *s, size_t len)
{
	struct json strict, foreign;
	struct err e = { 0 };

	if (json_scan(s, len, &strict, &e) == 0)
		assert(json_scan_foreign(s, len, &foreign, NULL) == 0);
	else if (json_scan_foreign(s, len, &foreign, NULL) == 0)
		assert(strstr(e.text, "duplicate key") != NULL);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct buf one = { 0 }, two = { 0 };
	const char *s = (const char *)data;
	struct pool p = { 0 };
	struct json j;

	agree(s, len);
	if (json_scan(s, len, &j, NULL) == -1)
		return 0;

	jq_takes(s, len);
	print(&j, &p, &one);
	assert(json_scan(one.s, one.len, &j, NULL) == 0);
	jq_takes(one.s, one.len);
	print(&j, &p, &two);
	assert(one.len == two.len && memcmp(one.s, two.s, one.len) == 0);
	pool_done(&p);
	buf_done(&one);
	buf_done(&two);
	return 0;
}
