#ifndef SGT_TRANSPORT_REQUEST_H
#define SGT_TRANSPORT_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"

struct buf;
struct err;
struct kind;
struct pool;

/*
 * What a kind wants asked: {id, method, url, resource, headers, body, covers,
 * timeout} goes over HTTP, {id, argv, env, body, covers, timeout} runs a program.  What
 * a kind may not ask is refused here.  sgt-kind(7).
 */
struct request {
	struct span id;
	/* ids of the subjects it covers; JSON_NONE: all of the call */
	struct json covers;
	struct span method;
	/* NUL-terminated */
	struct span url;
	/* what of the host has a throttle of its own; absent: all of it */
	struct span resource;
	struct json headers;
	/* absent for none */
	struct span body;
	/* NULL for HTTP; both NULL at the end */
	const char **argv;
	const char **env;
	int64_t timeout_ms;
	size_t body_max;
	/* the name of its credential: absent where it gets none */
	struct span credential;
	/* gh(1) may know the secret, where nobody else does */
	bool ask_gh;
};

/*
 * Refused: unknown members, other schemes than http and https, userinfo,
 * methods but GET HEAD POST, headers that carry credentials or line ends.
 * Texts are in the pool, or spans of j.
 */
int request_parse(const struct json *j, const struct kind *k, struct pool *p,
    struct request *ret, struct err *e);

/*
 * NULL where a request may have these headers, else what it has: a name that is
 * no token or carries a credential, a value with a line end.
 */
const char *request_check_headers(const struct json *j, struct pool *p);

/* Equal requests have one key, and are asked once. */
void request_key(const struct request *r, char ret[HASH_HEX_MAX]);

/* host or host:port, lower case as written; a span of url. */
struct span request_host(struct span url);

/* For people: no query, no header's value, no body, no environment. */
void request_print(const struct request *r, struct buf *out);

#endif
