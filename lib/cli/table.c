#include "cli/table.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"

/* a cell is a line's part, not a document */
#define CELL_MAX 4096

struct table {
	size_t n_columns;
	/* cells row by row, the heads first */
	struct span *cells;
	size_t n;
	size_t cap;
};

/* Characters, not bytes; a wide one counts as one. */
static size_t
width_of(struct span s)
{
	size_t n = 0;
	size_t i;

	for (i = 0; i < s.len; i++)
		n += ((unsigned char)s.s[i] & 0xc0) != 0x80;
	return n;
}

/* As many bytes as make up n characters. */
static size_t
bytes_of(struct span s, size_t n)
{
	size_t i;

	for (i = 0; i < s.len; i++) {
		if (((unsigned char)s.s[i] & 0xc0) != 0x80 && n-- == 0)
			break;
	}
	return i;
}

struct table *
table_new(const char *const heads[], size_t n)
{
	struct table *t = mem_new(sizeof(*t));
	size_t i;

	t->n_columns = n;
	for (i = 0; i < n; i++)
		table_cell_text(t, heads[i]);
	return t;
}

void
table_cell(struct table *t, struct span s)
{
	struct buf clean = { .len_max = CELL_MAX };

	buf_text(&clean, "");
	if (s.len > CELL_MAX / 4)
		s.len = CELL_MAX / 4;
	text_clean(&clean, s);
	if (clean.len == 0)
		buf_byte(&clean, '-');
	t->cells = mem_grow(t->cells, &t->cap, t->n + 1, sizeof(*t->cells));
	/* the table owns the memory now */
	t->cells[t->n++] = buf_as_span(&clean);
}

void
table_cell_text(struct table *t, const char *s)
{
	table_cell(t, span_of(s));
}

void
table_age(char ret[TABLE_AGE_MAX], int64_t at_ms, int64_t now_ms)
{
	static const struct {
		int64_t ms;
		char unit;
	} units[] = { { 86400000, 'd' }, { 3600000, 'h' }, { 60000, 'm' },
		{ 1000, 's' } };
	int64_t age = at_ms > now_ms ? at_ms - now_ms : now_ms - at_ms;
	size_t i = 0;

	if (at_ms == 0) {
		(void)snprintf(ret, TABLE_AGE_MAX, "-");
		return;
	}
	/* two of a unit before it is used: 90m, not 1h */
	while (i < 3 && age < 2 * units[i].ms)
		i++;
	(void)snprintf(ret, TABLE_AGE_MAX, "%s%lld%c%s",
	    at_ms > now_ms ? "in " : "", (long long)(age / units[i].ms),
	    units[i].unit, at_ms > now_ms ? "" : " ago");
}

void
table_cell_age(struct table *t, int64_t at_ms, int64_t now_ms)
{
	char text[TABLE_AGE_MAX];

	table_age(text, at_ms, now_ms);
	table_cell_text(t, text);
}

static void
measure(const struct table *t, size_t *widths)
{
	size_t i;

	for (i = 0; i < t->n; i++) {
		size_t width = width_of(t->cells[i]);

		if (width > widths[i % t->n_columns])
			widths[i % t->n_columns] = width;
	}
}

/* Columns of the terminal; 0 where stdout is none: nothing is cut. */
static size_t
terminal_width(void)
{
	struct winsize size;

	if (isatty(STDOUT_FILENO) != 1 ||
	    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == -1)
		return 0;
	return size.ws_col;
}

static void
print_row(const struct table *t, size_t row, const size_t *widths, size_t room)
{
	const struct span *cell = t->cells + row * t->n_columns;
	size_t left = 0;
	size_t i;

	for (i = 0; i + 1 < t->n_columns && row * t->n_columns + i + 1 < t->n;
	     i++) {
		(void)fwrite(cell[i].s, 1, cell[i].len, stdout);
		printf("%*s", (int)(widths[i] - width_of(cell[i]) + 2), "");
		left += widths[i] + 2;
	}
	if (room > left && width_of(cell[i]) > room - left)
		(void)fwrite(
		    cell[i].s, 1, bytes_of(cell[i], room - left), stdout);
	else
		(void)fwrite(cell[i].s, 1, cell[i].len, stdout);
	(void)putchar('\n');
}

void
table_print_free(struct table *t)
{
	size_t *widths = mem_new(t->n_columns * sizeof(*widths));
	size_t room = terminal_width();
	size_t i;

	measure(t, widths);
	for (i = 0; i * t->n_columns < t->n; i++)
		print_row(t, i, widths, room);

	for (i = 0; i < t->n; i++) {
		union {
			const char *s;
			char *owned;
		} cell = { t->cells[i].s };

		free(cell.owned);
	}
	free(t->cells);
	free(t);
	free(widths);
}
