#ifndef SGT_WATCH_VERBS_H
#define SGT_WATCH_VERBS_H

#include "cli/tool.h"

/*
 * The verbs of sgt-watch(1), for the table in sgt-watch.c.  Each takes its
 * operands, says what is wrong itself and returns the status to end with.
 */

extern const struct opt add_opts[], status_opts[], apply_opts[], due_opts[];

int add_verb(int argc, char *argv[]);
int list_verb(int argc, char *argv[]);
int show_verb(int argc, char *argv[]);
int status_verb(int argc, char *argv[]);
int rm_verb(int argc, char *argv[]);
int pause_verb(int argc, char *argv[]);
int resume_verb(int argc, char *argv[]);
int apply_verb(int argc, char *argv[]);
int due_verb(int argc, char *argv[]);
/* Does not return: the pipeline takes its place. */
int poll_verb(int argc, char *argv[]);

#endif
