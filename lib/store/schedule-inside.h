#ifndef SGT_STORE_SCHEDULE_INSIDE_H
#define SGT_STORE_SCHEDULE_INSIDE_H

#include <sys/stat.h>

#include "base/boot.h"
#include "base/buf.h"
#include "base/pool.h"
#include "store/index.h"
#include "store/schedule.h"

/* What schedule.c and schedule-file.c share. */

struct schedule_slot {
	struct span watch;
	struct span subject;
	struct row row;
	/* when the look began that made the row */
	int64_t began_ms;
	/* the earliest next look a member asked for; 0 none */
	int64_t member_next_ms;
	/* until when what a member said keeps it hot */
	int64_t member_hot_ms;
	/* put since the last save */
	bool dirty;
};

struct schedule {
	struct schedule_slot *slots;
	size_t n_slots, cap_slots;
	struct index index;
	struct way_state *ways;
	size_t n_ways, cap_ways;
	bool dirty;
	/* the file as last read or written */
	struct stat file;
	char boot[BOOT_ID_MAX];
	struct pool texts;
};

struct schedule_slot *
schedule_slot(struct schedule *s, struct span watch, struct span subject);

#endif
