#ifndef SGT_CALLBACK_VERBS_H
#define SGT_CALLBACK_VERBS_H

#include "cli/tool.h"

/*
 * The verbs of sgt-callback(1), for the table in sgt-callback.c.  Each takes
 * its operands, says what is wrong itself and returns the status to end with.
 */

extern const struct opt drain_opts[];

int register_verb(int argc, char *argv[]);
int validate_origin_verb(int argc, char *argv[]);
int enqueue_verb(int argc, char *argv[]);
int sync_verb(int argc, char *argv[]);
int drain_verb(int argc, char *argv[]);
int check_acked_verb(int argc, char *argv[]);
int retry_verb(int argc, char *argv[]);
int unseal_verb(int argc, char *argv[]);
int list_verb(int argc, char *argv[]);
int show_verb(int argc, char *argv[]);
int explain_verb(int argc, char *argv[]);
int fsck_verb(int argc, char *argv[]);

#endif
