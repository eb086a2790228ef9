#ifndef SGT_ENGINE_HOLD_H
#define SGT_ENGINE_HOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "model/level.h"
#include "model/message.h"
#include "model/mute.h"

struct zone;

/* Document 003, 6.4; DESIGN.md 8. */
#define POLICY_RATE_MS 30000
#define POLICY_BURST 3
#define POLICY_MESSAGES_MAX 1000

/* How loud a workspace may be.  Zero is the default.  Nothing is owned. */
struct policy {
	const struct mute *mutes;
	size_t n_mutes;
	/*
	 * minutes of the local day, [start, end), over midnight where start >
	 * end
	 */
	bool quiet;
	int quiet_start_min;
	int quiet_end_min;
	/* NULL: UTC */
	const struct zone *zone;
	/* 0: the numbers above */
	int64_t rate_ms;
	int64_t burst;
	size_t messages_max;
};

struct delivery {
	struct span party;
	struct span subject;
	struct span type;
	enum priority priority;
	/* of what the party was told: a mute does not hold it */
	bool recovery;
};

/*
 * Is it held at that moment, and until when?  Quiet hours hold humans and
 * never what is critical; a mute holds all but a recovery.  The latest of
 * them is named.  Pure.
 */
enum hold hold_judge(const struct policy *p, const struct delivery *d,
    int64_t at_ms, int64_t *ret_until_ms);

/* The end of the quiet hours that hold at_ms; 0 outside them. */
int64_t hold_quiet_until(const struct policy *p, int64_t at_ms);

#endif
