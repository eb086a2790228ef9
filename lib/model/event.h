#ifndef SGT_MODEL_EVENT_H
#define SGT_MODEL_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/json.h"
#include "base/text.h"
#include "model/level.h"

struct buf;
struct err;
struct pool;

/*
 * The envelope of every line between programs and in the journal: CloudEvents
 * 1.0, structured JSON.  DESIGN.md 5, sgt-events(7).
 *
 * All spans are decoded text and point into the scanned line, or into the pool
 * where the text held an escape; absent members are absent spans, JSON_NONE,
 * or the NONE of their enum.  Nothing is owned.
 */
struct event {
	struct span type;
	struct span id;
	struct span source;
	struct span subject;
	/* as written, and read; time.s == NULL where absent */
	struct span time;
	int64_t time_ms;
	/* array of texts, most specific first */
	struct json subjects;
	struct span summary;
	bool has_terminal;
	bool terminal;
	enum priority priority;
	enum phase phase;
	struct span episode;
	struct span coalescekey;
	/* array of parties */
	struct json recipients;
	enum urgency urgency;
	struct span watch;
	struct span verdict;
	/* of a fact that was pushed: what the kind would call it */
	struct span entrykey;
	struct span revision;
	/*
	 * of a line made from a delivery: its place in inbound/, its last line
	 */
	int64_t inbound;
	bool last;
	struct span workspace;
	/* 0 where absent */
	int64_t seq;
	struct span dataref;
	struct span sessionid;
	/* array of session ids, nearest first */
	struct json lineage;
	struct span escalatedfrom;
	/* why it is told to nobody: "nobody", "closed", "paused", "dropped" */
	struct span parked;
	struct span consumerref;
	struct span datacontenttype;
	struct json data;
	/* members we do not know, as ",\"name\":value..." in their order */
	struct span rest;
};

/* Bounds: issue "The spine", 2; CloudEvents 1.0 */
#define EVENT_ATTRIBUTE_MAX 4096
#define EVENT_ITEMS_MAX 64

/*
 * Read a scanned line.  Required: specversion "1.0", id, source, type, not
 * empty.  Refused by name: a wrong type, a control character in an attribute,
 * an attribute name not [a-z0-9]{1,20} (data_base64 aside), an unreadable
 * time, priority, phase or urgency, a party that is none.
 */
int event_parse(
    const struct json *j, struct pool *p, struct event *ret, struct err *e);

/*
 * One line without its newline, members in one fixed order: specversion type
 * id source subject time subjects summary terminal priority phase episode
 * coalescekey recipients urgency watch verdict entrykey revision inbound last
 * workspace seq dataref sessionid lineage escalatedfrom parked consumerref
 * datacontenttype, the rest, data.
 */
void event_print(const struct event *ev, struct buf *out);

/* Does a family of types hold it: "sergeant.verdict." */
bool event_is(const struct event *ev, const char *type_or_prefix);

/* Is it the journal's own, for nobody: of an inbox, a wake, a receipt? */
bool event_is_record(const struct event *ev);

#endif
