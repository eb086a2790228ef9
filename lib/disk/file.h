#ifndef SGT_DISK_FILE_H
#define SGT_DISK_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct buf;
struct err;

/*
 * Whole small files.  Regular, ours, not writable by others, no link, checked
 * on the descriptor that is then read (77).
 */

/* Read all of it, at most max bytes.  1 where it is not there. */
int file_read(
    int dir, const char *name, size_t max, struct buf *ret, struct err *e);

/*
 * Temp in the same folder, write, (fsync,) rename, (fsync of the folder):
 * `durable` is false only for what may be lost (views, schedule).  On failure
 * the old file is as it was and no temp is left.  spec/durability.md 2.2 rule
 * 1.
 */
int file_replace(
    int dir, const char *name, struct span text, bool durable, struct err *e);

/*
 * Create, never replace: temp, write, fsync, link, unlink, fsync of the
 * folder.  1 where the name is already there (the old file stays).
 */
int file_create(int dir, const char *name, struct span text, struct err *e);

/* Unlink, then fsync of the folder.  1 where it is not there. */
int file_remove(int dir, const char *name, struct err *e);

/*
 * The pieces of the above, for who commits several files at once: a temporary
 * file for `name` in dir with the text in it, not yet synced.  Its name begins
 * with '.' and holds FILE_TEMP.  Returns the descriptor.
 */
#define FILE_TEMP ".tmp-"
#define FILE_TEMP_MAX 192
int file_temp(int dir, const char *name, struct span text,
    char ret_temp[FILE_TEMP_MAX], struct err *e);

/* fsync, fdatasync: whatever the reason, failure is 74 and final. */
int file_sync(int fd, const char *name, struct err *e);
int file_datasync(int fd, const char *name, struct err *e);

/* write(2) until all is out; short writes and EINTR go on. */
int file_write_all(
    int fd, const char *s, size_t len, const char *name, struct err *e);

#endif
