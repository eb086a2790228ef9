#ifndef SGT_TRANSPORT_KIND_MEMBER_H
#define SGT_TRANSPORT_KIND_MEMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/json.h"

struct err;
struct kind;
struct pool;

/* Members of kind.json by type, each refused by path and name (78). */

/* What is read, and where a complaint says it was. */
struct reading {
	struct kind *k;
	const char *path;
	struct pool *pool;
	struct err *e;
};

struct member {
	const char *name;
	int (*read)(struct reading *r, const char *name, const struct json *j);
	bool required;
};

int member_wrong(struct reading *r, const char *name, const char *what);
int member_need(struct reading *r, const char *name, const struct json *j,
    enum json_type type, const char *what);
int member_text(struct reading *r, const char *name, const struct json *j,
    struct span *ret);
int member_number(struct reading *r, const char *name, const struct json *j,
    int64_t max, int64_t *ret);
int member_duration(
    struct reading *r, const char *name, const struct json *j, int64_t *ret);
int member_boolean(
    struct reading *r, const char *name, const struct json *j, bool *ret);
int member_texts(struct reading *r, const char *name, const struct json *j);
/* Every member of j by the table, which ends with a NULL name. */
int members_read(
    struct reading *r, const struct json *j, const struct member *table);

#endif
