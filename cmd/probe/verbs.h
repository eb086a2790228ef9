#ifndef SGT_PROBE_VERBS_H
#define SGT_PROBE_VERBS_H

#include "cli/tool.h"

/*
 * The verbs of sgt-probe(1), for the table in sgt-probe.c.  Each takes its
 * operands, says what is wrong itself and returns the status to end with.
 */

extern const struct opt explain_opts[];

int kinds_verb(int argc, char *argv[]);
int check_verb(int argc, char *argv[]);
int explain_verb(int argc, char *argv[]);

#endif
