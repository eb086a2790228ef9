/* sgt-callback register, validate-origin - who is told of a task */

#include "profile.h"
#include "run.h"
#include "store/origins.h"
#include "verbs.h"

/* The names, and that there is such an executable to be trusted. */
static void
check_origin(const struct origin *o)
{
	struct err e = { 0 };

	if (origin_check(o->profile, o->correlation, &e) == -1 ||
	    profile_check(o->profile, &e) == -1)
		tool_die(&e);
}

int
register_verb(int argc, char *argv[])
{
	static const char *const names[] = { "TASK", "PROFILE", "CORRELATION",
		NULL };
	struct origin o;
	struct fleet f = { 0 };
	struct err e = { 0 };

	want_operands(argc, argv, names);
	o = (struct origin){ span_of(argv[1]), span_of(argv[2]) };
	if (task_name_check(span_of(argv[0]), &e) == -1)
		tool_die(&e);
	check_origin(&o);
	open_fleet(&f);
	if (origins_register(&f, span_of(argv[0]), &o, ORIGIN_CALLBACK, &e) ==
	    -1)
		tool_warn(&e);
	fleet_close(&f);
	return STATUS_OK;
}

int
validate_origin_verb(int argc, char *argv[])
{
	static const char *const names[] = { "PROFILE", "CORRELATION", NULL };
	struct origin o;

	want_operands(argc, argv, names);
	o = (struct origin){ span_of(argv[0]), span_of(argv[1]) };
	check_origin(&o);
	return STATUS_OK;
}
