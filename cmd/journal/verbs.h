#ifndef SGT_JOURNAL_VERBS_H
#define SGT_JOURNAL_VERBS_H

#include "cli/tool.h"

/*
 * The verbs of sgt-journal(1), for the table in sgt-journal.c.  Each takes its
 * operands, says what is wrong itself and returns the status to end with.
 */

extern const struct opt append_opts[], read_opts[], verify_opts[];

int append_verb(int argc, char *argv[]);
int read_verb(int argc, char *argv[]);
int tail_verb(int argc, char *argv[]);
int verify_verb(int argc, char *argv[]);
int rotate_verb(int argc, char *argv[]);

#endif
