#ifndef SGT_TRANSPORT_CONSUMER_H
#define SGT_TRANSPORT_CONSUMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/pool.h"
#include "base/text.h"
#include "transport/spawn.h"

struct err;

/*
 * A trusted executable of the user's that is asked one thing: document 002's
 * contract, for callbacks and wakers alike; sgt-waker(7).  No arguments, few
 * variables, one JSON line on stdin, stderr nowhere, one JSON object of at most
 * 1024 bytes on stdout and status 0.  It ends when its own process does,
 * whatever it leaves behind; then, or at its limit, its group is killed.
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
	/* consumer_environment, of who asks many; NULL: made for this one */
	const char *const *env;
};

/* spec/callback.md 1: 1 to 120 s, 15 by default; 1024 bytes; 0 to 3600 s */
#define CONSUMER_TIMEOUT_MS 15000
#define CONSUMER_ANSWER_MAX 1024
#define CONSUMER_RETRY_MAX_S 3600
/* What it may use: files as large as this, so many processes of the user. */
#define CONSUMER_FILE_MAX (1024L * 1024 * 1024)
#define CONSUMER_PROCESSES_MAX 4096

enum reply {
	REPLY_ACK = 1,
	REPLY_RETRY,
	REPLY_REJECT,
	/* no start, or another end than status 0; too long; no answer */
	REPLY_ERROR,
	REPLY_TIMEOUT,
	REPLY_INVALID
};

struct answer {
	enum reply reply;
	/* how long a retry is to wait; -1 where it does not say */
	int64_t retry_after_s;
};

/* Those of HOME PATH LANG LANGUAGE LC_... TMPDIR TMP TEMP that are set. */
const char *const *consumer_environment(struct pool *p);

/*
 * 78: it is not there; 77: folder or file is not real, ours, closed to others
 * and executable.
 */
int consumer_check(const struct consumer *c, struct err *e);

struct consumer_run {
	struct spawn spawn;
	struct buf in;
	struct pool pool;
};

/*
 * Start it; line is one JSON object without newline.  The file is checked on
 * the descriptor that is then executed.  -1: there is nothing to wait for.
 */
int consumer_start(struct consumer_run *ret, const struct consumer *c,
    struct span line, struct err *e);
/* As spawn_poll and spawn_step. */
size_t consumer_poll(const struct consumer_run *r, struct pollfd *ret);
bool consumer_step(struct consumer_run *r, int64_t mono_ms);
/*
 * What it answered, and release.  For what is no answer e says why, never what
 * it said.  ret_text (NULL: not wanted) gets the whole answer.
 */
void consumer_end(struct consumer_run *r, const struct consumer *c,
    struct answer *ret, struct buf *ret_text, struct err *e);

/*
 * All of it for one.  -1: as consumer_check, or 75: it could not be asked now,
 * or gave none of the three answers: still owed.
 */
int consumer_ask(const struct consumer *c, const struct buf *line,
    enum reply *ret, struct buf *ret_answer, struct err *e);

#endif
