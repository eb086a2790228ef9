#ifndef SGT_TRANSPORT_JQ_EXCHANGE_H
#define SGT_TRANSPORT_JQ_EXCHANGE_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/text.h"
#include "transport/jq-run.h"
#include "transport/jq.h"

/* One question to a worker: sent, watched over, its answer taken in. */

/* How an exchange ended. */
enum heard {
	HEARD_DONE,
	HEARD_REFUSED,
	HEARD_DEATH,
	HEARD_TIMEOUT,
	HEARD_TOO_MUCH,
	HEARD_NO_JSON
};

struct exchange {
	struct jq_worker *w;
	/* what is still to be sent, what came and was not yet read */
	struct buf send;
	size_t sent;
	struct buf in;
	/* where results go; NULL at the start */
	struct buf *out;
	struct buf complaint;
	size_t said;
	/* it may use so much CPU from here on; how long it is waited for */
	int64_t cpu_ms;
	int64_t until_ms;
	int64_t last_ms;
};

/* What a call may take, ms: of CPU, and of time ten times that. */
int64_t jq_deadline(const struct jq_worker *w);

void jq_exchange_begin(struct exchange *x, struct jq_worker *w);
/* To x->send. */
void jq_put_frame(struct buf *b, enum jq_word word, struct span s);
enum heard jq_exchange(struct exchange *x);
void jq_exchange_end(struct exchange *x);

#endif
