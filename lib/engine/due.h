#ifndef SGT_ENGINE_DUE_H
#define SGT_ENGINE_DUE_H

#include "model/state.h"

struct look;
struct watch;

/*
 * The schedule row after this look.  DESIGN.md 6, Errors; 7, Schedule.
 */

/* Nothing will ever be due: the last stamp there is. */
#define DUE_NEVER 253402300799999

/* A closed subject of a watch that goes on. */
#define DUE_CLOSED_MS 3600000

/*
 * A hot watch: so often for so long after news.  Document 000, the poll loop.
 */
#define DUE_HOT_EVERY_MS 15000
#define DUE_HOT_MS 600000

/* Is it looked at so often now? */
bool due_is_hot(const struct watch *w, const struct row *r, int64_t now_ms);

/* How many equal looks say that a subject is at fault. */
#define DUE_SUBJECT_LOOKS 3

/* Count this look's error, or forget the streak; the end it calls for. */
enum end_why due_count(struct look *l);

/* When to look again. */
void due_reckon(struct look *l);

#endif
