#ifndef SGT_MODEL_TASK_H
#define SGT_MODEL_TASK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct err;

/*
 * Names of the fleet: a task's folder, and in it one for each repository.
 * Both [A-Za-z0-9][A-Za-z0-9._-]{0,127}: spec/callback.md 1.
 */
#define TASK_NAME_MAX 128

/* Is it fit to be a task's or a repository's name? */
bool task_name_is(struct span s);
/* The same, refused with 64: "invalid task ID". */
int task_name_check(struct span s, struct err *e);

/* Is there a run of exactly 17 to 20 digits in it, as platforms number with? */
bool task_has_platform_id(struct span s);

/*
 * What a repository's status file says, white space around it left out.
 * Anything else than these (also "failed" alone) is working on.
 */
enum task_status {
	TASK_WORKING,
	TASK_NEEDS_INPUT,
	TASK_BLOCKED,
	TASK_FAILED,
	TASK_DONE
};

/* ret_reason: what follows "failed:", without white space around; or absent. */
enum task_status task_status_of(struct span s, struct span *ret_reason);

/* Without white space (ASCII's) at both ends. */
struct span task_strip(struct span s);

#endif
