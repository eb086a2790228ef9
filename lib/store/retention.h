#ifndef SGT_STORE_RETENTION_H
#define SGT_STORE_RETENTION_H

#include <stddef.h>
#include <stdint.h>

#include "store/journal.h"

struct err;

/*
 * What is old goes: whole segments of the journal, never past decide's cursor
 * (a workspace that never decided has none), once the inboxes' fold is saved;
 * evidence over an hour old that no unread message names; temporary files that
 * the dead left an hour ago.  Running it twice, or dying anywhere, is harmless.
 */
#define RETENTION_EVIDENCE_MS 3600000

struct retention {
	/* the first seq that is still there */
	int64_t first_seq;
	size_t n_evidence;
};

int retention_run(
    struct journal *j, int64_t now_ms, struct retention *ret, struct err *e);

#endif
