/* due-line - the line that asks for a look */

#include "model/due-line.h"

#include "base/buf.h"
#include "base/json.h"

void
due_line_print(const struct due_line *d, struct buf *out)
{
	buf_text(
	    out, "{\"specversion\":\"1.0\",\"type\":\"" DUE_LINE_TYPE "\"");
	json_member_text(out, "id", span_of(d->id));
	json_member_text(out, "source", span_of("//sergeant.local/watch"));
	json_member_text(out, "subject", d->subject);
	json_member_stamp(out, "time", d->time_ms);
	if (d->watch.s != NULL)
		json_member_text(out, "watch", d->watch);
	json_member_text(out, "datacontenttype", span_of("application/json"));
}
