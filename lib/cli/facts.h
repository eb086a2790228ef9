#ifndef SGT_CLI_FACTS_H
#define SGT_CLI_FACTS_H

#include <stdbool.h>
#include <stddef.h>

#include "model/event.h"
#include "model/observation.h"

struct events;

/*
 * The lines of one batch, all read before a lock is taken: nothing is parsed,
 * and nothing is complained of, under one.  Zero is a valid, empty list.
 */
struct facts_line {
	struct event ev;
	/* NULL where it is none */
	const struct observation *o;
	/* a sergeant.watch.due: look now */
	bool is_hint;
};

struct facts {
	struct facts_line *list;
	size_t n;
	size_t cap;
};

/*
 * Wait for a batch and take it; false at the end.  What is no event, or an
 * observation that cannot be read, is reported (65) and left out.  Lines live
 * until the next call.
 */
bool facts_next(struct facts *f, struct events *in);
void facts_done(struct facts *f);

#endif
