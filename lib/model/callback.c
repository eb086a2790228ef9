/* callback - an event that the origin of a task is told, and its state */

#include "model/callback.h"

#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/num.h"
#include "base/pool.h"
#include "base/stamp.h"
#include "model/origin.h"
#include "model/payload.h"
#include "model/word.h"

#define KEY_PREFIX "sgt-callback-v1:"
#define SOURCE_MAX 128
#define CREATED_MAX 40
#define KEY_TEXT_MAX 256

static const char *const type_names[] = { NULL, "needs_input", "blocked",
	"failed", "done" };
static const struct words types = { type_names, 5 };

const char *
callback_type_name(enum callback_type t)
{
	return word_of(&types, t);
}

int
callback_type_parse(struct span s, enum callback_type *ret, struct err *e)
{
	unsigned found;

	if (!word_find(&types, s, &found))
		return err_set(
		    e, STATUS_USAGE, "unsupported callback event type");
	*ret = (enum callback_type)found;
	return 0;
}

int
callback_source_check(struct span s, struct err *e)
{
	size_t i;
	bool good =
	    s.len > 0 && s.len <= SOURCE_MAX && s.s[0] >= 'a' && s.s[0] <= 'z';

	for (i = 0; good && i < s.len; i++)
		good = (s.s[i] >= 'a' && s.s[i] <= 'z') ||
		    (s.s[i] >= '0' && s.s[i] <= '9') ||
		    memchr("._:-", s.s[i], 4) != NULL;
	if (!good)
		return err_set(e, STATUS_USAGE, "invalid event source ID");
	return 0;
}

void
callback_source_hash(
    char ret[HASH_HEX_MAX], enum callback_type type, struct span source)
{
	struct buf b = { 0 };

	buf_text(&b, callback_type_name(type));
	buf_byte(&b, '\0');
	buf_span(&b, source);
	hash_sha256_hex(ret, buf_as_span(&b));
	buf_done(&b);
}

void
callback_key(
    char ret[CALLBACK_KEY_MAX], struct span correlation, int64_t generation)
{
	(void)snprintf(ret, CALLBACK_KEY_MAX, KEY_PREFIX "%.*s:%lld",
	    (int)correlation.len, correlation.s, (long long)generation);
}

int64_t
callback_key_generation(struct span key, struct span correlation)
{
	int64_t n;

	if (!span_begins(key, KEY_PREFIX))
		return 0;
	key = span_after(key, sizeof(KEY_PREFIX) - 1);
	if (key.len <= correlation.len ||
	    memcmp(key.s, correlation.s, correlation.len) != 0 ||
	    key.s[correlation.len] != ':' ||
	    num_parse(span_after(key, correlation.len + 1), 1,
		CALLBACK_GENERATION_MAX, &n, NULL) == -1)
		return 0;
	return n;
}

int
callback_key_check(struct span key, struct err *e)
{
	size_t i;
	bool good = key.len > 0 && key.len <= KEY_TEXT_MAX;

	for (i = 0; good && i < key.len; i++)
		good = key.s[i] >= 0x20 && key.s[i] < 0x7f;
	if (!good)
		return err_set(e, STATUS_USAGE, "invalid idempotency key");
	return 0;
}

static int
refuse(const char *what, const char *name, struct err *e)
{
	return err_set(e, STATUS_CONFIG, "'%s' is not that of %s", name, what);
}

static bool
is_sha256(struct span s)
{
	size_t i;

	for (i = 0; i < s.len; i++) {
		if (memchr("0123456789abcdef", s.s[i], 16) == NULL)
			return false;
	}
	return s.len == HASH_HEX_MAX - 1;
}

static bool
is_created(struct span s)
{
	int64_t ms;

	return s.len > 0 && s.len <= CREATED_MAX && s.s[s.len - 1] == 'Z' &&
	    stamp_parse(s, &ms, NULL) == 0;
}

int
callback_event_parse(const struct json *j, struct pool *p,
    struct callback_event *ret, struct err *e)
{
	static const char what[] = "an event";
	struct callback_event ev = { .correlation =
					 json_word(j, "correlation_id"),
		.profile = json_word(j, "profile"),
		.source_hash = json_word(j, "source_hash"),
		.created_at = json_word(j, "created_at") };
	struct json generation = json_get(j, "generation");
	struct json payload = json_get(j, "payload");
	struct span stripped;

	if (json_count(j) != 9 ||
	    !span_is(json_word(j, "version"), CALLBACK_EVENT_VERSION))
		return refuse(what, "version", e);
	if (origin_check(ev.profile, ev.correlation, NULL) == -1)
		return refuse(what, "correlation_id", e);
	if (json_int(&generation, "generation", 1, CALLBACK_GENERATION_MAX,
		&ev.generation, NULL) == -1)
		return refuse(what, "generation", e);
	if (callback_key_generation(json_word(j, "idempotency_key"),
		ev.correlation) != ev.generation)
		return refuse(what, "idempotency_key", e);
	if (callback_type_parse(json_word(j, "type"), &ev.type, NULL) == -1)
		return refuse(what, "type", e);
	if (!is_sha256(ev.source_hash))
		return refuse(what, "source_hash", e);
	if (!is_created(ev.created_at))
		return refuse(what, "created_at", e);
	if (json_text(&payload, "payload", p, &ev.payload, NULL) == -1 ||
	    payload_check(ev.payload, &stripped) != PAYLOAD_GOOD ||
	    stripped.len != ev.payload.len)
		return refuse(what, "payload", e);
	*ret = ev;
	return 0;
}

void
callback_event_print(const struct callback_event *ev, struct buf *out)
{
	char key[CALLBACK_KEY_MAX];

	callback_key(key, ev->correlation, ev->generation);
	buf_byte(out, '{');
	json_member_text(out, "correlation_id", ev->correlation);
	json_member_text(out, "created_at", ev->created_at);
	json_member_int(out, "generation", ev->generation);
	json_member_text(out, "idempotency_key", span_of(key));
	json_member_text(out, "payload", ev->payload);
	json_member_text(out, "profile", ev->profile);
	json_member_text(out, "source_hash", ev->source_hash);
	json_member_text(out, "type", span_of(callback_type_name(ev->type)));
	json_member_text(out, "version", span_of(CALLBACK_EVENT_VERSION));
	buf_text(out, "}\n");
}

void
callback_stamp(char ret[CALLBACK_STAMP_MAX], int64_t s)
{
	char stamp[STAMP_MAX];

	stamp_print(stamp, s * 1000);
	/* up to the seconds */
	(void)snprintf(ret, CALLBACK_STAMP_MAX, "%.19sZ", stamp);
}
