/* sgt-callback fsck - check every file */

#include <stdio.h>

#include "base/json.h"
#include "run.h"
#include "store/callbacks-check.h"
#include "verbs.h"

static void
print_fault(void *arg, const char *task, const char *text)
{
	struct buf *out = tool_scratch();

	(void)arg;
	buf_reset(out);
	if (tool_wants_json()) {
		buf_byte(out, '{');
		json_member_text(out, "task", span_of(task));
		json_member_text(out, "fault", span_of(text));
		buf_text(out, "}\n");
	} else {
		text_clean(out, span_of(task[0] == '\0' ? "fleet" : task));
		buf_text(out, ": ");
		text_clean(out, span_of(text));
		buf_byte(out, '\n');
	}
	(void)fwrite(out->s, 1, out->len, stdout);
	tool_note(STATUS_NO);
}

int
fsck_verb(int argc, char *argv[])
{
	const struct callbacks_check k = { print_fault, NULL };
	struct fleet f = { 0 };
	struct err e = { 0 };

	tool_refuse_operands(argc, argv);
	open_fleet(&f);
	if (callbacks_check(&f, &k, &e) == -1)
		tool_warn(&e);
	fleet_close(&f);
	return STATUS_OK;
}
