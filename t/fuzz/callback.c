/* Any bytes as what a fleet holds: what is accepted prints, and reads the same;
 * a payload that is taken is taken again, and a substitute always is. */

#include <stdint.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/pool.h"
#include "model/callback-state.h"
#include "model/callback.h"
#include "model/origin.h"
#include "model/payload.h"

int LLVMFuzzerTestOneInput(const uint8_t *s, size_t len);

static void
read_document(const struct json *j)
{
	struct buf first = { 0 }, second = { 0 };
	struct callback_state state;
	struct callback_event ev;
	struct origin origin;
	struct pool pool = { 0 };
	struct json again;

	if (callback_event_parse(j, &pool, &ev, NULL) == 0) {
		callback_event_print(&ev, &first);
		if (json_scan(first.s, first.len, &again, NULL) == -1 ||
		    callback_event_parse(&again, &pool, &ev, NULL) == -1)
			abort();
		callback_event_print(&ev, &second);
	} else if (callback_state_parse(j, &state, NULL) == 0) {
		callback_state_print(&state, &first);
		if (json_scan(first.s, first.len, &again, NULL) == -1 ||
		    callback_state_parse(&again, &state, NULL) == -1)
			abort();
		callback_state_print(&state, &second);
	} else if (origin_parse(j, &origin, NULL) == 0) {
		origin_print(&origin, &first);
		if (json_scan(first.s, first.len, &again, NULL) == -1 ||
		    origin_parse(&again, &origin, NULL) == -1)
			abort();
		origin_print(&origin, &second);
	}
	if (!span_equal(buf_as_span(&first), buf_as_span(&second)))
		abort();
	buf_done(&first);
	buf_done(&second);
	pool_done(&pool);
}

int
LLVMFuzzerTestOneInput(const uint8_t *s, size_t len)
{
	struct span text = { (const char *)s, len };
	struct buf b = { 0 };
	struct span got;
	struct json j;
	enum payload_rule rule = payload_check(text, &got);

	if (rule == PAYLOAD_GOOD) {
		if (payload_check(got, &got) != PAYLOAD_GOOD)
			abort();
	} else {
		payload_substitute(rule, text, text, span_of("status"), &b);
		if (payload_check(buf_as_span(&b), &got) != PAYLOAD_GOOD)
			abort();
	}
	buf_done(&b);
	if (json_scan(text.s, text.len, &j, NULL) == 0)
		read_document(&j);
	return 0;
}
