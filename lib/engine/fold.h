#ifndef SGT_ENGINE_FOLD_H
#define SGT_ENGINE_FOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/hold.h"
#include "engine/inbox.h"
#include "model/event.h"

/*
 * When and how loudly?  One line of the journal into one party's inbox.
 * Pure.  DESIGN.md 8; document 003, 6.4.
 *
 * What an inbox becomes depends on the lines, their own times and the policy,
 * not on when somebody reads it: now_ms only keeps a time from the future
 * from counting.  So any reader's view is the fold, and so is a snapshot
 * with the rest folded onto it.
 */
struct journal_line {
	const struct event *ev;
	int64_t seq;
};

enum effect_kind {
	/* not for this party, or the end of what it was never told */
	EFFECT_NONE,
	EFFECT_WAKE,
	/* into an unread message, which wakes no more than it did */
	EFFECT_COALESCED,
	EFFECT_DIGEST,
	/* would wake, but not before due_ms: judged again then */
	EFFECT_HELD,
	EFFECT_DUPLICATE,
	EFFECT_ACKED
};

const char *effect_kind_name(enum effect_kind k);

struct effect {
	enum effect_kind kind;
	/* HELD: by what, until when */
	enum hold hold;
	int64_t due_ms;
	/* WAKE: how; critical is at least steer */
	enum urgency urgency;
	/* WAKE: digest messages that ride on it */
	size_t n_digest;
	/* ACKED: how many messages */
	size_t n_acked;
};

/*
 * Lines that are read: any event with the party among its recipients;
 * sergeant.inbox.acked {messages:[{id,seq}], through, until}: seq is the last
 * that its reader saw, what came later stays unread;
 * sergeant.wake.accepted {seq, consumed}: a wake that covered all up to seq.
 */
#define FOLD_ACKED "sergeant.inbox.acked"
#define FOLD_WAKE "sergeant.wake."
#define FOLD_WAKE_ACCEPTED "sergeant.wake.accepted"
#define FOLD_RECEIPT "sergeant.receipt."

void fold(struct inbox *in, const struct journal_line *l,
    const struct policy *p, int64_t now_ms, struct effect *ret);

/*
 * Let through what is held no longer at at_ms, each judged again at its due
 * time; what was superseded meanwhile is not there any more.  For an answer
 * to "what is to be told now", on a copy or before it is thrown away.
 */
void fold_release(struct inbox *in, const struct policy *p, int64_t at_ms);

/* Does it ask for attention now, after fold_release? */
bool fold_is_waiting(const struct message *m);
/* Or is it only to be read some day? */
bool fold_is_digest(const struct message *m);
/* The earliest due time of what is held; 0 for none. */
int64_t fold_next_due(const struct inbox *in);

#endif
