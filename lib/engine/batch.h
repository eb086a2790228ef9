#ifndef SGT_ENGINE_BATCH_H
#define SGT_ENGINE_BATCH_H

#include <stdbool.h>
#include <stdint.h>

/*
 * How many subjects one call may have, learned from what was too heavy for a
 * server.  A size that a whole call then held is proved, and doubles each 24 h;
 * one that never held may have been an outage, and is forgotten soon.
 * spec/github.md 1.3.  All zero: nothing was learned.
 */
struct batch {
	int64_t size;
	int64_t at_ms;
	bool proved;
};

#define BATCH_DOUBLES_MS INT64_C(86400000)
#define BATCH_DOUBTED_MS INT64_C(600000)

/* What became of a call of n subjects, where max are allowed. */
struct batch_trial {
	int64_t n;
	int64_t max;
	bool heavy;
};

/* How many subjects a call may have now; 1 at least. */
int64_t batch_size(const struct batch *b, int64_t max, int64_t now_ms);

/* Take in what became of a call.  True where b changed. */
bool batch_learn(struct batch *b, const struct batch_trial *t, int64_t now_ms);

#endif
