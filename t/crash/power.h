#ifndef SGT_T_CRASH_POWER_H
#define SGT_T_CRASH_POWER_H

#include <stdbool.h>

/*
 * A file system in an image in memory, mounted: the power fails when the
 * image is copied as it is, and the copy mounted instead.  What was not
 * synced is lost as the journal of that file system loses it.
 * spec/durability.md 2.1: options that hide no missing fsync.
 */
struct power {
	char folder[256];
	/* where it is mounted */
	char mount[256];
	const char *fs;
	/* which of the two images is */
	int image;
};

/* False where it cannot be made or mounted here. */
bool power_begin(struct power *p, const char *folder, const char *fs);
/* All that is there now is safe. */
void power_sync(const struct power *p);
/*
 * Cut.  with_others: another program's fsync commits the journal first, which
 * is when an unsynced rename shows an empty file.
 */
bool power_cut(struct power *p, bool with_others);
void power_end(const struct power *p);

#endif
