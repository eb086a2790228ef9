#ifndef SGT_STORE_FLEET_H
#define SGT_STORE_FLEET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json.h"
#include "base/text.h"

struct buf;
struct err;

/*
 * The fleet on disk: SERGEANT_FLEET, a folder a task in it.  Folders are
 * descriptors; every one is real, ours, and (a task's own aside) not writable
 * by others, checked on the descriptor that is then used (77).  Document 002,
 * spec/callback.md 1.
 */
struct fleet {
	/* descriptor + 1; 0: it is not open */
	int root_held;
	char path[4096];
};

#define FLEET_JSON_MAX 16384

/* It is never made here: 78 where it is not there. */
int fleet_open(struct fleet *ret, struct err *e);
void fleet_close(struct fleet *f);
int fleet_root(const struct fleet *f);

/*
 * The folder of a task; close(2) it.  64 for an invalid name, 78 where there is
 * none ("task directory does not exist").  Others may write a task's folder,
 * nothing that is read from it without a check of its own.
 */
int fleet_task(const struct fleet *f, struct span task, struct err *e);

/*
 * The names, sorted by bytes, of real folders in dir that task_name_is: of the
 * fleet its tasks, of a task its repositories.  *ret is one allocation of
 * pointers and texts: free() it.
 */
int fleet_names(int dir, char ***ret, size_t *ret_n, struct err *e);

/*
 * A folder 0700 whatever the umask, made where it is not there, durable in its
 * parent if `durable`; close(2) it.
 */
int fleet_make(int dir, const char *name, bool durable, struct err *e);

/*
 * One of the protocol's documents: regular, no link, ours, exactly 0600, at
 * most FLEET_JSON_MAX bytes, strict JSON, an object.  *ret is a span of text.
 * 1 where it is not there; 77, or 78 for what it holds.
 */
int fleet_read(int dir, const char *name, struct buf *text, struct json *ret,
    struct err *e);
/*
 * Text that a worker wrote: regular, no link, ours, any mode; at most max bytes
 * are read.  1 where it is not there.
 */
int fleet_read_text(
    int dir, const char *name, size_t max, struct buf *text, struct err *e);

/*
 * Write one, 0600: temp in the same folder, (fsync,) rename, (fsync of the
 * folder).  For who holds the lock of dir: the temp has one name, .NAME.tmp-,
 * so that the dead leave one at most.  without `durable` nothing is synced.
 */
int fleet_put(
    int dir, const char *name, struct span text, bool durable, struct err *e);

#endif
