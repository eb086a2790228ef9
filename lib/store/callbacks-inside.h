#ifndef SGT_STORE_CALLBACKS_INSIDE_H
#define SGT_STORE_CALLBACKS_INSIDE_H

#include "store/callbacks.h"

/* What the files of callbacks share. */

#define CALLBACKS_NAME_MAX 12

int callbacks_dir(const struct callbacks *c);
int callbacks_events(const struct callbacks *c);
int callbacks_lock(struct callbacks *c, struct err *e);
void callbacks_unlock(struct callbacks *c);

/* "00000001" */
void callbacks_name(char ret[CALLBACKS_NAME_MAX], int64_t generation);

/*
 * The last generation that the sequence file counts; 0 where it is not there
 * or says nothing that can be read.
 */
int64_t callbacks_sequence(const struct callbacks *c);

#endif
