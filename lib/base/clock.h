#ifndef SGT_BASE_CLOCK_H
#define SGT_BASE_CLOCK_H

#include <stdint.h>
#include <sys/types.h>

struct err;

/*
 * The only reader of time.  Deciding uses clock_now_ms, waiting uses
 * clock_mono_ms.  DESIGN.md 10.
 */

/*
 * Milliseconds since 1970.  SGT_NOW (RFC 3339, or whole milliseconds since
 * 1970) fixes it, empty is unset; an unreadable SGT_NOW ends the process with
 * status 78.
 */
int64_t clock_now_ms(void);

/* Can SGT_NOW be read?  A program asks at its start, so that it can say no. */
int clock_check(struct err *e);

/* Milliseconds on CLOCK_MONOTONIC; never moved by SGT_NOW. */
int64_t clock_mono_ms(void);

/* Milliseconds of CPU that a child has used so far; -1 where it is gone. */
int64_t clock_cpu_ms(pid_t pid);

/*
 * Wait until clock_mono_ms() is at least deadline_ms.  Returns early, with
 * -1, when a signal is caught.
 */
int clock_wait_until(int64_t deadline_ms);

#endif
