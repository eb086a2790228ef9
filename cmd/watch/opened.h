#ifndef SGT_WATCH_OPENED_H
#define SGT_WATCH_OPENED_H

#include <stdbool.h>

struct home;
struct survey;
struct wanted;
struct watches;

/* What several verbs of sgt-watch open and say alike. */

/* The home and what is wanted in it, or the end; wanted_done, home_close. */
void open_wanted(struct home *h, struct wanted *w);
/*
 * Add the lines of file ("-": stdin) to w.  What is refused is said with its
 * line; false where there was such a line.
 */
bool want_lines(struct wanted *w, const char *file);
/* The home and all there is in it, or the end; survey_done, home_close. */
void open_survey(struct home *h, struct survey *s);
/* Say which documents could not be read. */
void warn_bad(const struct watches *ws);

#endif
