#include "cli/events.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/buf.h"
#include "cli/tool.h"
#include "model/event.h"
#include "unit.h"

#define LINE(id)                                                               \
	"{\"specversion\":\"1.0\",\"type\":\"pr.closed\",\"id\":\"" id         \
	"\",\"source\":\"//sergeant.local/test\"}"

static const struct tool tool = { .name = "sgt-test" };
static int said_from[2];
static struct events in;

/* A pipe that holds a text, as stdin; the writer's end, or -1 where closed. */
static int
given(const char *s, size_t len, bool closed)
{
	int ends[2];

	if (pipe(ends) == -1 || dup2(ends[0], STDIN_FILENO) == -1)
		abort();
	(void)close(ends[0]);
	if (write(ends[1], s, len) != (ssize_t)len)
		abort();
	events_open(&in, 0, NULL);
	if (!closed)
		return ends[1];
	(void)close(ends[1]);
	return -1;
}

/* What went to stderr since the last call. */
static struct span
said(void)
{
	static char text[4096];
	ssize_t n = read(said_from[0], text, sizeof(text));

	return (struct span){ text, n > 0 ? (size_t)n : 0 };
}

static const char *
next_id(void)
{
	static char id[64];
	struct event ev;

	if (!events_next(&in, &ev))
		return NULL;
	(void)snprintf(id, sizeof(id), "%.*s", (int)ev.id.len, ev.id.s);
	return id;
}

#define GIVEN(text) (void)given(text, sizeof(text) - 1, true)
#define NEXT(want) SAME_TEXT(span_of(next_id()), want)

static void
lines(void)
{
	unit_case("CR, empty lines and a missing last newline are fine");
	GIVEN("\n" LINE("a") "\r\n\r\n  " LINE("b") " \n" LINE("c"));
	NEXT("a");
	NEXT("b");
	NEXT("c");
	NEXT(NULL);
	SAME_INT(events_close(&in), STATUS_OK);
	SAME_TEXT(said(), "");

	unit_case("a bad line is named and the stream goes on");
	GIVEN(LINE("a") "\n{\"id\":01}\n" LINE("b") "\n");
	NEXT("a");
	NEXT("b");
	OK(span_begins(said(), "sgt-test: stdin:2: "));
	NEXT(NULL);
	(void)events_close(&in);

	unit_case("no input is no event");
	GIVEN("");
	NEXT(NULL);
	(void)events_close(&in);
	SAME_TEXT(said(), "");
}

static void
batches(void)
{
	struct event ev;
	int writer;

	unit_case("a batch is the whole lines of one read");
	writer = given(LINE("a") "\n" LINE("b") "\n{\"spec",
	    sizeof(LINE("a") LINE("b")) + 7, false);
	OK(events_batch(&in));
	OK(events_next_in_batch(&in, &ev));
	SAME_TEXT(ev.id, "a");
	OK(events_next_in_batch(&in, &ev));
	SAME_TEXT(ev.id, "b");
	OK(!events_next_in_batch(&in, &ev));

	unit_case("a line that came in two parts is in the second batch");
	if (write(writer, &LINE("c")[6], sizeof(LINE("c")) - 7) < 0)
		abort();
	(void)close(writer);
	OK(events_batch(&in));
	OK(events_next_in_batch(&in, &ev));
	SAME_TEXT(ev.id, "c");
	OK(!events_next_in_batch(&in, &ev));
	OK(!events_batch(&in));
	(void)events_close(&in);
}

static void
long_lines(void)
{
	char name[] = "/tmp/sgt-events-XXXXXX";
	char want[128];
	char *files[] = { name };
	size_t len = 3 * JSON_LINE_MAX;
	char *s = malloc(len);
	int fd = mkstemp(name);

	unit_case("a line over the limit is named once and skipped");
	if (s == NULL)
		abort();
	memset(s, 'x', len);
	if (fd == -1 || write(fd, LINE("a") "\n", sizeof(LINE("a"))) < 0 ||
	    write(fd, s, len) < 0 ||
	    write(fd, "\n" LINE("b"), sizeof(LINE("b"))) < 0)
		abort();
	free(s);
	(void)close(fd);
	events_open(&in, 1, files);
	NEXT("a");
	NEXT("b");
	NEXT(NULL);
	(void)events_close(&in);
	(void)unlink(name);
	(void)snprintf(want, sizeof(want),
	    "sgt-test: %s:2: a line is longer than 1048576 bytes\n", name);
	SAME_TEXT(said(), want);
}

static void
files(void)
{
	char none[] = "/nonexistent/events";
	char dash[] = "-";
	char *operands[] = { none, dash };

	unit_case("a file that cannot be opened is named, the next is read");
	GIVEN(LINE("a") "\n");
	events_open(&in, 2, operands);
	NEXT("a");
	NEXT(NULL);
	(void)events_close(&in);
	SAME_TEXT(said(),
	    "sgt-test: cannot open '/nonexistent/events': "
	    "No such file or directory\n");
}

static bool
subject(struct span line, struct event *ret, struct pool *p)
{
	(void)p;
	*ret = (struct event){ .id = line };
	return !span_is(line, "no!");
}

static void
bare_words(void)
{
	unit_case("a bare word is handed to who asked for it");
	GIVEN("github:acme/widgets#7\nno!\n" LINE("a") "\n");
	in.bare = subject;
	NEXT("github:acme/widgets#7");
	NEXT("a");
	NEXT(NULL);
	(void)events_close(&in);
	OK(span_begins(said(), "sgt-test: stdin:2: "));
}

static void
emits(void)
{
	struct event ev = { .source = span_of("//x"),
		.type = span_of("x.y"),
		.id = span_of("e1") };
	struct buf want = { 0 };
	char got[512];
	size_t n = 0;
	int kept = dup(STDOUT_FILENO), ends[2];

	unit_case("an event is one line, a finished line is as it was");
	if (fflush(stdout) == EOF || kept == -1 || pipe(ends) == -1 ||
	    dup2(ends[1], STDOUT_FILENO) == -1)
		abort();
	event_emit(&ev);
	event_emit_text(span_of("{}"));
	if (fflush(stdout) == EOF || dup2(kept, STDOUT_FILENO) == -1)
		abort();
	n = (size_t)read(ends[0], got, sizeof(got));
	event_print(&ev, &want);
	buf_text(&want, "\n{}\n");
	OK(span_equal((struct span){ got, n }, buf_as_span(&want)));
	buf_done(&want);
	(void)close(ends[0]);
	(void)close(ends[1]);
	(void)close(kept);
}

int
main(int argc, char *argv[])
{
	argc = argc > 1 ? 1 : argc;
	tool_start(&tool, &argc, &argv);
	if (pipe2(said_from, O_NONBLOCK) == -1 ||
	    dup2(said_from[1], STDERR_FILENO) == -1)
		abort();
	lines();
	batches();
	long_lines();
	files();
	bare_words();
	emits();
	return unit_end();
}
