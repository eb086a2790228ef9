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
 * The folder of an event: close(2) it; CALLBACKS_NO_EVENT where there is none,
 * -1.  Then what is in it: 0, -1; the state alone leaves the event as it was.
 */
#define CALLBACKS_NO_EVENT (-2)
int callbacks_open_event(
    const struct callbacks *c, int64_t generation, struct err *e);
int callbacks_read(const struct callbacks *c, int dir, int64_t generation,
    bool state_alone, struct callback_item *ret, struct err *e);

/*
 * The last generation that the sequence file counts; 0 where it is not there
 * or says nothing that can be read.
 */
int64_t callbacks_sequence(const struct callbacks *c);

/* callbacks-index-file.c: all rows up to the first that is none. */
bool callbacks_index_read(struct callbacks *c);
void callbacks_index_rewrite(struct callbacks *c);
/* Row i, with its checksum. */
void callbacks_index_write(struct callbacks *c, size_t i);

#endif
