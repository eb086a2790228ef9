/* sgt-callback retry, check-acked, unseal - what an operator decides by */

#include "base/clock.h"
#include "run.h"
#include "store/callbacks-claim.h"
#include "verbs.h"

static struct callback_rules rules;

static int
retry(struct callbacks *c, char *argv[], struct err *e)
{
	return callbacks_retry(c, span_of(argv[1]), &rules, clock_now_ms(), e);
}

int
retry_verb(int argc, char *argv[])
{
	static const char *const names[] = { "TASK", "KEY", NULL };
	struct err e = { 0 };

	want_operands(argc, argv, names);
	if (callback_key_check(span_of(argv[1]), &e) == -1)
		tool_die(&e);
	open_rules(&rules);
	return with_callbacks(
	    argv, "task callback directory does not exist", retry);
}

static int
check_acked(struct callbacks *c, char *argv[], struct err *e)
{
	size_t left = 0;

	(void)argv;
	if (callbacks_unacknowledged(c, tool_warn, &left, e) == -1)
		return -1;
	if (left > 0)
		tool_warn_text(STATUS_NO,
		    "unacknowledged callback events remain: %zu", left);
	return 0;
}

int
check_acked_verb(int argc, char *argv[])
{
	static const char *const names[] = { "TASK", NULL };

	want_operands(argc, argv, names);
	return with_callbacks(argv, NULL, check_acked);
}

static int
unseal(struct callbacks *c, char *argv[], struct err *e)
{
	(void)argv;
	return callbacks_unseal(c, e);
}

int
unseal_verb(int argc, char *argv[])
{
	static const char *const names[] = { "TASK", NULL };

	want_operands(argc, argv, names);
	return with_callbacks(
	    argv, "task callback directory does not exist", unseal);
}
