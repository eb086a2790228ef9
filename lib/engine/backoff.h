#ifndef SGT_ENGINE_BACKOFF_H
#define SGT_ENGINE_BACKOFF_H

#include <stdint.h>

/*
 * How long to wait after n failures in a row: 30 s, doubling to 300 s.
 * DESIGN.md 6, Errors.  0 after none.
 */
#define BACKOFF_FIRST_MS 30000
#define BACKOFF_MAX_MS 300000

/*
 * What a server or another process may ask for at most: no way rests for ever.
 */
#define BACKOFF_ASKED_MAX_MS 3600000

/* A throttle that does not say how long it lasts: spec/github.md 1.4. */
#define BACKOFF_THROTTLE_MS 60000

/* A way's rest; wait_ms: how long it was to be where nobody said, else 0. */
struct backoff_rest {
	int64_t until_ms;
	int64_t wait_ms;
};

/*
 * Throttled now, once more, until then (0: nobody said).  A rest is never cut
 * short; one that begins within its own length after its end is twice as long.
 */
struct backoff_rest
backoff_rest(const struct backoff_rest *was, int64_t until_ms, int64_t now_ms);

int64_t backoff_ms(int64_t n);
/* The time that was asked for, bounded. */
int64_t backoff_until(int64_t asked_ms, int64_t now_ms);

#endif
