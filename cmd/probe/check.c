/* sgt-probe check - whether kinds are sound */

#include <stdio.h>

#include "run.h"
#include "transport/look.h"
#include "verbs.h"

int
check_verb(int argc, char *argv[])
{
	struct run r = { 0 };
	struct err e = { 0 };
	bool found = argc == 0;
	size_t i;

	if (argc > 1)
		tool_refuse_operands(argc - 1, argv + 1);
	run_open(&r, false);
	for (i = 0; i < r.kinds.n; i++) {
		const struct kind *k = &r.kinds.list[i];

		if (argc == 1 && !span_is(k->name, argv[0]))
			continue;
		found = true;
		if (looks_check(r.looks, k, &e) == -1)
			tool_warn(&e);
		else
			(void)printf("%s\n", k->folder.s);
	}
	if (!found)
		tool_warn_text(STATUS_CONFIG, "there is no kind '%s'", argv[0]);
	run_close(&r);
	return STATUS_OK;
}
