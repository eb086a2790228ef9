#include "engine/compose.h"

#include "base/pool.h"
#include "base/stamp.h"
#include "model/subject.h"

/* How many bytes of a control character stand here: none, 1, 2 above U+007F. */
static size_t
control(const unsigned char *at, size_t left)
{
	if (*at < 0x20 || *at == 0x7F)
		return 1;

	return *at == 0xC2 && left > 1 && at[1] < 0xA0 ? 2 : 0;
}

void
compose_clean(struct buf *out, struct span s, size_t max)
{
	const unsigned char *at = (const unsigned char *)s.s;
	size_t i, end, wide, n = s.len;

	if (n > max) {
		for (n = max; n > 0 && (at[n] & 0xC0) == 0x80; n--)
			;
	}
	for (i = 0; i < n; i = end + wide) {
		wide = 0;
		for (end = i; end < n && wide == 0; end += wide == 0)
			wide = control(at + end, n - end);
		buf_add(out, s.s + i, end - i);
		if (wide > 0)
			buf_byte(out, ' ');
	}
	if (n < s.len)
		buf_text(out, "...");
}

/* How an end is said: by the last word of its type, "up (was down: ...)". */
static void
add_word(struct buf *out, const struct news *n)
{
	struct span word =
	    n->priority == PRIORITY_INFO ? span_of("over") : n->type;
	size_t i;

	for (i = word.len; i > 0 && word.s[i - 1] != '.'; i--)
		;
	word.s += i;
	word.len -= i;
	compose_clean(out, word, COMPOSE_BRIEF_MAX);
	buf_text(out, " (was ");
}

static void
add_brief(struct buf *out, const struct news *n)
{
	if (n->sort == NEWS_ENDED)
		add_word(out, n);
	if (n->sort == NEWS_FLAPPING) {
		buf_text(out,
		    n->phase == PHASE_BEGAN ? "flapping: " :
					      "no longer flapping: ");
	}
	compose_clean(
	    out, n->brief.len > 0 ? n->brief : n->key, COMPOSE_BRIEF_MAX);
	if (n->sort == NEWS_ENDED)
		buf_byte(out, ')');
}

static void
add_briefs(struct buf *out, const struct news *n, size_t n_news)
{
	size_t i;

	for (i = 0; i < n_news; i++) {
		if (i == COMPOSE_BRIEFS ||
		    (i > 0 &&
			out->len + COMPOSE_BRIEF_MAX > COMPOSE_SUMMARY_MAX)) {
			buf_format(out, " (+%zu more)", n_news - i);
			return;
		}
		buf_text(out, i == 0 ? ": " : "; ");
		add_brief(out, &n[i]);
	}
}

struct span
compose_summary(struct look *l, const struct news *n, size_t n_news)
{
	compose_clean(&l->text, subject_short(l->ev->subject), SUBJECT_MAX);
	add_briefs(&l->text, n, n_news);
	return look_text(l);
}

struct span
compose_verdict(struct look *l, const struct news *n, size_t n_news)
{
	struct span rev = l->revision;

	compose_clean(&l->text, subject_short(l->ev->subject), SUBJECT_MAX);
	if (rev.len > 0) {
		if (rev.len > 7)
			rev.len = 7;
		buf_text(&l->text, " (");
		compose_clean(&l->text, rev, rev.len);
		buf_text(&l->text, ")");
	}
	add_briefs(&l->text, n, n_news);
	return look_text(l);
}

struct json
compose_json(struct look *l, enum json_type type)
{
	struct json ret = { .type = type, .len = l->text.len };

	ret.s = look_text(l).s;
	return ret;
}

/* The entry's own members, but for those whose names are ours. */
static void
splice(struct buf *out, const struct json *data)
{
	struct json_item it = { 0 };

	if (data->type != JSON_OBJECT)
		return;

	while (json_each(data, &it)) {
		if (span_is(it.key, "key") || span_is(it.key, "brief"))
			continue;
		buf_text(out, ",\"");
		buf_span(out, it.key);
		buf_text(out, "\":");
		buf_add(out, it.value.s, it.value.len);
	}
}

struct json
compose_data(struct look *l, const struct news *n, size_t n_news)
{
	struct buf *out = &l->text;
	size_t i;

	buf_byte(out, '{');
	if (n->sort == NEWS_FLAPPING) {
		json_member_text(out, "key", n->key);
		json_member_int(out, "percent", n->percent);
		buf_byte(out, '}');
		return compose_json(l, JSON_OBJECT);
	}
	if (n->revision.s != NULL)
		json_member_text(out, "revision", n->revision);
	else
		buf_text(out, "\"revision\":null");
	json_member(out, "entries");
	buf_byte(out, '[');
	for (i = 0; i < n_news && out->len < COMPOSE_DATA_MAX; i++) {
		buf_text(out, i == 0 ? "{" : ",{");
		json_member_text(out, "key", n[i].key);
		json_member_text(out, "brief", n[i].brief);
		if (n[i].data.len < COMPOSE_DATA_MAX)
			splice(out, &n[i].data);
		buf_byte(out, '}');
	}
	buf_byte(out, ']');
	if (i < n_news)
		json_member_int(out, "more", (int64_t)(n_news - i));
	buf_byte(out, '}');
	return compose_json(l, JSON_OBJECT);
}

/* ["..."], of one text; a NULL for none. */
static struct json
list(struct look *l, struct span s)
{
	buf_byte(&l->text, '[');
	if (s.s != NULL)
		json_quote(&l->text, s);
	buf_byte(&l->text, ']');
	return compose_json(l, JSON_ARRAY);
}

static struct span
stamp(struct look *l, int64_t ms)
{
	char text[STAMP_MAX];

	stamp_print(text, ms);
	return pool_copy(l->p, span_of(text));
}

struct event
compose_event(
    struct look *l, struct span type, struct span subject, int64_t time_ms)
{
	struct event ev = { 0 };

	ev.type = type;
	ev.source = span_of("//sergeant.local/decide");
	ev.subject = subject;
	ev.time_ms = time_ms;
	ev.time = stamp(l, time_ms);
	if (subject.s == l->ev->subject.s && l->ev->subjects.type == JSON_ARRAY)
		ev.subjects = l->ev->subjects;
	else
		ev.subjects = list(l, subject);
	ev.coalescekey = subject;
	ev.recipients = list(l, l->w->to);
	ev.urgency = l->w->urgency;
	ev.watch = l->w->id;
	ev.datacontenttype = span_of("application/json");
	return ev;
}
