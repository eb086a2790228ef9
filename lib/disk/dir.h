#ifndef SGT_DISK_DIR_H
#define SGT_DISK_DIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct err;

/*
 * Folders are descriptors; names in them are checked before they are used,
 * never paths.  Everything is made 0700, opened O_NOFOLLOW|O_CLOEXEC, and
 * must be ours and not group- or world-writable (77).
 */

/* Open folder `name` below `at` (AT_FDCWD and a path for the first one). */
int dir_open(int at, const char *name, struct err *e);
/* The same, made where it is not there (each missing part of a path; each
 * new name is fsynced into its parent). */
int dir_make(int at, const char *path, struct err *e);
int dir_sync(int dir, struct err *e);

/*
 * Names in dir that begin with prefix and end with suffix, sorted by bytes;
 * folders and temporary names (leading '.') are left out.  A link or a pipe is
 * there, for who opens it refuses it: passed over, it would read as lost.  *ret
 * is one allocation of pointers and texts: free() it.
 */
int dir_names(int dir, const char *prefix, const char *suffix, char ***ret,
    size_t *ret_n, struct err *e);
/* Names of real folders in dir that is_name takes, likewise. */
int dir_folders(int dir, bool (*is_name)(struct span name), char ***ret,
    size_t *ret_n, struct err *e);

/* Unlink temporary files left by the dead, last changed before before_ms. */
int dir_sweep(int dir, int64_t before_ms, struct err *e);

/* [A-Za-z0-9][A-Za-z0-9._@:-]{0,127}: fit to be a file's name */
bool dir_name_is_safe(struct span s);

#endif
