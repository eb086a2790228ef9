#ifndef SGT_STORE_READING_H
#define SGT_STORE_READING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/hold.h"
#include "engine/inbox.h"
#include "model/party.h"
#include "store/home.h"

struct buf;
struct err;

/*
 * One party reads its inbox: where, whose, what is in it now, and what of it
 * was picked.  Zero is a valid, closed one.
 */
struct reading {
	struct home home;
	char name[PARTY_MAX + 1];
	struct span party;
	/* quiet hours and mutes are settings nobody can make yet */
	struct policy policy;
	/* hears of what was set aside; may be NULL */
	void (*warn)(const struct err *e);
	int64_t now_ms;
	struct inbox in;
	/* pointers into in */
	const struct message **list;
	size_t n;
};

/* party NULL: the user's own.  It must live as long. */
int reading_open(
    struct reading *r, const char *party, int64_t now_ms, struct err *e);
void reading_done(struct reading *r);

/* Everything as of now_ms, with what is due let through. */
int reading_load(struct reading *r, struct err *e);
/* When something asks for attention; 1 where nothing did within wait_ms (-1:
 * without end). */
int reading_wait(struct reading *r, int64_t wait_ms, struct err *e);

/* is NULL: all of them */
void reading_pick(struct reading *r, bool (*is)(const struct message *));
/*
 * Picks one by its id, an event's id, or the beginning of its id, at least
 * short_len of it; false where none, or more than one, has that.
 */
bool reading_pick_id(struct reading *r, const char *id, size_t short_len);

/*
 * What is picked was read, and all up to line `through` (0: none); for_ms: what
 * comes of it is held so long.  Nothing is written where that is nothing.
 */
int reading_ack(struct reading *r, int64_t through, int64_t for_ms,
    struct buf *ret_line, struct err *e);

#endif
