#ifndef SGT_ENGINE_TAKE_H
#define SGT_ENGINE_TAKE_H

struct fact;
struct look;

/* What a fact says before anything is judged, and what of it is kept. */

/* The line: whose clause it falls under, when it was, how good a look it is. */
void take_fact(struct look *l, const struct fact *f);

/* The entries by key, each once: their order in the line means nothing. */
void take_entries(struct look *l);

/* What the subject is at.  A new revision is judged by mask_conditions. */
void take_revision(struct look *l);

void take_cursor(struct look *l);

/* The first complete look is behind us. */
void take_looked(struct look *l);

#endif
