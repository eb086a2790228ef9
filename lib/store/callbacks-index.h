#ifndef SGT_STORE_CALLBACKS_INDEX_H
#define SGT_STORE_CALLBACKS_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"

struct callback_state;
struct callbacks;
struct err;

/*
 * .callbacks/index: a row an event, so that nobody reads them all to find the
 * one that is due, or the one that a source made.  A view: not synced, made
 * anew from the events where it is gone, torn, of another tree, or behind.
 * It is believed in one thing alone: that a state.json of the same inode and
 * change time holds what it held.  Read and written under the lock of the
 * callbacks.
 */
struct callbacks_row {
	uint32_t crc;
	uint32_t generation;
	/* SHA-256 of type and source; zeros where the event cannot be read */
	unsigned char source[32];
	/* a callback_status; 0: unreadable, to be looked at every time */
	uint32_t status;
	uint32_t spare;
	int64_t next_attempt_s;
	/* of state.json */
	uint64_t inode;
	int64_t changed_ns;
};

struct callbacks_index {
	/* descriptor + 1; 0: it can be neither read nor made */
	int held;
	/* of the folder of events */
	uint64_t device;
	uint64_t inode;
	struct callbacks_row *rows;
	size_t n;
	size_t cap;
};

/*
 * All events there are, as rows; what is wrong with the file is mended by
 * writing it anew.  78 where the sequence counts events and none is there.
 */
int callbacks_index_load(struct callbacks *c, struct err *e);
void callbacks_index_done(struct callbacks_index *x);

/* The first row beyond a generation; n where there is none. */
size_t callbacks_index_after(const struct callbacks *c, int64_t generation);

/* The generation that a source hash (64 hex digits) made; 0: none. */
int64_t callbacks_index_find(const struct callbacks *c, const char *hash);

/*
 * Read the state of row i again where it may have changed; the row says what it
 * is.  What cannot be read has status 0.
 */
void callbacks_index_refresh(struct callbacks *c, size_t i);
/* Is there no need to? */
bool callbacks_index_is_fresh(const struct callbacks *c, size_t i);

/* An event was made, or its state replaced: source NULL where it is known. */
void callbacks_index_put(struct callbacks *c, int64_t generation,
    const char *source, const struct callback_state *s);

/*
 * The generation that was claimed last and not settled; 0: none.  Written past
 * by other programs, it only says where to look.
 */
int64_t callbacks_index_claimed(const struct callbacks *c);
void callbacks_index_set_claimed(struct callbacks *c, int64_t generation);

#endif
