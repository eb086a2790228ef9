/* sgt-watch apply - make the watches those of a list */

#include <stdlib.h>

#include "base/clock.h"
#include "cli/watch-table.h"
#include "opened.h"
#include "store/intent.h"
#include "transport/wanted.h"
#include "verbs.h"

static bool dry_run;
static bool prune;

const struct opt apply_opts[] = {
	OPT_FLAG('n', "dry-run", &dry_run, "print the plan, write nothing"),
	OPT_FLAG(0, "prune", &prune, "remove what FILE made and lists no more"),
	OPT_END,
};

int
apply_verb(int argc, char *argv[])
{
	char *file = NULL;
	struct list_wish wish;
	bool good;
	struct home h;
	struct wanted w;
	struct watches ws = { 0 };
	struct plan plan = { 0 };
	struct err e = { 0 };

	if (argc != 1)
		tool_usage("one FILE is what apply takes");
	file = realpath(argv[0], NULL);
	if (file == NULL) {
		(void)err_sys(&e, "cannot open '%s'", argv[0]);
		tool_die(&e);
	}
	open_wanted(&h, &w);
	good = want_lines(&w, argv[0]);
	wish = (struct list_wish){ w.list, w.n, span_of(file), prune, dry_run,
		clock_now_ms() };
	/* half a list is not what anybody wants */
	if (!good) {
		tool_warn_text(STATUS_DATA, "'%s': nothing is done", argv[0]);
	} else if (watches_apply(&h, &wish, &w.pool, &ws, &plan, &e) == -1) {
		tool_warn(&e);
	} else {
		plan_show(plan.items, plan.n, dry_run);
	}
	warn_bad(&ws);
	watches_done(&ws);
	wanted_done(&w);
	home_close(&h);
	free(file);
	return STATUS_OK;
}
