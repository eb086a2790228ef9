#ifndef SGT_TRANSPORT_HTTP_H
#define SGT_TRANSPORT_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct fetch;
struct pollfd;

/*
 * HTTP over curl multi: a total deadline, a byte cap, at most five redirects,
 * only http and https, certificates verified.  The only file that knows curl.
 * What goes wrong is part of the answer, never an error of ours.
 */
struct http;

#define HTTP_REDIRECTS_MAX 5
#define HTTP_HEADER_MAX 65536

/* config: for credentials and ca_file; may be NULL. */
struct http *http_new(const char *config);
void http_free(struct http *h);

/* x->request, validators; x->done is set when its answer is there. */
void http_start(struct http *h, struct fetch *x);
/* Take what came; returns how many are done now. */
size_t http_step(struct http *h);
/* Wait for curl's descriptors and the given ones. */
void http_wait(struct http *h, struct pollfd *also, size_t n, int64_t wait_ms);

#endif
