#ifndef SGT_CALLBACK_RUN_H
#define SGT_CALLBACK_RUN_H

#include "store/callbacks.h"
#include "store/fleet.h"

struct callback_rules;
struct err;

/* What several verbs of sgt-callback open and say alike. */

/* Exactly so many operands, or the end (64). */
void want_operands(int argc, char *argv[], const char *const names[]);

/* The fleet and the settings, or the end. */
void open_fleet(struct fleet *f);
void open_rules(struct callback_rules *r);

/*
 * Open a task's callbacks, act, close; what fails is said.  Where the task has
 * no origin act is not called: `absent` is said (78), or where that is NULL
 * nothing.  Returns the status to end with.
 */
int with_callbacks(char *argv[], const char *absent,
    int (*act)(struct callbacks *c, char *argv[], struct err *e));

/* The event that a key names: 0; 64 where there is none, 77, 78. */
int find_event(const struct callbacks *c, const char *key,
    struct callback_item *it, struct err *e);
/* with_callbacks for operands TASK and KEY. */
int one_event(int argc, char *argv[],
    int (*act)(struct callbacks *c, char *argv[], struct err *e));

#endif
