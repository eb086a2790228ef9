/* sgt-callback show - one event whole */

#include <stdio.h>

#include "base/json.h"
#include "run.h"
#include "verbs.h"

static int
show(struct callbacks *c, char *argv[], struct err *e)
{
	struct callback_item it = { 0 };
	struct buf *out = tool_scratch();
	struct json part;
	int r = find_event(c, argv[1], &it, e);

	if (r == 0) {
		buf_reset(out);
		buf_byte(out, '{');
		json_member_text(out, "task", span_of(c->task));
		if (json_scan(
			it.event_text.s, it.event_text.len, &part, NULL) == 0)
			json_member_json(out, "event", &part);
		if (json_scan(
			it.state_text.s, it.state_text.len, &part, NULL) == 0)
			json_member_json(out, "state", &part);
		buf_text(out, "}\n");
		(void)fwrite(out->s, 1, out->len, stdout);
	}
	callback_item_done(&it);
	return r;
}

int
show_verb(int argc, char *argv[])
{
	return one_event(argc, argv, show);
}
