#ifndef SGT_MODEL_FIELD_H
#define SGT_MODEL_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "base/text.h"
#include "model/word.h"

struct buf;
struct err;
struct pool;

/*
 * A noun's JSON members as a table: name, sort, place in its struct.  One pass
 * over the object fills the struct; what the table does not name is refused
 * by name, as is what lacks, repeats, or is out of range.  null is absence.
 */
enum field_kind {
	/* struct span; no control character, at most max bytes */
	FIELD_TEXT = 1,
	/* struct span; control characters become spaces, cut to max bytes */
	FIELD_PROSE,
	/* int64_t within [min, max] */
	FIELD_INT,
	/* bool */
	FIELD_BOOL,
	/* int64_t of RFC 3339 */
	FIELD_STAMP,
	/* int64_t of N(s|m|h|d), within [min, max] ms */
	FIELD_DURATION,
	/* an enum, by `words` */
	FIELD_WORD,
	/* struct json: any value, an object, an array */
	FIELD_JSON,
	FIELD_OBJECT,
	FIELD_ARRAY,
	/*
	 * struct json: an array of at most max texts without control
	 * characters, rewritten without needless escapes
	 */
	FIELD_TEXTS
};

struct field {
	const char *name;
	size_t len;
	enum field_kind kind;
	size_t offset;
	bool required;
	int64_t min;
	int64_t max;
	const struct words *words;
};

#define FIELD_NAME(name) name, sizeof(name) - 1

struct fields {
	/* "an entry" */
	const char *what;
	const struct field *list;
	size_t n;
};

/* At most 64 fields: what was there is a set of bits. */
#define FIELDS_MAX 64

/*
 * The field of that name, or NULL.  *hint is where to look first: members
 * mostly come in the table's order.  Start with 0.
 */
const struct field *
field_find(const struct fields *fs, struct span name, size_t *hint);

/* One value into the struct at base.  A null is passed over. */
int field_read(const struct field *f, const struct json *j, void *base,
    struct pool *p, struct err *e);

/* All members of j, which must be an object.  base was zeroed before. */
int fields_read(const struct fields *fs, const struct json *j, void *base,
    struct pool *p, struct err *e);

/* An array in the pool with room for one more than n: doubled when full. */
void *
field_room(struct pool *p, void *list, size_t n, size_t *cap, size_t size);

#endif
