/* sgt-probe kinds - what can be looked at */

#include "cli/events.h"
#include "cli/table.h"
#include "run.h"
#include "verbs.h"

int
kinds_verb(int argc, char *argv[])
{
	static const char *const heads[] = { "KIND", "SUBJECT", "FOLDER" };
	struct run r = { 0 };
	struct table *t;
	struct buf line = { 0 };
	size_t i;

	tool_refuse_operands(argc, argv);
	run_open(&r, false);
	t = tool_wants_json() ? NULL : table_new(heads, 3);
	for (i = 0; i < r.kinds.n; i++) {
		const struct kind *k = &r.kinds.list[i];

		buf_reset(&line);
		kind_print(k, &line);
		if (t == NULL) {
			event_emit_text(buf_as_span(&line));
			continue;
		}
		table_cell(t, k->name);
		table_cell(t, k->form.s != NULL ? k->form : k->scheme);
		table_cell(t, k->folder);
	}
	if (t != NULL)
		table_print_free(t);
	buf_done(&line);
	run_close(&r);
	return STATUS_OK;
}
