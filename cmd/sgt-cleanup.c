/* sgt-cleanup - end a task whose work is done and whose origin knows */

#include "base/err.h"
#include "cleanup/cleanup.h"
#include "cli/tool.h"
#include "model/task.h"

static const struct tool tool = {
	.name = "sgt-cleanup",
	.brief = "end a task whose work is done and whose origin knows",
	.synopsis = "TASK",
	.commits = true,
};

int
main(int argc, char *argv[])
{
	struct cleanup c = { .task = NULL };
	struct err e = { 0 };
	int r;

	tool_start(&tool, &argc, &argv);
	if (argc != 1)
		tool_usage("one task, no more and no less");
	if (task_name_check(span_of(argv[0]), &e) == -1)
		tool_usage("%s", e.text);
	c.task = argv[0];
	r = cleanup_open(&c, &e);
	if (r == 1 && !tool_is_quiet())
		tool_warn_text(STATUS_OK, "task already cleaned up");
	if (r == 0 && !c.is_over)
		r = cleanup_look(&c, &e);
	if (r == 0)
		r = cleanup_remove(&c, &e);
	cleanup_close(&c);
	if (r == -1)
		tool_warn(&e);
	else if (r == 0 && !tool_is_quiet())
		puts("Done.");
	return tool_end(STATUS_OK);
}
