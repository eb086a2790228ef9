/* sgt-callback enqueue - make an event of what stdin says */

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "model/payload.h"
#include "run.h"
#include "verbs.h"

static struct buf given;
static struct span payload;
static enum callback_type type;

/* One byte more than may be, so that more is seen. */
static void
read_payload(void)
{
	enum payload_rule rule;
	char block[PAYLOAD_MAX + 1];
	ssize_t n;

	do {
		n = read(STDIN_FILENO, block, sizeof(block) - given.len);
		if (n > 0)
			buf_add(&given, block, (size_t)n);
	} while ((n > 0 && given.len < sizeof(block)) ||
	    (n == -1 && errno == EINTR));
	if (n == -1) {
		struct err e = { 0 };

		(void)err_sys(&e, "cannot read stdin");
		tool_die(&e);
	}
	rule = payload_check(buf_as_span(&given), &payload);
	if (rule != PAYLOAD_GOOD) {
		tool_warn_text(STATUS_DATA, "%s", payload_rule_text(rule));
		buf_done(&given);
		exit(tool_end(STATUS_OK));
	}
}

static int
enqueue(struct callbacks *c, char *argv[], struct err *e)
{
	char key[CALLBACK_KEY_MAX];
	int64_t generation = 0;

	if (callbacks_enqueue(c, type, span_of(argv[2]), payload,
		clock_now_ms(), &generation, e) == -1)
		return -1;
	callback_key(key, c->origin.correlation, generation);
	(void)printf("%s\n", key);
	return 0;
}

int
enqueue_verb(int argc, char *argv[])
{
	static const char *const names[] = { "TASK", "TYPE", "SOURCE", NULL };
	struct err e = { 0 };
	int status;

	want_operands(argc, argv, names);
	read_payload();
	if (task_name_check(span_of(argv[0]), &e) == -1 ||
	    callback_type_parse(span_of(argv[1]), &type, &e) == -1 ||
	    callback_source_check(span_of(argv[2]), &e) == -1)
		tool_die(&e);
	status = with_callbacks(argv, "task has no callback origin", enqueue);
	buf_done(&given);
	return status;
}
