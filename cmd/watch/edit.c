/* sgt-watch rm, pause, resume - change the watches that are named */

#include <stdlib.h>

#include "base/mem.h"
#include "cli/watch-table.h"
#include "opened.h"
#include "store/intent.h"
#include "verbs.h"

static int
edit(enum edit_kind kind, int argc, char *argv[])
{
	struct edit *edits = mem_new((size_t)argc * sizeof(*edits));
	struct watches ws = { 0 };
	struct home h;
	struct err e = { 0 };
	int i;

	if (argc == 0)
		tool_usage("an ID or LABEL is missing");
	for (i = 0; i < argc; i++)
		edits[i].name = argv[i];
	if (home_open(&h, &e) == -1)
		tool_die(&e);
	if (watches_edit(&h, kind, edits, (size_t)argc, &ws, &e) == -1)
		tool_warn(&e);
	for (i = 0; e.status == STATUS_OK && i < argc; i++) {
		if (edits[i].watch == NULL)
			tool_warn(&edits[i].err);
		else
			watches_show(edits[i].watch, 1);
	}
	warn_bad(&ws);
	watches_done(&ws);
	free(edits);
	home_close(&h);
	return STATUS_OK;
}

int
rm_verb(int argc, char *argv[])
{
	return edit(EDIT_REMOVE, argc, argv);
}

int
pause_verb(int argc, char *argv[])
{
	return edit(EDIT_PAUSE, argc, argv);
}

int
resume_verb(int argc, char *argv[])
{
	return edit(EDIT_RESUME, argc, argv);
}
