#ifndef SGT_MODEL_MESSAGE_H
#define SGT_MODEL_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "base/text.h"
#include "model/level.h"

struct buf;
struct err;
struct event;

/* What holds a delivery back, never a decision. */
enum hold {
	HOLD_NONE,
	/* one wake in 30 s, three at once */
	HOLD_RATE,
	HOLD_QUIET,
	HOLD_MUTE,
	/* acknowledged for a while */
	HOLD_ACK
};

/* "" "rate" "quiet" "mute" "ack" */
const char *hold_name(enum hold h);

#define MESSAGE_EVENTS_MAX 32
#define MESSAGE_ID_MAX 40

struct message_event {
	char *id;
	int64_t seq;
};

/*
 * One unread thing in an inbox: every event of one coalesce key since it was
 * last acknowledged.  Owns its texts (NULL where absent).
 */
struct message {
	char id[MESSAGE_ID_MAX];
	char *key;
	/* of the key, to find it by; never written */
	uint64_t hash;
	/* of the newest event */
	char *subject;
	char *type;
	char *summary;
	char *watch;
	char *verdict;
	char *dataref;
	int64_t time_ms;
	/* seq of the event that made it: names it among those of its key */
	int64_t born;
	/* seqs not yet acknowledged */
	int64_t first_seq;
	int64_t last_seq;
	/* events folded in, and the newest of them */
	int64_t count;
	struct message_event *events;
	size_t n_events;
	/* the highest folded in, and what still stands once conditions end */
	enum priority priority;
	enum priority level;
	enum urgency urgency;
	bool terminal;
	/* asks for attention; else it waits in the digest */
	bool wakes;
	/* its wake was let through, or it rode on one */
	bool told;
	/* held until then; 0 not */
	int64_t due_ms;
	enum hold hold;
	/*
	 * seq of the last event that asked for a wake, of the last wake given
	 */
	int64_t asks_seq;
	int64_t woken_seq;
	/* conditions in it that are not over; something that cannot end */
	int64_t n_open;
	bool lasting;
	/* stands for what did not fit in */
	bool overflow;
};

void message_done(struct message *m);

/* Take in what the event says; not how loud it is. */
void message_take(struct message *m, const struct event *ev, int64_t seq);
/* Is it one of the ids (its own or an event's)? */
bool message_has(const struct message *m, struct span id);
/* How many of the events it still knows came after seq. */
int64_t message_count_after(const struct message *m, int64_t seq);

#define MESSAGE_TYPE "sergeant.inbox.message"

/* "waiting" (asks for attention now), "held", "digest" */
const char *message_state(const struct message *m);
/* For others to read: one CloudEvents line without newline. */
void message_line(const struct message *m, struct span party, struct buf *out);

/* An object, members in one fixed order; and back. */
void message_print(const struct message *m, struct buf *out);
int message_parse(const struct json *j, struct message *ret, struct err *e);

#endif
