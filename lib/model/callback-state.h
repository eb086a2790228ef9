#ifndef SGT_MODEL_CALLBACK_STATE_H
#define SGT_MODEL_CALLBACK_STATE_H

#include <stdint.h>

#include "base/text.h"

struct buf;
struct err;
struct json;

/*
 * What has become of an event: state.json, and beside it whose try it is.
 * Exactly the members of spec/callback.md 1.  Times are whole seconds here, as
 * in the files.
 */
#define CALLBACK_STATE_VERSION "sergeant.callback-state/v1"
#define CALLBACK_CLAIM_VERSION "sergeant.callback-claim/v1"

enum callback_status {
	CALLBACK_PENDING = 1,
	CALLBACK_DELIVERING,
	CALLBACK_ACKNOWLEDGED,
	CALLBACK_REJECTED
};

/* CALLBACK_NOTHING is null in the file. */
enum callback_result {
	CALLBACK_NOTHING,
	CALLBACK_ACK,
	CALLBACK_RETRY,
	CALLBACK_REJECT,
	CALLBACK_ERROR,
	CALLBACK_TIMEOUT,
	CALLBACK_INVALID_ACK
};

const char *callback_status_name(enum callback_status s);
/* "" for CALLBACK_NOTHING */
const char *callback_result_name(enum callback_result r);

struct callback_state {
	enum callback_status status;
	enum callback_result last_result;
	int64_t attempts;
	int64_t next_attempt_s;
	/* -1: null */
	int64_t claimed_s;
	int64_t acknowledged_s;
};

/* pending, never tried, due at once */
struct callback_state callback_state_new(int64_t now_s);
int callback_state_parse(
    const struct json *j, struct callback_state *ret, struct err *e);
void callback_state_print(const struct callback_state *s, struct buf *out);

/*
 * Whose claim it is, beside the state: the id of the attempt, of at most
 * ID_MAX - 1 characters.  claim_parse gives a span of the text.
 */
int callback_claim_parse(const struct json *j, struct span *ret, struct err *e);
void callback_claim_print(struct span attempt, struct buf *out);

#endif
