/* sgt-journal append - events in, receipts out */

#include "run.h"
#include "stream.h"
#include "verbs.h"

static int64_t batch = INT64_MAX;

const struct opt append_opts[] = {
	OPT_INT(0, "batch", "N", &batch, 1, JSON_INT_MAX,
	    "commit after so many (all that one read brings)"),
	OPT_END,
};

static int
append(struct journal *j, char *files[], struct err *e)
{
	struct stream s;
	int r = 0;

	stream_open(&s, j, files, batch);
	while (r == 0 && events_batch(&s.in))
		r = stream_write_read(&s, e);
	stream_close(&s);
	return r;
}

int
append_verb(int argc, char *argv[])
{
	(void)argc;
	return run(true, append, argv);
}
