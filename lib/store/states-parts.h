#ifndef SGT_STORE_STATES_PARTS_H
#define SGT_STORE_STATES_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/text.h"

struct subject_state;
struct watch_state;

/*
 * What is known of each watch, of each subject of it, of what was seen.
 *
 * A part is kept as the text it has on disk and read when it is asked for:
 * a hundred thousand watches cost their bytes.  A replaced text lives on in
 * `retired` until the next commit or refresh, since callers hold spans of it.
 */

/* The 24 hex digits of an id; of the hash of one that has another form. */
struct state_id {
	unsigned char b[12];
};

struct state_text {
	char *s;
	size_t len;
};

struct state_own {
	struct state_text id;
	/* NULL: nothing was ever decided */
	struct state_text text;
	/* what was read of it, while the cache is of that generation */
	uint64_t generation;
	const struct watch_state *parsed;
	size_t n_seen;
};

struct state_part {
	uint32_t own;
	struct state_text kind;
	struct state_text subject;
	char key[HASH_HEX_MAX];
	struct state_text text;
	/* the number of the last complete look at it in this run */
	uint64_t looked;
	uint64_t generation;
	const struct subject_state *parsed;
};

/* In the order of their adding. */
struct state_seen {
	struct state_id id;
	uint32_t part;
	/* the number of the last look that showed it */
	uint64_t shown;
};

struct state_way {
	struct state_text name;
	struct state_text text;
};

#endif
