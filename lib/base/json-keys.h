#ifndef SGT_BASE_JSON_KEYS_H
#define SGT_BASE_JSON_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"
#include "base/text.h"

/*
 * The keys of the objects that are open while a text is scanned, to find
 * those that come twice; for json-scan.c alone.  Keys of the innermost object
 * come last and go when it ends, so that one array does for all, on the stack
 * until it is full.  Up to JSON_KEYS_COMPARED keys of an object each is
 * compared with those before it, more are sorted at the object's end.
 */
#define JSON_KEYS_COMPARED 16
#define JSON_KEYS_HERE 128

/* A key without its escapes; where it stood, counted from the text's begin. */
struct json_keys_one {
	uint64_t hash;
	const char *s;
	uint32_t len;
	uint32_t at;
};

/* The part of one object. */
struct json_keys_part {
	/* a bit for each hash among them: not set, not there */
	uint64_t seen;
	size_t first;
};

struct json_keys {
	struct json_keys_one *all;
	size_t n;
	size_t cap;
	struct json_keys_one here[JSON_KEYS_HERE];
	/* those that had escapes */
	struct pool pool;
};

void json_keys_init(struct json_keys *k);
void json_keys_done(struct json_keys *k);

void json_keys_open(const struct json_keys *k, struct json_keys_part *ret);

/* The key if it is in this part already, else NULL; it lives until done. */
const struct json_keys_one *json_keys_add(struct json_keys *k,
    struct json_keys_part *part, struct span raw, bool escaped, size_t at);

/* Forget the part; returns a key that was twice in it, else NULL. */
const struct json_keys_one *
json_keys_close(struct json_keys *k, const struct json_keys_part *part);

#endif
