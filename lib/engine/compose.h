#ifndef SGT_ENGINE_COMPOSE_H
#define SGT_ENGINE_COMPOSE_H

#include <stddef.h>

#include "engine/look.h"

/*
 * The texts of what is told: summaries, data, envelopes.  DESIGN.md 5.
 */

/* How many briefs are spelled out, and how much of each. */
#define COMPOSE_BRIEFS 8
#define COMPOSE_BRIEF_MAX 400
/* under EVENT_ATTRIBUTE_MAX, with room for the last words */
#define COMPOSE_SUMMARY_MAX 4000
/* of an event's entries; JSON_LINE_MAX must hold the line and its evidence */
#define COMPOSE_DATA_MAX 131072

/* "acme/widgets#7: CI / build failed; 2 conflicts (+3 more)" */
struct span
compose_summary(struct look *l, const struct news *n, size_t n_news);

/* The verdict's: the same over all its news, with the revision's first 7. */
struct span
compose_verdict(struct look *l, const struct news *n, size_t n_news);

/*
 * {"revision":...,"entries":[{"key","brief",...}]}, for flapping
 * {"key","percent"}
 */
struct json compose_data(struct look *l, const struct news *n, size_t n_news);

/* What every event of decide's own making has. */
struct event compose_event(
    struct look *l, struct span type, struct span subject, int64_t time_ms);

/* Text with control characters as spaces, cut at a character's end. */
void compose_clean(struct buf *out, struct span s, size_t max);

/* A JSON value out of l->text. */
struct json compose_json(struct look *l, enum json_type type);

#endif
