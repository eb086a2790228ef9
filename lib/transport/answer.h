#ifndef SGT_TRANSPORT_ANSWER_H
#define SGT_TRANSPORT_ANSWER_H

#include <stdint.h>

#include "base/text.h"
#include "model/observation.h"

struct fetch;

/*
 * What an answer means; DESIGN.md 6, spec/github.md 1.4.  Used by http and
 * fetch.
 */

/* It failed: the class, and words without secrets. */
void answer_fail(struct fetch *x, enum error_class class, const char *format,
    ...) __attribute__((format(printf, 3, 4)));

/* Raw header lines into x->header; set-cookie is left out. */
void answer_headers(struct fetch *x, struct span lines);

/*
 * The class of an HTTP status: 401 auth; 403 rate_limited where it says so,
 * else auth; 404 and 410 not_found; 408 timeout; 429 rate_limited; 5xx server;
 * other 4xx unknown.  wait_s: Retry-After, 0 for none.
 */
void answer_status(struct fetch *x, int64_t wait_s);

/* "Nov 30 18:00:00 2026 GMT"; 0 where it is none */
int64_t answer_certificate_time(const char *s);

/* Whole: hash status and body, mark it done. */
void answer_done(struct fetch *x);

#endif
