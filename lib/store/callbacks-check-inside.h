#ifndef SGT_STORE_CALLBACKS_CHECK_INSIDE_H
#define SGT_STORE_CALLBACKS_CHECK_INSIDE_H

#include <stdbool.h>

struct callbacks_check;
struct err;
struct fleet;

/* What the files of callbacks-check share. */

void check_fault(const struct callbacks_check *k, const char *task,
    const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Names in a folder that are none of the protocol's. */
void check_names(const struct callbacks_check *k, const char *task, int dir,
    const char *where, bool (*is_legal)(const char *name));

/* The fleet's own: the registry and the transactions. */
int check_fleet(
    const struct callbacks_check *k, const struct fleet *f, struct err *e);

#endif
