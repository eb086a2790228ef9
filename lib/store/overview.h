#ifndef SGT_STORE_OVERVIEW_H
#define SGT_STORE_OVERVIEW_H

#include <stddef.h>
#include <stdint.h>

#include "model/party.h"
#include "model/report.h"

struct buf;
struct err;

/*
 * The whole workspace in a few numbers, read without a lock of ours held and
 * nothing decided.  Owns nothing.
 */
struct overview {
	/* by enum watch_status */
	size_t watches[WATCH_ERROR + 1];
	size_t n_watches;
	/* documents that could not be read */
	size_t n_bad;
	/* told and not over */
	size_t conditions;
	/* verdicts the journal does not name yet */
	size_t verdicts;
	/* whose messages are counted: the user's own */
	char party[PARTY_MAX + 1];
	size_t unread;
	size_t critical;
	/* the newest look at anything, the next one due; 0: none */
	int64_t last_ms;
	int64_t next_ms;
};

int overview_read(int64_t now_ms, struct overview *ret, struct err *e);

/* One line of JSON without newline. */
void overview_print(const struct overview *o, struct buf *out);

#endif
