#ifndef SGT_STORE_JOURNAL_IDS_H
#define SGT_STORE_JOURNAL_IDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/boot.h"

struct err;

/*
 * journal/ids: a hash table on disk from 64-bit hashes to the seq of the line
 * where they occur.  It is never synced: it counts for the boot (and device)
 * that wrote it, as the page cache is then whole whatever was killed, and is
 * made anew from the journal otherwise.  It may lag the journal, and never
 * leads it: slots are written after the lines they name are durable, the header
 * after its slots.  All of it under locks/journal.  A hit is only a hint: the
 * line decides.
 *
 * Format: struct ids_header (152 bytes), then `size` slots of 16 bytes {hash,
 * seq}, hash 0 free, linear probing; integers as the machine has them.
 */
#define IDS_NAME "ids"

struct ids_header {
	char magic[8];
	char boot[BOOT_ID_MAX];
	char store[40];
	int64_t epoch;
	/* the last seq whose hashes are all in */
	int64_t seq;
	int64_t used;
	int64_t size;
	/* of the journal's folder: a copy on another device is not believed */
	uint64_t dev;
	uint64_t unused[2];
	uint32_t crc;
	uint32_t unused_too;
};

struct ids_slot {
	uint64_t hash;
	int64_t seq;
};

struct ids {
	/* borrowed: the journal's folder */
	int dir;
	struct ids_header header;
	/* descriptor + 1 and mapping of the file; or the image it will have */
	int held;
	void *map;
	char *image;
	size_t len;
	/* slots of lines before it are dropped when the table grows */
	int64_t first_seq;
};

/*
 * Look at the file again: valid for this store, epoch and boot, and not ahead
 * of seq `last`, else a table of nothing in memory.
 */
int ids_refresh(struct ids *ids, int dir, const char *store, int64_t epoch,
    int64_t last, struct err *e);

/* The n-th (from 0) seq with that hash; 0 where there are no more. */
int64_t ids_find(const struct ids *ids, uint64_t hash, size_t n);

void ids_add(struct ids *ids, uint64_t hash, int64_t seq);
/* Everything up to seq is in. */
int ids_commit(struct ids *ids, int64_t seq, struct err *e);
void ids_close(struct ids *ids);

#endif
