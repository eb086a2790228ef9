#ifndef SGT_MODEL_REPORT_H
#define SGT_MODEL_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "model/level.h"

struct buf;
struct watch;

/*
 * What has become of a watch: derived from watch, state and schedule when it
 * is asked for, never stored beside intent.  DESIGN.md 9, A037.
 */
enum watch_status {
	WATCH_ACTIVE = 1,
	WATCH_PAUSED,
	/* until was reached; blocked: with the objective's key for that */
	WATCH_EXPIRED,
	WATCH_BLOCKED,
	/* ended by budget, stall or a fault of the subject */
	WATCH_STOPPED,
	/* its target is gone: nobody to tell */
	WATCH_ORPHANED,
	/* cannot look: the newest look at one of its subjects failed */
	WATCH_ERROR
};

/* "active" "paused" "expired" "blocked" "stopped" "orphaned" "error" */
const char *watch_status_name(enum watch_status s);

/* A condition that was told, to be acted on, and has not ended. */
struct report_open {
	struct span subject;
	struct span key;
	struct span brief;
	enum severity severity;
	int64_t since_ms;
};

struct report {
	const struct watch *watch;
	enum watch_status status;
	/*
	 * the end's word, or what failed; absent where there is nothing to say
	 */
	struct span why;
	/* 0: never, due now, not ended */
	int64_t last_ms;
	int64_t next_ms;
	int64_t ended_ms;
	/* events told */
	int64_t count;
	struct report_open *open;
	size_t n_open;
};

/*
 * One line of JSON without newline: id label subjects to status why last next
 * ended count open, members left out where there is nothing to say.
 */
void report_print(const struct report *r, struct buf *out);

#endif
