/* sgt-watch poll - look, judge and tell now */

#include <signal.h>
#include <unistd.h>

#include "cli/service.h"
#include "store/home.h"
#include "store/intent.h"
#include "verbs.h"

/* The pipeline once, over what is due or not: it takes the tick's own way. */
int
poll_verb(int argc, char *argv[])
{
	char path[4096];
	char id[] = "--id";
	char every[] = "--all";
	char *arguments[] = { path, argc == 0 ? every : id,
		argc == 0 ? NULL : argv[0], NULL };
	struct home h;
	struct watches ws;
	struct watch *w;
	struct err e = { 0 };

	if (argc > 1)
		tool_usage("poll takes one ID or LABEL");
	if (home_open(&h, &e) == -1 || watches_load(&h, &ws, &e) == -1 ||
	    (argc == 1 && watches_named(&ws, argv[0], &w, &e) == -1) ||
	    home_tick_path(path, &e) == -1)
		tool_die(&e);
	watches_done(&ws);
	home_close(&h);
	service_find_own();
	/* a filter of the pipeline dies of a broken pipe, as from a shell */
	(void)signal(SIGPIPE, SIG_DFL);
	(void)execv(path, arguments);
	(void)err_sys(&e, "cannot run '%s'", path);
	tool_die(&e);
}
