#ifndef SGT_MODEL_PARTY_H
#define SGT_MODEL_PARTY_H

#include "base/text.h"

struct err;

/*
 * Who may be target, subscriber, holder, recipient: session:ID or
 * human:CHANNEL, where ID and CHANNEL are [A-Za-z0-9][A-Za-z0-9._@-]{0,63}
 * (no ':' or '/': a party is part of a file's name).  DESIGN.md 2.
 */
#define PARTY_MAX 80

enum party_kind {
	PARTY_SESSION = 1,
	PARTY_HUMAN
};

struct party {
	enum party_kind kind;
	/* the whole text, and what is after the colon */
	struct span text;
	struct span name;
};

/* Spans of s. */
int party_parse(struct span s, struct party *ret, struct err *e);

#endif
