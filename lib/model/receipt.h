#ifndef SGT_MODEL_RECEIPT_H
#define SGT_MODEL_RECEIPT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/json.h"
#include "base/text.h"

struct buf;

/* What became of an event: sergeant.receipt.<kind>.  DESIGN.md 5. */
enum receipt_kind {
	/* the journal names it, with these recipients */
	RECEIPT_JOURNALED = 1,
	/* all its recipients had been told */
	RECEIPT_DUPLICATE,
	/* nobody to tell: journaled as parked */
	RECEIPT_UNDELIVERABLE
};

const char *receipt_kind_name(enum receipt_kind k);
bool receipt_kind_parse(struct span s, enum receipt_kind *ret);

struct receipt {
	enum receipt_kind kind;
	struct span subject;
	struct span watch;
	struct span verdict;
	struct span event;
	int64_t seq;
	/* RFC 3339: that of the append */
	struct span time;
	/* array of parties newly told */
	struct json recipients;
	/* the evidence file's name under the workspace; absent for none */
	struct span evidence;
};

/* One CloudEvents line without newline, source //sergeant.local/deliver. */
void receipt_print(const struct receipt *r, struct buf *out);

#endif
