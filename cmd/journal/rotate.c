/* sgt-journal rotate - let go of what is old */

#include "base/clock.h"
#include "run.h"
#include "store/retention.h"
#include "verbs.h"

static int
rotate(struct journal *j, char *files[], struct err *e)
{
	(void)files;
	return retention_run(j, clock_now_ms(), e);
}

int
rotate_verb(int argc, char *argv[])
{
	tool_refuse_operands(argc, argv);
	return run(true, rotate, argv);
}
