/* what every verb of sgt-journal does: open, act, close */

#include "run.h"

#include "cli/tool.h"
#include "store/home.h"
#include "store/journal.h"

int
run(bool make, int (*act)(struct journal *, char *[], struct err *),
    char *operands[])
{
	struct journal j = { 0 };
	struct home h = { 0 };
	struct err e = { 0 };

	if (home_open(&h, &e) == -1 || journal_open(&h, make, &j, &e) == -1 ||
	    act(&j, operands, &e) == -1)
		tool_warn(&e);
	journal_close(&j);
	home_close(&h);
	return STATUS_OK;
}
