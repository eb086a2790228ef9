#ifndef SGT_MODEL_ENTRY_H
#define SGT_MODEL_ENTRY_H

#include <stdint.h>

#include "base/json.h"
#include "base/text.h"
#include "model/level.h"

struct buf;
struct err;
struct pool;
struct words;

/*
 * One named fact in an observation.  DESIGN.md 6.  revision and absence make
 * it a condition, never an occurrence.
 */
enum resets_on {
	RESETS_ON_NONE,
	RESETS_ON_REVISION,
	RESETS_ON_ABSENCE,
	RESETS_ON_NEVER
};

const char *resets_on_name(enum resets_on r);

/* What an entry named in the objective means for it; probe sets it. */
enum outcome {
	OUTCOME_NONE,
	OUTCOME_SUCCESS,
	OUTCOME_BLOCKED
};

const char *outcome_name(enum outcome o);

/* The same two for tables of fields. */
extern const struct words resets_on_words;
extern const struct words outcome_words;

struct entry {
	/* semantic, stable across looks, never a hash of the subject */
	struct span key;
	enum severity severity;
	enum resets_on resets_on;
	struct span type;
	/* absent where the end is told as info of its own type */
	struct span ended_type;
	struct span brief;
	/* {KEY: priority}: the priority if KEY was told on this revision */
	struct json raises;
	/* NONE: what the severity says */
	enum priority priority;
	enum outcome outcome;
	/* the entry's own time where the source tells it; 0 where not */
	int64_t at_ms;
	struct json data;
	/* the entry as it was scanned */
	struct span text;
};

/* Bounds: an observation, its keys and briefs. */
#define ENTRY_KEY_MAX 512
#define ENTRY_BRIEF_MAX 2000
#define ENTRIES_MAX 2000

/*
 * Required: key, severity, resets_on, type.  An unknown member is refused by
 * name.  A brief loses its control characters (they become spaces) and what is
 * over its bound; a key may have none.
 */
int entry_parse(
    const struct json *j, struct pool *p, struct entry *ret, struct err *e);

/* As it was scanned, or member by member where nobody scanned it. */
void entry_print(const struct entry *en, struct buf *out);

#endif
