/* what several verbs of sgt-callback open and say alike */

#include "run.h"

#include "cli/tool.h"
#include "store/callbacks-claim.h"

void
want_operands(int argc, char *argv[], const char *const names[])
{
	int i;

	for (i = 0; names[i] != NULL; i++) {
		if (i >= argc)
			tool_usage("%s is missing", names[i]);
	}
	tool_refuse_operands(argc - i, argv + i);
}

void
open_fleet(struct fleet *f)
{
	struct err e = { 0 };

	if (fleet_open(f, &e) == -1)
		tool_die(&e);
}

void
open_rules(struct callback_rules *r)
{
	struct err e = { 0 };

	if (callbacks_rules(r, &e) == -1)
		tool_die(&e);
}

int
with_callbacks(char *argv[], const char *absent,
    int (*act)(struct callbacks *c, char *argv[], struct err *e))
{
	struct callbacks c = { 0 };
	struct fleet f = { 0 };
	struct err e = { 0 };
	int r;

	open_fleet(&f);
	r = callbacks_open(&f, span_of(argv[0]), &c, &e);
	if (r == 0)
		r = act(&c, argv, &e);
	else if (r == 1 && absent != NULL)
		r = err_set(&e, STATUS_CONFIG, "%s", absent);
	if (r == -1)
		tool_warn(&e);
	callbacks_close(&c);
	fleet_close(&f);
	return STATUS_OK;
}

int
find_event(const struct callbacks *c, const char *key, struct callback_item *it,
    struct err *e)
{
	int64_t generation =
	    callback_key_generation(span_of(key), c->origin.correlation);
	int r = generation == 0 ? 1 : callbacks_item(c, generation, it, e);

	if (r == 1)
		return err_set(e, STATUS_USAGE, "callback event not found");
	return r;
}

int
one_event(int argc, char *argv[],
    int (*act)(struct callbacks *c, char *argv[], struct err *e))
{
	static const char *const names[] = { "TASK", "KEY", NULL };
	struct err e = { 0 };

	want_operands(argc, argv, names);
	if (callback_key_check(span_of(argv[1]), &e) == -1)
		tool_die(&e);
	return with_callbacks(
	    argv, "task callback directory does not exist", act);
}
