#ifndef SGT_TRANSPORT_CONSUMER_H
#define SGT_TRANSPORT_CONSUMER_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct buf;
struct err;

/*
 * A trusted executable of the user's that is asked one thing: document 002's
 * contract, for callbacks and wakers alike.  No arguments, HOME PATH LANG
 * LC_ALL TMPDIR alone, one JSON line on stdin, one JSON object of at most 1024
 * bytes on stdout and status 0.
 */
struct consumer {
	/* <config>/callbacks or <config>/wakers */
	const char *folder;
	/* [a-z][a-z0-9-]{0,31}: the file's name in it */
	struct span profile;
	/* what the answer must carry: "sergeant.callback-ack/v1" and the key */
	const char *version;
	struct span key;
	/* members the answer may have besides; NULL for none */
	const char *const *more;
	/* 0: CONSUMER_TIMEOUT_MS */
	int64_t timeout_ms;
};

/* spec/callback.md 1: 1 to 120 s, 15 by default; 1024 bytes; 0 to 3600 s */
#define CONSUMER_TIMEOUT_MS 15000
#define CONSUMER_ANSWER_MAX 1024
#define CONSUMER_RETRY_MAX_S 3600

enum reply {
	REPLY_ACK = 1,
	REPLY_RETRY,
	REPLY_REJECT
};

/*
 * Ask it.  line: one JSON object without newline.  ret_answer gets its whole
 * answer.  -1: 77 folder or file is not real, ours, closed to others and
 * executable (checked on the descriptor that is then executed); 75 it could not
 * be asked now, or gave no valid answer (timeout, status, size, JSON, version,
 * key, unknown member): still owed.
 */
int consumer_ask(const struct consumer *c, const struct buf *line,
    enum reply *ret, struct buf *ret_answer, struct err *e);

#endif
