#include "cli/events.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/err.h"
#include "cli/tool.h"

/* what one read(2) may return; a pipe is asked to hold as much */
#define READ_MAX (1024 * 1024)

void
events_open(struct events *in, int n_files, char *files[])
{
	*in = (struct events){ .files = files, .n_files = n_files, .fd = -1 };
	/* a line not yet whole, one read, and the newline it may lack */
	buf_init(&in->in, JSON_LINE_MAX + READ_MAX + 1);
	if (n_files == 0) {
		in->fd = STDIN_FILENO;
		in->name = "stdin";
	}
}

static void
close_file(struct events *in)
{
	if (in->fd > STDIN_FILENO)
		(void)close(in->fd);
	in->fd = -1;
	in->line_number = 0;
	in->skipping = false;
	in->eof = false;
}

/* The next operand that can be opened; false when there is none left. */
static bool
open_next(struct events *in)
{
	struct err e;

	while (in->n_files > 0 && in->fd == -1) {
		const char *name = *in->files;

		in->files++;
		in->n_files--;
		if (strcmp(name, "-") == 0) {
			in->fd = STDIN_FILENO;
			in->name = "stdin";
			break;
		}
		in->fd = open(name, O_RDONLY | O_CLOEXEC);
		in->name = name;
		if (in->fd == -1) {
			(void)err_sys(&e, "cannot open '%s'", name);
			tool_warn(&e);
		}
	}
#ifdef F_SETPIPE_SZ
	if (in->fd != -1)
		(void)fcntl(in->fd, F_SETPIPE_SZ, READ_MAX);
#endif
	return in->fd != -1;
}

/* One read; at the end, or where reading fails, what is there ends its line. */
static void
read_more(struct events *in)
{
	char *room = buf_room(&in->in, READ_MAX);
	struct err e;
	ssize_t n;

	do {
		n = read(in->fd, room, READ_MAX);
	} while (n == -1 && errno == EINTR);
	if (n > 0) {
		in->in.len += (size_t)n;
		return;
	}

	if (n == -1) {
		(void)err_sys(&e, "cannot read '%s'", in->name);
		tool_warn(&e);
	}
	in->eof = true;
	if (in->in.len > 0)
		buf_byte(&in->in, '\n');
}

static void
refuse_long(const struct events *in)
{
	struct err e;

	(void)err_set(
	    &e, STATUS_DATA, "a line is longer than %d bytes", JSON_LINE_MAX);
	events_complain(in, &e);
}

/* The rest of a line already refused is dropped up to its newline. */
static void
skip_rest(struct events *in)
{
	char *end = memchr(in->in.s, '\n', in->in.len);

	if (end == NULL) {
		buf_reset(&in->in);
		return;
	}
	buf_shift(&in->in, (size_t)(end + 1 - in->in.s));
	in->skipping = false;
}

/* After a read: where the whole lines end. */
static void
find_batch(struct events *in)
{
	char *end;

	if (in->skipping)
		skip_rest(in);
	if (in->in.len == 0)
		return;

	end = memrchr(in->in.s, '\n', in->in.len);
	if (end != NULL) {
		in->batch_end = (size_t)(end + 1 - in->in.s);
	} else if (in->in.len > JSON_LINE_MAX) {
		in->line_number++;
		refuse_long(in);
		in->skipping = true;
		buf_reset(&in->in);
	}
}

bool
events_batch(struct events *in)
{
	pool_reset(&in->pool);
	buf_shift(&in->in, in->batch_end);
	in->used = 0;
	in->batch_end = 0;
	if (!tool_flush()) {
		in->broken = true;
		return false;
	}

	while (in->batch_end == 0) {
		if (in->eof)
			close_file(in);
		if (in->fd == -1 && !open_next(in))
			return false;
		read_more(in);
		find_batch(in);
	}
	return true;
}

static struct span
trimmed(const char *s, size_t len)
{
	while (len > 0 &&
	    (s[len - 1] == '\r' || s[len - 1] == ' ' || s[len - 1] == '\t'))
		len--;
	while (len > 0 && (*s == ' ' || *s == '\t')) {
		s++;
		len--;
	}
	return (struct span){ s, len };
}

void
events_complain(const struct events *in, const struct err *e)
{
	if (in->before_complaint != NULL)
		in->before_complaint(in->arg);
	tool_warn_text(
	    e->status, "%s:%zu: %s", in->name, in->line_number, e->text);
}

static bool
parse(struct events *in, struct span line, struct event *ret)
{
	struct err e = { 0 };
	struct json j;

	if (in->bare != NULL && line.s[0] != '{' &&
	    in->bare(line, ret, &in->pool))
		return true;
	if (json_scan(line.s, line.len, &j, &e) == 0 &&
	    event_parse(&j, &in->pool, ret, &e) == 0)
		return true;

	e.status = STATUS_DATA;
	events_complain(in, &e);
	return false;
}

bool
events_next_in_batch(struct events *in, struct event *ret)
{
	while (in->used < in->batch_end) {
		const char *s = in->in.s + in->used;
		const char *end = memchr(s, '\n', in->batch_end - in->used);
		struct span line = trimmed(s, (size_t)(end - s));

		in->used += (size_t)(end + 1 - s);
		in->line_number++;
		if ((size_t)(end - s) > JSON_LINE_MAX)
			refuse_long(in);
		else if (line.len > 0 && parse(in, line, ret))
			return true;
	}
	return false;
}

bool
events_has_more(const struct events *in)
{
	return in->used < in->batch_end;
}

bool
events_next(struct events *in, struct event *ret)
{
	pool_reset(&in->pool);
	do {
		if (events_next_in_batch(in, ret))
			return true;
	} while (events_batch(in));
	return false;
}

int
events_close(struct events *in)
{
	close_file(in);
	buf_done(&in->in);
	pool_done(&in->pool);
	return STATUS_OK;
}

void
event_emit(const struct event *ev)
{
	struct buf *line = tool_scratch();

	buf_reset(line);
	event_print(ev, line);
	event_emit_text(buf_as_span(line));
}

void
event_emit_text(struct span line)
{
	struct buf shown = { 0 };

	if (tool_is_terminal()) {
		text_escape_json(&shown, line);
		line = buf_as_span(&shown);
	}
	(void)fwrite(line.s, 1, line.len, stdout);
	(void)putchar('\n');
	buf_done(&shown);
}

void
events_flush(void)
{
	(void)tool_flush();
}
