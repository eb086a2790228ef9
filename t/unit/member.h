#ifndef SGT_T_MEMBER_H
#define SGT_T_MEMBER_H

#include "base/json.h"
#include "base/pool.h"

/*
 * Members of a golden case, which may be left out.  Texts live in the pool,
 * which the test ends with pool_done.
 */
static struct pool pool;

static inline struct span
text(const struct json *j, const char *name)
{
	struct json value = json_get(j, name);
	struct span s = { NULL, 0 };

	if (value.type == JSON_TEXT)
		(void)json_text(&value, name, &pool, &s, NULL);
	return s;
}

static inline int64_t
number(const struct json *j, const char *name, int64_t otherwise)
{
	struct json value = json_get(j, name);
	int64_t n = otherwise;

	if (value.type == JSON_NUMBER)
		(void)json_int(&value, name, 0, JSON_INT_MAX, &n, NULL);
	return n;
}

/* Seconds in the table, milliseconds here; 0 where left out. */
static inline int64_t
time_ms(const struct json *j, const char *name)
{
	return number(j, name, 0) * 1000;
}

static inline bool
flag(const struct json *j, const char *name)
{
	struct json value = json_get(j, name);

	return value.type == JSON_BOOL && value.s[0] == 't';
}

#endif
