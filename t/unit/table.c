#include "cli/table.h"

#include <fcntl.h>
#include <unistd.h>

#include "unit.h"

#define MINUTE 60000LL
#define HOUR 3600000LL
#define NOW 1796054400000LL

static int printed_from;
static int terminal;

/* stdout is a pipe while a table is printed; never a terminal. */
static struct span
printed(struct table *t)
{
	static char text[4096];
	ssize_t n;

	(void)fflush(stdout);
	(void)dup2(terminal + 1, STDOUT_FILENO);
	table_print_free(t);
	(void)fflush(stdout);
	(void)dup2(terminal, STDOUT_FILENO);
	n = read(printed_from, text, sizeof(text));
	return (struct span){ text, n > 0 ? (size_t)n : 0 };
}

static const char *const one[] = { "AGE" };
static const char *const two[] = { "ID", "BRIEF" };

static struct span
age(int64_t at_ms)
{
	struct table *t = table_new(one, 1);
	struct span s;

	table_cell_age(t, at_ms, NOW);
	s = printed(t);
	if (!span_begins(s, "AGE\n"))
		return s;
	s.s += 4;
	s.len -= 5;
	return s;
}

static void
columns(void)
{
	struct table *t;

	unit_case("columns are as wide as they must be");
	t = table_new(two, 2);
	table_cell_text(t, "sen_1");
	table_cell_text(t, "CI / build failed");
	table_cell_text(t, "x");
	table_cell_text(t, "closed");
	SAME_TEXT(printed(t),
	    "ID     BRIEF\n"
	    "sen_1  CI / build failed\n"
	    "x      closed\n");

	unit_case("letters are counted, not bytes");
	t = table_new(two, 2);
	table_cell_text(t, "h\xc3\xa4user");
	table_cell_text(t, "a");
	table_cell_text(t, "houses");
	table_cell_text(t, "b");
	SAME_TEXT(printed(t),
	    "ID      BRIEF\n"
	    "h\xc3\xa4user  a\n"
	    "houses  b\n");

	unit_case("a terminal escape never reaches the terminal");
	t = table_new(two, 2);
	table_cell_text(t, "a\033[2Jb");
	table_cell_text(t, "one\ntwo\xff");
	SAME_TEXT(printed(t),
	    "ID      BRIEF\n"
	    "a?[2Jb  one?two?\n");

	unit_case("what is empty or absent is a dash");
	t = table_new(two, 2);
	table_cell_text(t, "");
	table_cell(t, span_of(NULL));
	SAME_TEXT(printed(t),
	    "ID  BRIEF\n"
	    "-   -\n");
}

static void
ages(void)
{
	unit_case("an age is told in the largest unit of which there are two");
	SAME_TEXT(age(NOW - 1000), "1s ago");
	SAME_TEXT(age(NOW - 119000), "119s ago");
	SAME_TEXT(age(NOW - 2 * MINUTE), "2m ago");
	SAME_TEXT(age(NOW - 119 * MINUTE), "119m ago");
	SAME_TEXT(age(NOW - 47 * HOUR), "47h ago");
	SAME_TEXT(age(NOW - 48 * HOUR), "2d ago");

	unit_case("what is to come is told as such, what never was is a dash");
	SAME_TEXT(age(NOW + 3 * MINUTE), "in 3m");
	SAME_TEXT(age(NOW), "0s ago");
	SAME_TEXT(age(0), "-");
}

int
main(void)
{
	int ends[2];

	if (pipe2(ends, O_NONBLOCK) == -1)
		abort();
	printed_from = ends[0];
	/* the real stdout, and the pipe right after it */
	terminal = fcntl(STDOUT_FILENO, F_DUPFD, 100);
	if (terminal == -1 || dup2(ends[1], terminal + 1) == -1)
		abort();
	columns();
	ages();
	return unit_end();
}
