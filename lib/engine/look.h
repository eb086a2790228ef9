#ifndef SGT_ENGINE_LOOK_H
#define SGT_ENGINE_LOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/text.h"
#include "engine/decide.h"

/*
 * What decide works with during one call; the steps of DESIGN.md 7 hand it
 * on.  Private to the engine.  Everything in it lives in the pool.
 */

/* In the order they are told. */
enum news_sort {
	NEWS_TERMINAL,
	NEWS_ENDED,
	NEWS_FLAPPING,
	NEWS_CONDITION,
	NEWS_OCCURRENCE
};

/* Something that is to be told, now or when its window ends. */
struct news {
	enum news_sort sort;
	enum phase phase;
	enum priority priority;
	struct span type;
	struct span key;
	struct span brief;
	struct span revision;
	/* id of the event that told the beginning; absent: this one does */
	struct span episode;
	/* an occurrence: its event's id */
	struct span id;
	/* the entry's members beyond key and brief; NONE at an end */
	struct json data;
	int64_t time_ms;
	/* since when it waits */
	int64_t since_ms;
	/* a condition or an occurrence as it was observed; NULL at an end */
	const struct entry *entry;
	/* of a pushed one, the event */
	const struct event *pushed;
	/* a condition's memory */
	struct key_state *state;
	/* it came out of held[] */
	const struct held *held;
	/* "closed", "paused": journaled, told to nobody */
	const char *parked;
	/* flapping: how much, in percent */
	int64_t percent;
	bool immediate;
	/* first: hold, and its subject is not settled */
	bool unsettled;
	bool admitted;
};

struct look {
	const struct watch *w;
	const struct event *ev;
	/* NULL for an event that was pushed */
	const struct observation *o;
	const struct state *s;
	int64_t now_ms;
	int64_t as_of_ms;
	struct pool *p;
	struct verdict *v;
	struct state *next;
	const struct clause *clause;
	/* all it falls under, and whether one of them asks for any type */
	const struct clause **clauses;
	size_t n_clauses;
	bool all_types;
	/* what the subject is at, as far as known */
	struct span revision;
	bool member;
	/* complete, attempted, no error: absence means something */
	bool clean;
	/* occurrences are the baseline */
	bool first;
	bool closed;
	bool new_revision;
	bool changed;
	/* the objective's or kind's end is reached */
	bool terminal;
	/* how long --for has stood still while looks failed */
	int64_t blind_ms;
	/* entries by key, each once; how many of them */
	const struct entry **entries;
	size_t n_entries;
	struct news *news;
	size_t n_news;
	size_t cap_news;
	size_t cap_remarks;
	size_t cap_seen;
	size_t cap_shown;
	size_t cap_events;
	/* why quiet, if it is */
	enum why quiet;
	/* when something that waits is to be judged again; 0 never */
	int64_t again_ms;
	struct buf text;
};

/* A new, zeroed piece of news. */
struct news *look_news(struct look *l);

/* Note what became of an entry; the strongest reason is the verdict's. */
void look_remark(struct look *l, struct span key, enum why why, int64_t until);

/* Something will be due at that time. */
void look_again(struct look *l, int64_t ms);

/* id_of, in the pool. */
struct span
look_id(struct look *l, const char *prefix, const struct span *parts, size_t n);

struct span look_number(struct look *l, int64_t n);

/* Do the types of a clause that the fact falls under ask for it? */
bool look_asks(const struct look *l, struct span type);

/* What was collected in l->text, in the pool. */
struct span look_text(struct look *l);

/* A place for one more in an array of the verdict's. */
void *
look_more(struct look *l, void *items, size_t n, size_t *max, size_t size);

bool look_seen(const struct look *l, struct span id);
void look_add_seen(struct look *l, struct span id);

#endif
