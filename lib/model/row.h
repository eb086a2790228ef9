#ifndef SGT_MODEL_ROW_H
#define SGT_MODEL_ROW_H

#include <stdint.h>

#include "base/json.h"
#include "base/text.h"
#include "model/observation.h"

struct buf;
struct err;
struct pool;

/* A row of schedule.json.  DESIGN.md 7, Schedule. */

/* (watch, its clause's subject): lost, everything is merely due. */
struct row {
	/* end of the last look; 0 never */
	int64_t last_ms;
	/* of the last that was answered; 0 never */
	int64_t answered_ms;
	int64_t next_ms;
	/* looked at every 15 s until then, where the kind allows */
	int64_t hot_until_ms;
	/* a hint came at that time: due now */
	int64_t hint_ms;
	/* equal failed looks in a row */
	enum error_class error;
	int64_t errors;
	int64_t errors_since_ms;
	/* how it was reached; absent for none */
	struct span way;
};

/* An object, members in one fixed order; and back.  -1 with 65. */
int
row_parse(const struct json *j, struct pool *p, struct row *ret, struct err *e);
void row_print(const struct row *r, struct buf *out);

#endif
