#ifndef SGT_STORE_RETENTION_H
#define SGT_STORE_RETENTION_H

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

int retention_run(struct journal *j, int64_t now_ms, struct err *e);

#endif
