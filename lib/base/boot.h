#ifndef SGT_BASE_BOOT_H
#define SGT_BASE_BOOT_H

/*
 * What the kernel calls this boot: a page cache, a process's start and a
 * schedule count for one alone.  36 characters, NUL to the end; empty where it
 * cannot be had.
 */
#define BOOT_ID_MAX 40
void boot_id(char ret[BOOT_ID_MAX]);

#endif
