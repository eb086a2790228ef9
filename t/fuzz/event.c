/* Any bytes as a line: what is accepted must print as what it was read from. */

#include <stdint.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/pool.h"
#include "model/event.h"

int LLVMFuzzerTestOneInput(const uint8_t *s, size_t len);

/* Whatever is read is printed, and read again as the same. */
int
LLVMFuzzerTestOneInput(const uint8_t *s, size_t len)
{
	struct buf first = { 0 }, second = { 0 };
	struct pool pool = { 0 };
	struct event ev;
	struct json j;

	if (json_scan((const char *)s, len, &j, NULL) == 0 &&
	    event_parse(&j, &pool, &ev, NULL) == 0) {
		event_print(&ev, &first);
		if (json_scan(first.s, first.len, &j, NULL) == -1 ||
		    event_parse(&j, &pool, &ev, NULL) == -1)
			abort();
		event_print(&ev, &second);
		if (!span_equal(buf_as_span(&first), buf_as_span(&second)))
			abort();
	}
	buf_done(&first);
	buf_done(&second);
	pool_done(&pool);
	return 0;
}
