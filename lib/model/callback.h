#ifndef SGT_MODEL_CALLBACK_H
#define SGT_MODEL_CALLBACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/text.h"

struct buf;
struct err;
struct json;
struct pool;

/*
 * One thing that the origin of a task is to be told; an event never changes.
 * Document 002, Consumer Input; spec/callback.md 1 has every member.
 */
#define CALLBACK_EVENT_VERSION "sergeant.callback-event/v1"
#define CALLBACK_ACK_VERSION "sergeant.callback-ack/v1"
/* eight digits */
#define CALLBACK_GENERATION_MAX 99999999
/* "sgt-callback-v1:", the correlation, ':', the generation, NUL */
#define CALLBACK_KEY_MAX 160

enum callback_type {
	CALLBACK_NEEDS_INPUT = 1,
	CALLBACK_BLOCKED,
	CALLBACK_FAILED,
	CALLBACK_DONE
};

const char *callback_type_name(enum callback_type t);
/* 64: "unsupported callback event type". */
int callback_type_parse(struct span s, enum callback_type *ret, struct err *e);
/* ^[a-z][a-z0-9._:-]{0,127}$, else 64: "invalid event source ID". */
int callback_source_check(struct span s, struct err *e);
/* SHA-256 of type, NUL, source. */
void callback_source_hash(
    char ret[HASH_HEX_MAX], enum callback_type type, struct span source);

struct callback_event {
	int64_t generation;
	enum callback_type type;
	struct span correlation;
	struct span profile;
	struct span payload;
	/* 64 lower-case hex digits */
	struct span source_hash;
	/* RFC 3339 in UTC, whole seconds where we wrote it */
	struct span created_at;
};

void callback_key(
    char ret[CALLBACK_KEY_MAX], struct span correlation, int64_t generation);
/* The generation a key of this correlation names; 0 where it is none. */
int64_t callback_key_generation(struct span key, struct span correlation);
/* At most 256 printable ASCII characters, else 64: "invalid idempotency key". */
int callback_key_check(struct span key, struct err *e);

/*
 * Exactly its members, each as document 002 wants it, the payload by today's
 * rules; spans of the text or of p.
 */
int callback_event_parse(const struct json *j, struct pool *p,
    struct callback_event *ret, struct err *e);
/* The whole file, newline included; also what the consumer reads. */
void callback_event_print(const struct callback_event *ev, struct buf *out);

/* "2026-07-27T12:00:00Z" */
#define CALLBACK_STAMP_MAX 24
void callback_stamp(char ret[CALLBACK_STAMP_MAX], int64_t s);

#endif
