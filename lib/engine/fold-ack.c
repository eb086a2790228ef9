#include "engine/fold-ack.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/pool.h"
#include "base/stamp.h"

/* Seen up to seq: gone, or what came later stays and is news. */
static bool
ack_one(struct inbox *in, struct message *m, int64_t seq, int64_t until_ms)
{
	if (m->first_seq > seq)
		return false;
	if (until_ms > in->time_ms)
		inbox_add_hold(in, span_of(m->key), until_ms, m->priority);
	if (m->last_seq <= seq) {
		inbox_remove(in, m);
		return true;
	}

	m->count = message_count_after(m, seq);
	if (m->count == 0)
		m->count = 1;
	m->first_seq = seq + 1;
	if (m->wakes)
		m->asks_seq = m->last_seq;
	return true;
}

static void
ack_through(struct inbox *in, int64_t seq, int64_t until_ms, struct effect *ret)
{
	size_t i, n;

	for (i = 0; i < in->n_messages;) {
		n = in->n_messages;
		ret->n_acked += ack_one(in, &in->messages[i], seq, until_ms);
		i += n == in->n_messages;
	}
}

static int64_t
read_int(const struct json *j, const char *name)
{
	struct json value = json_get(j, name);
	int64_t ret = 0;

	(void)json_int(&value, name, 0, JSON_INT_MAX, &ret, NULL);
	return ret;
}

static int64_t
read_until(const struct event *ev, struct pool *p)
{
	struct json value = json_get(&ev->data, "until");
	struct span s;
	int64_t ret = 0;

	if (json_text(&value, "until", p, &s, NULL) == 0)
		(void)stamp_parse(s, &ret, NULL);
	return ret;
}

void
fold_ack(struct inbox *in, const struct event *ev, struct effect *ret)
{
	struct json list = json_get(&ev->data, "messages");
	struct json_item it = { 0 };
	struct pool p = { 0 };
	struct message *m;
	struct json id;
	struct span s;
	int64_t until_ms = read_until(ev, &p);

	ret->kind = EFFECT_ACKED;
	while (json_each(&list, &it)) {
		id = json_get(&it.value, "id");
		if (json_text(&id, "id", &p, &s, NULL) != 0)
			continue;
		m = inbox_find_id(in, s);
		if (m != NULL)
			ret->n_acked += ack_one(
			    in, m, read_int(&it.value, "seq"), until_ms);
	}
	ack_through(in, read_int(&ev->data, "through"), until_ms, ret);
	pool_done(&p);
}

void
fold_wake(struct inbox *in, const struct event *ev, struct effect *ret)
{
	struct json value = json_get(&ev->data, "consumed");
	int64_t seq = read_int(&ev->data, "seq");
	bool consumed = false;
	size_t i;

	if (!event_is(ev, FOLD_WAKE_ACCEPTED))
		return;

	(void)json_bool(&value, "consumed", &consumed, NULL);
	for (i = 0; i < in->n_messages; i++) {
		if (in->messages[i].first_seq > seq)
			continue;
		in->messages[i].told = true;
		in->messages[i].hold = HOLD_NONE;
		in->messages[i].due_ms = 0;
		in->messages[i].woken_seq = seq;
	}
	if (consumed) {
		ret->kind = EFFECT_ACKED;
		ack_through(in, seq, 0, ret);
	}
}

struct message *
fold_marker(struct inbox *in, struct span event, int64_t seq)
{
	struct span key = span_of(INBOX_OVERFLOW);
	struct message *m = inbox_find(in, key);

	if (m != NULL)
		return m;

	m = inbox_add(in, key, event, seq);
	m->overflow = true;
	m->lasting = true;
	m->level = m->priority = PRIORITY_INFO;
	return m;
}

static char *
copy(const char *text)
{
	struct span s = span_of(text);
	char *ret = mem_new(s.len + 1);

	memcpy(ret, s.s, s.len);
	return ret;
}

void
fold_name_marker(struct message *m)
{
	char text[128];

	(void)snprintf(text, sizeof(text),
	    "%" PRId64 " events did not fit in (seq %" PRId64 " to %" PRId64
	    ")",
	    m->count, m->first_seq, m->last_seq);
	free(m->summary);
	m->summary = copy(text);
	if (m->type == NULL)
		m->type = copy(INBOX_OVERFLOW);
}

static struct message *
find_victim(struct inbox *in, enum priority below)
{
	struct message *victim = NULL;
	struct message *m;
	size_t i;

	for (i = 0; i < in->n_messages; i++) {
		m = &in->messages[i];
		if (m->overflow || m->priority >= below)
			continue;
		if (victim == NULL || m->priority < victim->priority)
			victim = m;
	}
	return victim;
}

static void
evict(struct inbox *in, struct message *victim, struct span event)
{
	struct message gone = *victim;
	struct message *m;

	/* taken out whole; the marker takes its place */
	memset(victim, 0, sizeof(*victim));
	inbox_remove(in, victim);
	m = fold_marker(in, event, gone.first_seq);
	m->count += gone.count;
	if (gone.first_seq < m->first_seq)
		m->first_seq = gone.first_seq;
	if (gone.last_seq > m->last_seq)
		m->last_seq = gone.last_seq;
	if (gone.priority > m->priority)
		m->priority = m->level = gone.priority;
	if (gone.urgency > m->urgency)
		m->urgency = gone.urgency;
	if (gone.wakes && !gone.told) {
		m->wakes = true;
		m->asks_seq = m->last_seq;
		m->hold = gone.hold;
		m->due_ms = gone.due_ms;
	}
	fold_name_marker(m);
	message_done(&gone);
}

bool
fold_make_room(struct inbox *in, const struct policy *p, enum priority priority,
    struct span event)
{
	size_t max =
	    p->messages_max == 0 ? POLICY_MESSAGES_MAX : p->messages_max;
	struct message *victim;
	size_t n = in->n_messages;

	n -= inbox_find(in, span_of(INBOX_OVERFLOW)) != NULL;
	if (n < max)
		return true;

	victim = find_victim(in, priority);
	if (victim != NULL)
		evict(in, victim, event);
	return victim != NULL || priority == PRIORITY_CRITICAL;
}
