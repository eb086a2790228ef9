/* t/golden/fold.golden: title, a history of one inbox, each line's effect */

#include "unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/pool.h"
#include "engine/fold.h"
#include "member.h"

static void
read_policy(const struct json *j, struct policy *p)
{
	struct json mutes = json_get(j, "mutes");
	struct json quiet = json_get(j, "quiet");
	struct mute *m = pool_new(&pool, json_count(&mutes) * sizeof(*m) + 1);
	struct json_item it = { 0 };
	int64_t minutes[2] = { 0, 0 };
	size_t i;

	p->mutes = m;
	for (; json_each(&mutes, &it); m++) {
		m->subject = text(&it.value, "subject");
		m->type = text(&it.value, "type");
		m->party = text(&it.value, "party");
		m->from_ms = time_ms(&it.value, "from");
		m->until_ms = time_ms(&it.value, "until");
		p->n_mutes++;
	}
	memset(&it, 0, sizeof(it));
	for (i = 0; i < 2 && json_each(&quiet, &it); i++)
		(void)json_int(&it.value, "minute", 0, 1440, &minutes[i], NULL);
	p->quiet = quiet.type == JSON_ARRAY;
	p->quiet_start_min = (int)minutes[0];
	p->quiet_end_min = (int)minutes[1];
	p->burst = number(j, "burst", 0);
	p->messages_max = (size_t)number(j, "max", 0);
}

static void
add_ack(
    const struct json *j, const struct inbox *in, int64_t seq, struct buf *b)
{
	struct json value = json_get(j, "ack");

	buf_format(b,
	    ",\"type\":\"sergeant.inbox.acked\",\"id\":\"ack%" PRId64
	    "\",\"data\":{",
	    seq);
	if (value.type == JSON_TEXT) {
		buf_format(b,
		    "\"messages\":[{\"id\":%.*s,\"seq\":%" PRId64 "}]",
		    (int)value.len, value.s, number(j, "seen", in->seq));
	} else {
		buf_format(b, "\"through\":%" PRId64, number(j, "through", 0));
	}
	if (number(j, "until", 0) != 0)
		json_member_stamp(b, "until", time_ms(j, "until"));
	buf_byte(b, '}');
}

static void
add_event(const struct json *j, struct buf *b)
{
	static const char *const given[] = { "id", "phase", "episode",
		"urgency", "terminal", "parked" };
	struct json value = json_get(j, "key");
	struct json entries = json_get(j, "entries");
	size_t i;

	buf_text(b, ",\"type\":\"x.y\"");
	json_member_json(b, "coalescekey", &value);
	value = json_get(j, "priority");
	if (value.type == JSON_NONE)
		json_member_text(b, "priority", span_of("attention"));
	else if (value.type != JSON_NULL)
		json_member_json(b, "priority", &value);
	for (i = 0; i < sizeof(given) / sizeof(given[0]); i++) {
		value = json_get(j, given[i]);
		json_member_json(b, given[i], &value);
	}
	if (entries.type != JSON_NONE) {
		buf_text(b, ",\"data\":{");
		json_member_json(b, "entries", &entries);
		buf_byte(b, '}');
	}
}

/* The journal's line that the short form stands for. */
static bool
read_line(const struct json *j, const struct inbox *in, int64_t seq,
    struct event *ret)
{
	struct json to = json_get(j, "to");
	struct buf b = { 0 };
	struct json whole;
	struct err e = { 0 };
	struct span line;

	buf_text(&b,
	    "{\"specversion\":\"1.0\",\"source\":\"//t\","
	    "\"subject\":\"a:b\"");
	json_member_stamp(&b, "time", time_ms(j, "t"));
	if (to.type != JSON_NULL) {
		json_member(&b, "recipients");
		buf_byte(&b, '[');
		json_quote(&b,
		    to.type == JSON_TEXT ? text(j, "to") : span_of(in->party));
		buf_byte(&b, ']');
	}
	if (json_get(j, "wake").type != JSON_NONE)
		buf_format(&b,
		    ",\"type\":\"sergeant.wake.accepted\",\"id\":"
		    "\"w%" PRId64 "\",\"data\":{\"seq\":%" PRId64
		    ",\"consumed\":%s}",
		    seq, number(j, "wake", 0),
		    json_get(j, "consumed").type == JSON_NONE ? "false" :
								"true");
	else if (json_get(j, "id").type != JSON_NONE)
		add_event(j, &b);
	else
		add_ack(j, in, seq, &b);
	buf_byte(&b, '}');
	line = pool_copy(&pool, buf_as_span(&b));
	buf_done(&b);
	return OK(json_scan(line.s, line.len, &whole, &e) == 0) &&
	    OK(event_parse(&whole, &pool, ret, &e) == 0);
}

static void
say_effect(const struct effect *effect, struct buf *out)
{
	buf_text(out, effect_kind_name(effect->kind));
	if (effect->kind == EFFECT_HELD)
		buf_format(out, " %" PRId64 " %s", effect->due_ms / 1000,
		    hold_name(effect->hold));
	if (effect->kind == EFFECT_ACKED)
		buf_format(out, " %zu", effect->n_acked);
	if (effect->kind != EFFECT_WAKE)
		return;
	if (effect->urgency > URGENCY_NEXT_TURN)
		buf_format(out, " %s", urgency_name(effect->urgency));
	if (effect->n_digest > 0)
		buf_format(out, " with %zu", effect->n_digest);
}

static void
say_messages(const struct inbox *in, const char *word,
    bool (*is)(const struct message *), struct buf *out)
{
	const struct message *m;
	size_t i, n = 0;

	for (i = 0; i < in->n_messages; i++) {
		m = &in->messages[i];
		if (!is(m))
			continue;
		if (n++ == 0)
			buf_format(out, "%s%s",
			    out->s[out->len - 1] == '[' ? "" : "; ", word);
		buf_format(out, " %s", m->key);
		if (m->count > 1)
			buf_format(out, " x%" PRId64, m->count);
	}
}

static bool
is_digest(const struct message *m)
{
	return !m->wakes;
}

static bool
is_held(const struct message *m)
{
	return m->wakes && m->due_ms != 0;
}

static bool
copy_inbox(const struct inbox *in, struct inbox *ret)
{
	struct buf b = { 0 };
	struct err e = { 0 };
	struct span line;
	struct json j;

	inbox_print(in, &b);
	line = pool_copy(&pool, buf_as_span(&b));
	buf_done(&b);
	return OK(json_scan(line.s, line.len, &j, &e) == 0) &&
	    OK(inbox_parse(&j, ret, &e) == 0);
}

static void
say_state(const struct inbox *in, const struct policy *p, int64_t at_ms,
    struct buf *out)
{
	struct inbox copy;

	if (!copy_inbox(in, &copy))
		return;
	fold_release(&copy, p, at_ms);
	buf_byte(out, '[');
	say_messages(&copy, "waiting", fold_is_waiting, out);
	say_messages(&copy, "held", is_held, out);
	say_messages(&copy, "digest", is_digest, out);
	buf_byte(out, ']');
	inbox_done(&copy);
}

static void
one(const char *title, const char *given, const char *want)
{
	struct policy policy = { 0 };
	struct inbox in = { 0 };
	struct json j, lines, p;
	struct json_item it = { 0 };
	struct buf out = { 0 };
	struct effect effect;
	struct event ev;
	struct journal_line l = { &ev, 0 };
	struct span party;
	int64_t now_ms;

	unit_case("%s", title);
	pool_reset(&pool);
	if (!OK(json_scan(given, strlen(given), &j, NULL) == 0))
		return;

	p = json_get(&j, "policy");
	read_policy(&p, &policy);
	party = text(&j, "party");
	OK(inbox_start(&in, party.s == NULL ? span_of("human:ann") : party));
	lines = json_get(&j, "lines");
	while (json_each(&lines, &it)) {
		if (out.len > 0)
			buf_text(&out, ", ");
		if (json_get(&it.value, "at").type != JSON_NONE) {
			say_state(&in, &policy, time_ms(&it.value, "at"), &out);
			continue;
		}
		l.seq = number(&it.value, "seq", l.seq + 1);
		now_ms = number(&it.value, "t", 0);
		now_ms = number(&j, "now", now_ms) * 1000;
		if (!read_line(&it.value, &in, l.seq, &ev))
			break;
		fold(&in, &l, &policy, now_ms, &effect);
		say_effect(&effect, &out);
	}
	SAME_TEXT(buf_as_span(&out), want);
	buf_done(&out);
	inbox_done(&in);
}

int
main(void)
{
	unit_golden("t/golden/fold.golden", one);
	pool_done(&pool);
	return unit_end();
}
