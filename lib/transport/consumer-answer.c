/* consumer-answer - what a consumer said */

#include "transport/consumer-answer.h"

#include "base/err.h"
#include "base/json.h"

static const char *const names[] = { NULL, "ack", "retry", "reject" };

static bool
is_known(const struct consumer *c, struct span name)
{
	static const char *const known[] = { "idempotency_key", "status",
		"version", "retry_after_seconds" };
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (span_is(name, known[i]))
			return true;
	}
	for (i = 0; c->more != NULL && c->more[i] != NULL; i++) {
		if (span_is(name, c->more[i]))
			return true;
	}
	return false;
}

static bool
text_is(const struct json *j, const char *name, struct span want)
{
	struct json v = json_get(j, name);
	struct pool p = { 0 };
	struct span s;
	bool same =
	    json_text(&v, name, &p, &s, NULL) == 0 && span_equal(s, want);

	pool_done(&p);
	return same;
}

/* Only a retry may say how long, and only in whole seconds. */
static int
read_wait(const struct json *j, struct answer *ret)
{
	struct json wait = json_get(j, "retry_after_seconds");

	ret->retry_after_s = -1;
	if (wait.type == JSON_NONE)
		return 0;
	if (ret->reply != REPLY_RETRY)
		return -1;
	return json_int(&wait, "retry_after_seconds", 0, CONSUMER_RETRY_MAX_S,
	    &ret->retry_after_s, NULL);
}

int
consumer_read_answer(const struct consumer *c, struct span text,
    struct answer *ret, struct err *e)
{
	struct json_item it = { 0 };
	struct answer got = { .retry_after_s = -1 };
	struct json j;
	unsigned r;

	if (text.len == 0 || json_scan(text.s, text.len, &j, NULL) == -1 ||
	    j.type != JSON_OBJECT)
		return err_set(e, STATUS_TEMPORARY, "the answer is no object");
	while (json_each(&j, &it)) {
		if (!is_known(c, it.key))
			return err_set(e, STATUS_TEMPORARY,
			    "the answer has an unknown member");
	}
	if (!text_is(&j, "version", span_of(c->version)) ||
	    !text_is(&j, "idempotency_key", c->key))
		return err_set(e, STATUS_TEMPORARY,
		    "the answer has another version or key");
	for (r = REPLY_ACK; r <= REPLY_REJECT; r++) {
		if (text_is(&j, "status", span_of(names[r])))
			got.reply = (enum reply)r;
	}
	if (got.reply == 0 || read_wait(&j, &got) == -1)
		return err_set(e, STATUS_TEMPORARY,
		    "the answer is none of ack, retry and reject");
	*ret = got;
	return 0;
}
