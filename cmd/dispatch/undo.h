#ifndef SGT_DISPATCH_UNDO_H
#define SGT_DISPATCH_UNDO_H

#include <stdbool.h>

#include "store/projects.h"

struct dispatch;
struct err;
struct mutation;

/* One undoing of an attempt: undo.c goes through what was noted. */
struct undo {
	const struct dispatch *d;
	/* of the attempt that is undone */
	struct project project;
	bool gone_is_fine;
};

/* A task that was taken, or has told its origin something, is no attempt: -1. */
int undo_check(const struct dispatch *d, struct err *e);
/* Undo one; what is undone already is no error. */
int undo_one(const struct undo *u, const struct mutation *m, struct err *e);
/* external.c */
int
undo_external(const struct undo *u, const struct mutation *m, struct err *e);
/* The repository it was made in; NULL where its project does not name it. */
const struct repo *
undo_repo(const struct undo *u, const struct mutation *m, struct err *e);

#endif
