#ifndef SGT_DISK_TREE_H
#define SGT_DISK_TREE_H

struct err;

/*
 * Remove a folder and all below it, following no link and leaving no file
 * system; whose files they are does not matter.  1 where it is not there.
 */
int tree_remove(int at, const char *name, struct err *e);

#endif
