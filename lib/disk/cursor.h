#ifndef SGT_DISK_CURSOR_H
#define SGT_DISK_CURSOR_H

#include <stdint.h>

#include "base/text.h"

struct err;

/*
 * Where a reader of a log stands, as others may keep it: "STORE:EPOCH:SEQ".
 * The store's id tells one log from another, the epoch is raised when salvage
 * gave lines up.  DESIGN.md 8.
 */
#define CURSOR_STORE_MAX 40
#define CURSOR_TEXT_MAX 96

struct cursor {
	char store[CURSOR_STORE_MAX];
	int64_t epoch;
	/* the last seq taken in */
	int64_t seq;
};

enum cursor_fault {
	CURSOR_FINE,
	/* lines after it were dropped by retention */
	CURSOR_TOO_OLD,
	/* it names a line that was never written */
	CURSOR_AHEAD,
	/* another log, or this one before a salvage */
	CURSOR_OTHER_STORE
};

void cursor_print(const struct cursor *c, char ret[CURSOR_TEXT_MAX]);
int cursor_parse(struct span s, struct cursor *ret, struct err *e);

#endif
