#ifndef SGT_ENGINE_INBOX_H
#define SGT_ENGINE_INBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "base/text.h"
#include "model/message.h"

struct buf;
struct err;

#define INBOX_VERSION 1
#define INBOX_PARTY_MAX 80
/* Conditions a party may be told the end of; the oldest is forgotten first. */
#define INBOX_EPISODES_MAX 100000
/* The key of the marker that stands for what did not fit in. */
#define INBOX_OVERFLOW "sergeant.inbox.overflow"

/* A condition the party knows of, until it is over. */
struct episode {
	/* NULL: gone */
	char *id;
	char *key;
	uint64_t hash;
	/* born of the message it is counted in */
	int64_t born;
	/* entries of it that are not over */
	int64_t open;
	enum priority priority;
	/* the party was told, in a message before that one */
	bool told;
};

/* `ack --for`: deliveries of that key are held. */
struct inbox_hold {
	char *key;
	int64_t until_ms;
	/* what is higher passes */
	enum priority priority;
};

/*
 * The fold of the journal for one party.  Zero with a party is an empty one.
 * Owns all; inbox_done releases.
 */
struct inbox {
	char party[INBOX_PARTY_MAX];
	/* the last line taken in */
	int64_t seq;
	/* the time of the newest of them, never backwards */
	int64_t time_ms;
	/* rate cap: when the next wake would be on time, and the moment at
	 * which what is over the cap is let through together */
	int64_t rate_ms;
	int64_t release_ms;
	struct message *messages;
	size_t n_messages;
	size_t cap_messages;
	struct episode *episodes;
	size_t n_episodes;
	size_t n_gone;
	size_t cap_episodes;
	/* id -> index + 1 */
	size_t *table;
	size_t table_size;
	struct inbox_hold *holds;
	size_t n_holds;
	size_t cap_holds;
};

/* False, and nothing done, where the text is too long for a party. */
bool inbox_start(struct inbox *in, struct span party);
void inbox_done(struct inbox *in);

struct message *inbox_find(const struct inbox *in, struct span key);
/* By its own id or one of its events'. */
struct message *inbox_find_id(const struct inbox *in, struct span id);
/* An empty message at the end; pointers to others die. */
struct message *inbox_add(
    struct inbox *in, struct span key, struct span first_event, int64_t seq);
void inbox_remove(struct inbox *in, struct message *m);

struct episode *inbox_episode(const struct inbox *in, struct span id);
struct episode *
inbox_add_episode(struct inbox *in, struct span id, struct span key);
void inbox_end_episode(struct inbox *in, struct episode *episode);

struct inbox_hold *inbox_held(const struct inbox *in, struct span key);
void inbox_add_hold(struct inbox *in, struct span key, int64_t until_ms,
    enum priority priority);
/* Forget the holds that have run out. */
void inbox_drop_holds(struct inbox *in, int64_t at_ms);

/* One object with "version" first; and back (65 for what is none). */
void inbox_print(const struct inbox *in, struct buf *out);
int inbox_parse(const struct json *j, struct inbox *ret, struct err *e);

#endif
