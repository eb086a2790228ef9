#include "model/message.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/pool.h"
#include "base/text.h"
#include "model/event.h"
#include "model/field-print.h"

static const char *const hold_names[] = {
	[HOLD_NONE] = "",
	[HOLD_RATE] = "rate",
	[HOLD_QUIET] = "quiet",
	[HOLD_MUTE] = "mute",
	[HOLD_ACK] = "ack",
};

const char *
hold_name(enum hold h)
{
	return hold_names[h];
}

static enum hold
hold_parse(struct span s)
{
	size_t i;

	for (i = 1; i < sizeof(hold_names) / sizeof(hold_names[0]); i++) {
		if (span_is(s, hold_names[i]))
			return (enum hold)i;
	}
	return HOLD_NONE;
}

static char *
copy(struct span s)
{
	char *ret;

	if (s.s == NULL)
		return NULL;

	ret = mem_new(s.len + 1);
	memcpy(ret, s.s, s.len);
	return ret;
}

static void
replace(char **text, struct span s)
{
	free(*text);
	*text = copy(s);
}

void
message_done(struct message *m)
{
	size_t i;

	for (i = 0; i < m->n_events; i++)
		free(m->events[i].id);
	free(m->events);
	free(m->key);
	free(m->subject);
	free(m->type);
	free(m->summary);
	free(m->watch);
	free(m->verdict);
	free(m->dataref);
	memset(m, 0, sizeof(*m));
}

static void
add_event(struct message *m, struct span id, int64_t seq)
{
	if (m->events == NULL)
		m->events = mem_new(MESSAGE_EVENTS_MAX * sizeof(*m->events));
	if (m->n_events == MESSAGE_EVENTS_MAX) {
		free(m->events[0].id);
		memmove(m->events, m->events + 1,
		    (MESSAGE_EVENTS_MAX - 1) * sizeof(*m->events));
		m->n_events--;
	}
	m->events[m->n_events].id = copy(id);
	m->events[m->n_events].seq = seq;
	m->n_events++;
}

void
message_take(struct message *m, const struct event *ev, int64_t seq)
{
	replace(&m->subject, ev->subject);
	replace(&m->type, ev->type);
	replace(&m->summary, ev->summary);
	replace(&m->watch, ev->watch);
	replace(&m->verdict, ev->verdict);
	replace(&m->dataref, ev->dataref);
	m->time_ms = ev->time_ms;
	add_event(m, ev->id, seq);
	m->count++;
	m->last_seq = seq;
	m->terminal |= ev->has_terminal && ev->terminal;
}

bool
message_has(const struct message *m, struct span id)
{
	size_t i;

	if (span_is(id, m->id))
		return true;
	for (i = 0; i < m->n_events; i++) {
		if (span_is(id, m->events[i].id))
			return true;
	}
	return false;
}

int64_t
message_count_after(const struct message *m, int64_t seq)
{
	int64_t n = 0;
	size_t i;

	for (i = 0; i < m->n_events; i++)
		n += m->events[i].seq > seq;
	return n;
}

static void
print_text(struct buf *out, const char *name, const char *text)
{
	if (text != NULL)
		json_member_text(out, name, span_of(text));
}

static void
print_events(const struct message *m, struct buf *out)
{
	size_t i;

	json_member(out, "events");
	buf_byte(out, '[');
	for (i = 0; i < m->n_events; i++) {
		if (i > 0)
			buf_byte(out, ',');
		buf_byte(out, '{');
		json_member_text(out, "id", span_of(m->events[i].id));
		json_member_int(out, "seq", m->events[i].seq);
		buf_byte(out, '}');
	}
	buf_byte(out, ']');
}

void
message_print(const struct message *m, struct buf *out)
{
	buf_byte(out, '{');
	print_text(out, "id", m->id);
	print_text(out, "key", m->key);
	print_text(out, "subject", m->subject);
	print_text(out, "type", m->type);
	print_text(out, "summary", m->summary);
	print_text(out, "watch", m->watch);
	print_text(out, "verdict", m->verdict);
	print_text(out, "dataref", m->dataref);
	field_print_int(out, "time", m->time_ms);
	field_print_int(out, "born", m->born);
	field_print_int(out, "first", m->first_seq);
	field_print_int(out, "last", m->last_seq);
	field_print_int(out, "count", m->count);
	print_events(m, out);
	print_text(out, "priority", priority_name(m->priority));
	print_text(out, "level", priority_name(m->level));
	print_text(out, "urgency", urgency_name(m->urgency));
	field_print_flag(out, "terminal", m->terminal);
	field_print_flag(out, "wakes", m->wakes);
	field_print_flag(out, "told", m->told);
	field_print_int(out, "due", m->due_ms);
	if (m->hold != HOLD_NONE)
		print_text(out, "hold", hold_name(m->hold));
	field_print_int(out, "asks", m->asks_seq);
	field_print_int(out, "woken", m->woken_seq);
	field_print_int(out, "open", m->n_open);
	field_print_flag(out, "lasting", m->lasting);
	field_print_flag(out, "overflow", m->overflow);
	buf_byte(out, '}');
}

static int
read_text(const struct json *j, const char *name, struct pool *p, char **ret,
    struct err *e)
{
	struct json value = json_get(j, name);
	struct span s;

	if (value.type == JSON_NONE)
		return 0;
	if (json_text(&value, name, p, &s, e) != 0)
		return -1;
	*ret = copy(s);
	return 0;
}

static int
read_int(const struct json *j, const char *name, int64_t *ret, struct err *e)
{
	struct json value = json_get(j, name);

	if (value.type == JSON_NONE)
		return 0;
	return json_int(&value, name, 0, JSON_INT_MAX, ret, e);
}

static int
read_flag(const struct json *j, const char *name, bool *ret, struct err *e)
{
	struct json value = json_get(j, name);

	if (value.type == JSON_NONE)
		return 0;
	return json_bool(&value, name, ret, e);
}

static int
read_texts(
    const struct json *j, struct pool *p, struct message *ret, struct err *e)
{
	struct json id = json_get(j, "id");
	struct span s;

	if (json_text(&id, "id", p, &s, e) != 0)
		return -1;
	if (s.len >= sizeof(ret->id))
		return err_set(e, STATUS_DATA, "'id' is too long");
	memcpy(ret->id, s.s, s.len);

	if (read_text(j, "key", p, &ret->key, e) != 0 ||
	    read_text(j, "subject", p, &ret->subject, e) != 0 ||
	    read_text(j, "type", p, &ret->type, e) != 0 ||
	    read_text(j, "summary", p, &ret->summary, e) != 0 ||
	    read_text(j, "watch", p, &ret->watch, e) != 0 ||
	    read_text(j, "verdict", p, &ret->verdict, e) != 0 ||
	    read_text(j, "dataref", p, &ret->dataref, e) != 0)
		return -1;
	if (ret->key == NULL)
		return err_set(e, STATUS_DATA, "no 'key'");
	ret->hash = hash_table(span_of(ret->key));
	return 0;
}

static int
read_numbers(const struct json *j, struct message *ret, struct err *e)
{
	if (read_int(j, "time", &ret->time_ms, e) != 0 ||
	    read_int(j, "born", &ret->born, e) != 0 ||
	    read_int(j, "first", &ret->first_seq, e) != 0 ||
	    read_int(j, "last", &ret->last_seq, e) != 0 ||
	    read_int(j, "count", &ret->count, e) != 0 ||
	    read_int(j, "due", &ret->due_ms, e) != 0 ||
	    read_int(j, "asks", &ret->asks_seq, e) != 0 ||
	    read_int(j, "woken", &ret->woken_seq, e) != 0 ||
	    read_int(j, "open", &ret->n_open, e) != 0 ||
	    read_flag(j, "terminal", &ret->terminal, e) != 0 ||
	    read_flag(j, "wakes", &ret->wakes, e) != 0 ||
	    read_flag(j, "told", &ret->told, e) != 0 ||
	    read_flag(j, "lasting", &ret->lasting, e) != 0 ||
	    read_flag(j, "overflow", &ret->overflow, e) != 0)
		return -1;
	return 0;
}

/* Its words are ours, so that none holds an escape. */
static struct span
word(const struct json *j, const char *name)
{
	struct json value = json_get(j, name);

	return json_inside(&value);
}

static int
read_events(
    const struct json *j, struct pool *p, struct message *ret, struct err *e)
{
	struct json list = json_get(j, "events");
	struct json_item it = { 0 };
	struct json id;
	struct span s;
	int64_t seq;

	while (json_each(&list, &it)) {
		id = json_get(&it.value, "id");
		seq = 0;
		if (json_text(&id, "id", p, &s, e) != 0 ||
		    read_int(&it.value, "seq", &seq, e) != 0)
			return -1;
		add_event(ret, s, seq);
	}
	return 0;
}

int
message_parse(const struct json *j, struct message *ret, struct err *e)
{
	struct message m = { 0 };
	struct pool p = { 0 };
	int status = -1;

	if (read_texts(j, &p, &m, e) == 0 && read_numbers(j, &m, e) == 0 &&
	    read_events(j, &p, &m, e) == 0) {
		(void)priority_parse(word(j, "priority"), &m.priority);
		(void)priority_parse(word(j, "level"), &m.level);
		(void)urgency_parse(word(j, "urgency"), &m.urgency);
		m.hold = hold_parse(word(j, "hold"));
		status = 0;
	}
	pool_done(&p);
	if (status != 0)
		message_done(&m);
	else
		*ret = m;
	return status;
}
