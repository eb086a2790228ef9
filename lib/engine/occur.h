#ifndef SGT_ENGINE_OCCUR_H
#define SGT_ENGINE_OCCUR_H

struct look;

/*
 * Occurrences: told once, silent at the first look, never again.  Whatever the
 * types, one that reopens the subject does so.  DESIGN.md 6 and 7.
 */
void occur_look(struct look *l);

/* An event that was pushed: one occurrence, or the end of its subject. */
void occur_pushed(struct look *l);

/* What waits in the window from before. */
void occur_held(struct look *l);

/* The entries that end the subject, if there are any not yet told. */
void occur_terminal(struct look *l);

#endif
