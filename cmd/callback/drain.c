/* sgt-callback drain - try what is due */

#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/mem.h"
#include "courier.h"
#include "profile.h"
#include "run.h"
#include "verbs.h"

static bool all;

const struct opt drain_opts[] = {
	OPT_FLAG('a', "all", &all, "every task that has an origin"),
	OPT_END,
};

static void
print_figures(const struct delivery *d)
{
	struct buf *line = tool_scratch();

	buf_reset(line);
	buf_byte(line, '{');
	json_member_int(line, "acknowledged", d->acknowledged);
	json_member_int(line, "attempted", d->attempted);
	json_member_int(line, "pending", d->pending);
	buf_text(line, "}\n");
	(void)fwrite(line->s, 1, line->len, stdout);
}

/* Whose callbacks are looked at: names that live as long as this. */
static void
drain(const struct fleet *f, char **names, size_t n)
{
	struct delivery *list = mem_new(n * sizeof(*list));
	struct callback_rules rules;
	size_t i;

	/* all settings before any claim */
	open_rules(&rules);
	for (i = 0; i < n; i++) {
		list[i].task = names[i];
		list[i].left = rules.events;
		list[i].walk.rules = &rules;
		list[i].walk.say = tool_warn;
	}
	courier_run(list, n, f);
	for (i = 0; i < n; i++) {
		if (list[i].found == 0)
			print_figures(&list[i]);
		else if (!all && list[i].found == 1)
			tool_warn_text(STATUS_CONFIG,
			    "task callback directory does not exist");
		delivery_done(&list[i]);
	}
	free(list);
	profile_done();
}

int
drain_verb(int argc, char *argv[])
{
	static const char *const names[] = { "TASK", NULL };
	struct fleet f = { 0 };
	struct err e = { 0 };
	char **tasks;
	size_t n;

	if (all)
		tool_refuse_operands(argc, argv);
	else
		want_operands(argc, argv, names);
	open_fleet(&f);
	if (!all) {
		drain(&f, argv, 1);
	} else if (fleet_names(fleet_root(&f), &tasks, &n, &e) == -1) {
		tool_warn(&e);
	} else {
		drain(&f, tasks, n);
		free(tasks);
	}
	fleet_close(&f);
	return STATUS_OK;
}
