#ifndef SGT_STORE_INBOXES_INSIDE_H
#define SGT_STORE_INBOXES_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "disk/cursor.h"
#include "engine/inbox.h"
#include "store/index.h"

struct err;

/* One party's inbox while it is folded. */
struct box {
	struct inbox in;
	/* its seq as the cursor has it; 0 where it has none */
	int64_t recorded;
	bool loaded;
	bool changed;
};

/* All of them: what inboxes.c folds and inboxes-file.c keeps. */
struct boxes {
	/* the folder inbox/ */
	int dir;
	struct box *list;
	size_t n;
	size_t cap;
	struct index table;
	/* up to where they are folded */
	struct cursor at;
};

/* Found or made, not loaded; NULL for what is too long. */
struct box *boxes_get(struct boxes *b, struct span party);

/*
 * The cursor, and what is recorded of each box.  1 where there is none that
 * can be used: fold anew.
 */
int boxes_load_cursor(struct boxes *b, struct err *e);
/* The box's view, or an empty inbox where none was recorded.  1: fold anew. */
int boxes_load_view(struct boxes *b, struct box *box, struct err *e);
/*
 * Changed views, then the cursor; a failure leaves the older ones.  1: one of
 * another version was set aside, and e says so.
 */
int boxes_save_views(struct boxes *b, struct err *e);

/* The newest snapshot: all boxes loaded.  Nothing where there is none. */
int boxes_load_snapshot(struct boxes *b, struct err *e);
int boxes_save_snapshot(struct boxes *b, struct err *e);

#endif
