#ifndef SGT_ENGINE_WINDOW_H
#define SGT_ENGINE_WINDOW_H

struct look;

/*
 * DESIGN.md 7, step 5: which of the news are told now (admitted), and which
 * wait, each with its own age.  Opens the window where something is told that
 * waited for none; keeps in held[] what may not be seen again.
 */
void window_admit(struct look *l);

/* At an end of the subject nothing waits. */
void window_admit_all(struct look *l);

#endif
