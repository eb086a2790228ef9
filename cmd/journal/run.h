#ifndef SGT_JOURNAL_RUN_H
#define SGT_JOURNAL_RUN_H

#include <stdbool.h>

struct err;
struct journal;

/*
 * Open the journal (make: where there is none, too), act on it, close it; what
 * fails is said.  Returns the status to end with.
 */
int run(bool make, int (*act)(struct journal *, char *[], struct err *),
    char *operands[]);

#endif
