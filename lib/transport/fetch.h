#ifndef SGT_TRANSPORT_FETCH_H
#define SGT_TRANSPORT_FETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/pool.h"
#include "model/observation.h"
#include "transport/request.h"
#include "transport/spawn.h"

struct err;

/*
 * One request and what came of it, shared by all who ask the same.  Requests go
 * out concurrently within bounds: so many at once, so many a host, one a host
 * where a credential is used.
 */
struct fetch_host;

struct fetch {
	struct request request;
	char key[HASH_HEX_MAX];
	/* validators of an earlier answer, to be sent: "" for none */
	char etag[256];
	char modified[64];
	bool done;
	int64_t began_ms;

	/* HTTP status; exit status of a program, -1 where it has none */
	int64_t status;
	/* a JSON object, names in lower case */
	struct buf header;
	struct buf body;
	/* sha256 of how it ended and its body */
	char hash[HASH_HEX_MAX];
	/* what a failure means, and in words without secrets */
	enum error_class error;
	char brief[256];
	/* 0 where unknown; told, or our guess? */
	int64_t retry_at_ms;
	bool retry_told;
	/* of the whole host */
	bool throttled_wide;
	/* the server's certificate; 0 where there is none */
	int64_t not_after_ms;
	bool truncated;
	/* not sent: its way began to rest while it waited, until retry_at_ms */
	bool held;
	/* remembered, or taken from what is */
	bool kept;
	/* of a program: how it ended, what it complained of */
	struct spawn spawn;

	/* the fetcher's own */
	int refs;
	bool running;
	struct fetch_host *host;
	void *transfer;
	struct pool pool;
	struct fetch *next;
	struct fetch *same;
};

struct fetcher_settings {
	/* config folder, for credentials and ca_file; NULL for none */
	const char *config;
	/* until when a request may not be sent, 0: now; NULL: all may */
	int64_t (*resting)(void *arg, const struct request *r);
	void *arg;
};

#define FETCH_HTTP_MAX 64
#define FETCH_HOST_MAX 16
#define FETCH_EXEC_MAX 8
/* answers kept for the rest of a run */
#define FETCH_KEEP_MAX 512
#define FETCH_KEEP_BYTES (16 * 1024 * 1024)

struct fetcher;

struct fetcher *fetcher_new(const struct fetcher_settings *s);
void fetcher_free(struct fetcher *f);

/*
 * The fetch of an equal request of this run, or a new one; either way the
 * caller holds a reference.  Validators count for a new one alone.
 */
struct fetch *fetcher_ask(struct fetcher *f, const struct request *r,
    const char *etag, const char *modified);
void fetcher_release(struct fetcher *f, struct fetch *x);

/*
 * Start what may start, wait up to wait_ms for something to happen (or for
 * `also`, a descriptor, to be readable; -1 for none), take what came.
 */
void fetcher_step(struct fetcher *f, int64_t wait_ms, int also);

/*
 * {"id","status","header","body","error","retry_at","not_after","hash",
 * "truncated"}, of a program also "signal","timed_out","missing","complaint".
 * body is JSON where it scans as JSON, else a text.
 */
void fetch_print(const struct fetch *x, struct span id, struct buf *out);

#endif
