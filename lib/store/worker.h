#ifndef SGT_STORE_WORKER_H
#define SGT_STORE_WORKER_H

#include "base/buf.h"
#include "base/text.h"
#include "model/callback.h"
#include "model/payload.h"

struct err;

/* The files in which a worker speaks, and what they are called where. */
enum worker_file {
	WORKER_MESSAGE,
	WORKER_RESULT,
	WORKER_GATE,
	/* what it says of the others: written last */
	WORKER_STATUS,
	WORKER_FILES
};
enum worker_place {
	WORKER_IN_TREE,
	WORKER_IN_FLEET
};
const char *worker_file_name(enum worker_file f, enum worker_place p);

/*
 * What the worker in one of a task's repositories says of itself: in its
 * worktree, or where there is none (any more) in the fleet's own folder of the
 * repository.  Document 002, Produce Events; spec/callback.md 1 (sync reads).
 */
struct worker_report {
	enum callback_type type;
	/* "auto-" and a SHA-256 of repository, type and gate or "terminal" */
	char source[80];
	/* the text itself, or where a rule refuses it a substitute for it */
	struct span payload;
	enum payload_rule rule;
	/* what the payload stands in: ".sergeant-message" */
	const char *file;
	/* what payload points into */
	struct buf text;
};

/*
 * task_dir: the opened folder of task.  0: something to tell; 1: nothing, or
 * nothing yet (a message or a result that is missing or empty).  -1: 77 a file
 * or folder is a link, another's, or not what it should be; 65 it says nothing
 * that can be read.
 */
int worker_read(int task_dir, const char *task, const char *repository,
    struct worker_report *ret, struct err *e);
void worker_report_done(struct worker_report *r);

#endif
