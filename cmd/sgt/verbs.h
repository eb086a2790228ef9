#ifndef SGT_SGT_VERBS_H
#define SGT_SGT_VERBS_H

/* The verb of sgt(1) that is no program of its own. */
int status_verb(int argc, char *argv[]);

#endif
