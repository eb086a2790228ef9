#ifndef SGT_MODEL_DUE_LINE_H
#define SGT_MODEL_DUE_LINE_H

#include <stdint.h>

#include "base/id.h"
#include "base/text.h"

struct buf;

#define DUE_LINE_TYPE "sergeant.watch.due"

/* The line that asks for a look.  DESIGN.md 5, sgt-events(7). */
struct due_line {
	char id[ID_MAX];
	struct span subject;
	/* absent: for nobody in particular */
	struct span watch;
	int64_t time_ms;
};

/* All up to its data: the caller adds that member and the last brace. */
void due_line_print(const struct due_line *d, struct buf *out);

#endif
