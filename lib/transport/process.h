#ifndef SGT_TRANSPORT_PROCESS_H
#define SGT_TRANSPORT_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/pane.h"

struct err;

/* Processes of others, as /proc shows them. */

/*
 * When a process began: TICKS@BOOT.  1 where there is none of that number (or
 * it has ended and waits to be reaped).
 */
int process_start(int64_t pid, char ret[PANE_START_MAX], struct err *e);

/* Is it this very process, and does it run? */
bool process_is(int64_t pid, const char *start);

/*
 * The number of a process whose working folder is `folder` or below it; 0 where
 * there is none, -1 where /proc cannot be read.
 */
int64_t process_in(const char *folder, struct err *e);

/* Wait until there is none any more; 75 where one stays. */
int process_leave(const char *folder, int64_t wait_ms, struct err *e);

#endif
