#ifndef SGT_T_CASE_H
#define SGT_T_CASE_H

#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/pool.h"
#include "base/stamp.h"
#include "engine/decide.h"

/*
 * A case of decide in few words, and the lines it stands for.  Numbers are
 * seconds from 2026-11-30T16:00:00Z.  t/golden/README tells the words.
 */
#define CASE_T0 1796054400000
#define CASE_EPISODE "evt_000000000000000000000001"

static const char *const case_times[] = { "time", "since", "told", "window",
	"settled", "floor", "as_of", "revision_at", "ended_at", "last",
	"answered", "next", "hint", "errors_since", "hot_until", NULL };
static const char *const case_stamps[] = { "created", "at", "time", "retry_at",
	NULL };

static inline bool
case_is_one(struct span name, const char *const *names)
{
	for (; *names != NULL; names++) {
		if (span_is(name, *names))
			return true;
	}
	return false;
}

static inline int64_t
case_ms(const struct json *j)
{
	int64_t s = 0;

	(void)json_int(j, "seconds", -JSON_INT_MAX, JSON_INT_MAX, &s, NULL);
	return CASE_T0 + s * 1000;
}

/* A value, its seconds made times where its name says that it is one. */
static inline void
case_value(struct buf *out, struct span name, const struct json *j, bool times)
{
	struct json_item it = { 0 };
	char stamp[STAMP_MAX];
	size_t i = 0;

	if (times && j->type == JSON_NUMBER && case_is_one(name, case_times)) {
		buf_int(out, case_ms(j));
	} else if (j->type == JSON_NUMBER && case_is_one(name, case_stamps)) {
		stamp_print(stamp, case_ms(j));
		json_quote(out, span_of(stamp));
	} else if (times && span_is(name, "changes")) {
		buf_byte(out, '[');
		while (json_each(j, &it)) {
			buf_text(out, i++ > 0 ? "," : "");
			buf_int(out, case_ms(&it.value));
		}
		buf_byte(out, ']');
	} else {
		buf_add(out, j->s, j->len);
	}
}

/* The members of defaults that over lacks, then those of over but skip. */
static inline void
case_merge(struct buf *out, const char *defaults, const struct json *over,
    const char *const *skip, bool times)
{
	struct json d = { JSON_OBJECT, defaults, strlen(defaults) };
	struct json_item it = { 0 };
	char name[64];

	while (json_each(&d, &it)) {
		(void)snprintf(
		    name, sizeof(name), "%.*s", (int)it.key.len, it.key.s);
		if (json_get(over, name).type != JSON_NONE)
			continue;
		json_member(out, name);
		case_value(out, it.key, &it.value, times);
	}
	memset(&it, 0, sizeof(it));
	while (json_each(over, &it)) {
		if (case_is_one(it.key, skip) || it.value.type == JSON_NULL)
			continue;
		(void)snprintf(
		    name, sizeof(name), "%.*s", (int)it.key.len, it.key.s);
		json_member(out, name);
		case_value(out, it.key, &it.value, times);
	}
}

/* "~key" ends by absence, "+key" has happened, "!key" skips the window. */
static inline struct span
case_key(struct span word, const char **resets_on, const char **severity)
{
	*resets_on = "revision";
	*severity = "wake";
	for (; word.len > 0; word.s++, word.len--) {
		if (word.s[0] == '~')
			*resets_on = "absence";
		else if (word.s[0] == '+')
			*resets_on = "never";
		else if (word.s[0] == '!')
			*severity = "immediate";
		else if (word.s[0] == '$')
			*severity = "terminal";
		else if (word.s[0] == '.')
			*severity = "record";
		else
			break;
	}
	return word;
}

static inline struct span
case_text(const struct json *j)
{
	struct span ret = { j->s + 1, j->len - 2 };

	return ret;
}

/* {"key","severity","resets_on","type": one of `over`, or its defaults. */
static inline void
case_entry(struct buf *out, const struct json *over, bool state)
{
	static const char *const skip[] = { "key", NULL };
	static const struct json none = { JSON_OBJECT, "{}", 2 };
	struct json key = json_get(over, "key");
	const char *resets_on, *severity, *colon;
	struct span k;
	char d[700];
	bool told = json_get(over, "told").type != JSON_NONE;
	bool over_now = json_get(over, "over").type != JSON_NONE;
	struct json at = json_get(over, "told");

	if (over->type == JSON_TEXT)
		key = *over;
	k = case_key(case_text(&key), &resets_on, &severity);
	colon = memchr(k.s, ':', k.len);
	(void)snprintf(d, sizeof(d),
	    "{\"severity\":\"%s\",\"resets_on\":\"%s\",\"type\":\"demo.%.*s\","
	    "\"brief\":\"%.*s\"%s%.*s%s%s}",
	    severity, resets_on,
	    colon != NULL ? (int)(colon - k.s) : (int)k.len, k.s, (int)k.len,
	    k.s, !state ? "" : ",\"since\":",
	    !state   ? 0 :
		told ? (int)at.len :
		       3,
	    told ? at.s : "-60", told ? ",\"told_revision\":\"r1\"" : "",
	    told && !over_now ? ",\"episode\":\"" CASE_EPISODE "\"" : "");
	buf_byte(out, '{');
	json_member_text(out, "key", k);
	case_merge(
	    out, d, over->type == JSON_OBJECT ? over : &none, skip, state);
	buf_byte(out, '}');
}

static inline void
case_entries(
    struct buf *out, const char *name, const struct json *list, bool state)
{
	struct json_item it = { 0 };
	size_t n = 0;

	json_member(out, name);
	buf_byte(out, '[');
	while (json_each(list, &it)) {
		buf_text(out, n++ > 0 ? "," : "");
		case_entry(out, &it.value, state);
	}
	buf_byte(out, ']');
}

static inline void
case_watch(struct buf *out, const struct json *w)
{
	static const char *const skip[] = { "subjects", "types", "collection",
		NULL };
	static const struct json one = { JSON_ARRAY, "[\"demo:x\"]", 10 };
	static const struct json all = { JSON_ARRAY, "[\"*\"]", 5 };
	struct json subjects = json_get(w, "subjects");
	struct json types = json_get(w, "types");
	struct json collection = json_get(w, "collection");
	struct json_item it = { 0 };
	size_t n = 0;

	buf_byte(out, '{');
	case_merge(out,
	    "{\"version\":1,\"id\":\"sen_1\",\"created\":-1000,"
	    "\"to\":\"human:ann\",\"every\":\"5m\","
	    "\"until\":\"subject_terminal\"}",
	    w, skip, false);
	json_member(out, "clauses");
	while (json_each(subjects.type != JSON_NONE ? &subjects : &one, &it)) {
		buf_text(out, n++ > 0 ? "," : "[");
		buf_text(out, "{\"kind\":\"demo\"");
		json_member_text(out, "subject", case_text(&it.value));
		json_member_json(
		    out, "types", types.type != JSON_NONE ? &types : &all);
		if (collection.type != JSON_NONE)
			json_member_json(out, "collection", &collection);
		buf_byte(out, '}');
	}
	buf_text(out, "]}");
}

/* A state's part: null is that of a subject never seen. */
static inline void
case_part(struct buf *out, const struct json *part)
{
	static const char *const skip[] = { "keys", "held", NULL };
	struct json keys = json_get(part, "keys"),
		    held = json_get(part, "held");
	struct json_item it = { 0 };
	size_t n = 0;

	if (part->type == JSON_NULL) {
		buf_text(out, "{}");
		return;
	}
	buf_byte(out, '{');
	case_merge(out,
	    "{\"as_of\":-60,\"looked\":true,\"revision\":\"r1\","
	    "\"revision_at\":-1000}",
	    part, skip, true);
	case_entries(out, "keys", &keys, true);
	json_member(out, "held");
	buf_byte(out, '[');
	while (json_each(&held, &it)) {
		static const char *const entry[] = { "entry", NULL };
		struct json e = json_get(&it.value, "entry");

		buf_text(out, n++ > 0 ? ",{" : "{");
		case_merge(out, "{\"since\":-60}", &it.value, entry, true);
		json_member(out, "entry");
		case_entry(out, &e, false);
		buf_byte(out, '}');
	}
	buf_text(out, "]}");
}

static inline void
case_look(struct buf *out, const struct json *look, int64_t now_ms)
{
	static const char *const skip[] = { "subject", "subjects", "time",
		"entries", "error", NULL };
	struct json at = json_get(look, "time");
	struct json subject = json_get(look, "subject");
	struct json subjects = json_get(look, "subjects");
	struct json entries = json_get(look, "entries");
	struct json error = json_get(look, "error");

	buf_text(out,
	    "{\"specversion\":\"1.0\",\"type\":\"" OBSERVATION_TYPE "\","
	    "\"id\":\"obs_1\",\"source\":\"//sergeant.local/kind/demo\"");
	json_member_text(out, "subject",
	    subject.type == JSON_NONE ? span_of("demo:x") :
					case_text(&subject));
	json_member_json(out, "subjects", &subjects);
	json_member_stamp(
	    out, "time", at.type == JSON_NONE ? now_ms - 1000 : case_ms(&at));
	json_member(out, "data");
	buf_byte(out, '{');
	case_merge(out,
	    "{\"kind\":\"demo\",\"revision\":\"r1\",\"attempted\":true,"
	    "\"complete\":true,\"settled\":true}",
	    look, skip, false);
	if (error.type == JSON_TEXT) {
		json_member(out, "error");
		buf_byte(out, '{');
		json_member_json(out, "class", &error);
		buf_byte(out, '}');
	} else if (error.type == JSON_OBJECT) {
		json_member(out, "error");
		buf_byte(out, '{');
		case_merge(out, "{}", &error, skip, false);
		buf_byte(out, '}');
	}
	case_entries(out, "entries", &entries, false);
	buf_text(out, "}}");
}

static inline void
case_event(struct buf *out, const struct json *ev)
{
	static const char *const skip[] = { NULL };

	buf_byte(out, '{');
	case_merge(out,
	    "{\"specversion\":\"1.0\",\"id\":\"d1\",\"source\":\"//hub\","
	    "\"type\":\"demo.push\",\"subject\":\"demo:x\",\"time\":-5}",
	    ev, skip, false);
	buf_byte(out, '}');
}

#endif
