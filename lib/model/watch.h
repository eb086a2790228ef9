#ifndef SGT_MODEL_WATCH_H
#define SGT_MODEL_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "model/level.h"
#include "model/party.h"

struct buf;
struct err;
struct pool;

#define WATCH_VERSION 1
#define WATCH_CLAUSES_MAX 200

/* One {subject, kind, types}. */
struct clause {
	struct span subject;
	struct span kind;
	/* array of globs, resolved at add; the entry's type must match one */
	struct json types;
	/* the subject holds others: what is seen are its members */
	bool collection;
};

enum until_kind {
	UNTIL_SUBJECT_TERMINAL = 1,
	UNTIL_NEVER,
	UNTIL_AT,
	UNTIL_COUNT
};

enum first_rule {
	FIRST_WAKE = 1,
	FIRST_HOLD
};

/* -1: no bound; 0: none left.  DESIGN.md 7, Ends. */
struct budget {
	int64_t wakes;
	int64_t turns;
	int64_t tokens;
	int64_t runtime_ms;
	/* failed looks in a row */
	int64_t errors;
};

/* Defaults: spec/monitor.md "Numbers"; DESIGN.md 7. */
#define WATCH_REALERT_MS 21600000
#define WATCH_WINDOW_MS 240000
#define WATCH_WINDOW_OLDEST_MS 1800000
#define WATCH_STALL_MS 1800000
#define WATCH_STALL_LOOKS 12
#define WATCH_SESSION_TURNS 8
#define WATCH_SESSION_TOKENS 250000
#define WATCH_SESSION_RUNTIME_MS 604800000

/*
 * What to look at, for whom, until when: watches/ID.json, intent only.  Kind,
 * subjects and argv never change; what add resolved is written out, so that
 * decide knows no kind.
 */
struct watch {
	struct span id;
	struct span label;
	struct span group;
	/* the file whose `apply` made it; absent for add */
	struct span managed;
	struct clause *clauses;
	size_t n_clauses;
	struct span objective;
	struct span to;
	enum urgency urgency;
	int64_t created_ms;
	int64_t every_ms;
	/* after news looked at more often, as its kinds allow */
	bool hot;
	int64_t realert_ms;
	int64_t window_ms;
	enum first_rule first;
	/* --for: a condition counts once it has held that long */
	int64_t for_ms;
	/* --floor N: a wake after N quiet looks (N times every_ms); 0 off */
	int64_t floor;
	struct budget budget;
	enum until_kind until;
	int64_t until_at_ms;
	int64_t until_count;
	/* {"when":{NAME:JQ},"changed":JQ,"argv":[...],...}: the kind's own */
	struct json config;
	bool paused;
};

/*
 * A whole document.  Required: version, id, created, clauses (each with its
 * kind), to, every, until.  An unknown member, a wrong unit or word, a number
 * out of range are refused by name.
 */
int watch_parse(
    const struct json *j, struct pool *p, struct watch *ret, struct err *e);

/*
 * A line of `add -` or of a watch list: a document's members but version, id,
 * created, managed, hot and paused; "subject" or "subjects", "kind" and "types" may
 * stand for the clauses.  What lacks is left for `add` to resolve: kind and
 * types absent, to absent, every_ms 0, until 0, a bound -1; subjects are as
 * the user wrote them.
 */
int watch_parse_spec(
    const struct json *j, struct pool *p, struct watch *ret, struct err *e);
/* The document's text, one line, fixed order, "version" first. */
void watch_print(const struct watch *w, struct buf *out);

/* until in a flag's words: "subject_terminal" "never" "at=TIME" "count=N" */
int until_parse(struct span s, struct watch *ret, struct err *e);
/* "wakes=3,errors=5"; what is not named has no bound */
int budget_parse(struct span s, struct budget *ret, struct err *e);
/* {"wakes":3,"errors":5}: what has no bound is left out. */
void budget_print(const struct budget *b, struct buf *out);
const char *first_rule_name(enum first_rule f);

#endif
