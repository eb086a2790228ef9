/* sgt-watch add - watch something */

#include "base/clock.h"
#include "cli/watch-flags.h"
#include "cli/watch-table.h"
#include "opened.h"
#include "store/intent.h"
#include "transport/wanted.h"
#include "verbs.h"

static struct watch_flags flags;

const struct opt add_opts[] = {
	WATCH_FLAGS_OPTIONS(flags),
	OPT_END,
};

/* A refusal of what stands on the command line is a usage error. */
static void
want_flags(struct wanted *w, int n, int argc, char *argv[])
{
	struct buf spec = { 0 };
	struct err e = { 0 };

	if (watch_flags_print(&flags, argv, n, argv + n, argc - n, &spec, &e) ==
		-1 ||
	    wanted_add(w, buf_as_span(&spec), &e) == -1) {
		if (e.status == STATUS_DATA)
			e.status = STATUS_USAGE;
		tool_warn(&e);
	}
	buf_done(&spec);
}

int
add_verb(int argc, char *argv[])
{
	static const struct watch_flags none;
	int n = tool_operands_before_dashes();
	struct home h;
	struct wanted w;
	struct watches ws = { 0 };
	struct err e = { 0 };

	if (n == 0)
		tool_usage("a subject is missing");
	if (n > 1 || strcmp(argv[0], "-") != 0) {
		open_wanted(&h, &w);
		want_flags(&w, n, argc, argv);
	} else if (argc > 1 || memcmp(&flags, &none, sizeof(none)) != 0) {
		tool_usage("'add -' takes everything from stdin");
	} else {
		open_wanted(&h, &w);
		(void)want_lines(&w, "-");
	}
	if (w.n > 0 &&
	    watches_add(&h, w.list, w.n, clock_now_ms(), &w.pool, &ws, &e) ==
		-1) {
		tool_warn(&e);
	} else {
		watches_show(w.list, w.n);
		watches_say_prefixes(w.list, w.n);
	}
	warn_bad(&ws);
	watches_done(&ws);
	wanted_done(&w);
	home_close(&h);
	return STATUS_OK;
}
