#include "disk/log.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "unit.h"

/* Logs in a temporary folder of their own. */
static int home;
static const char *top;

static void
put(const char *name, const char *s, size_t len, int flags)
{
	int fd = openat(home, name, O_WRONLY | O_CREAT | flags, 0600);

	OK(fd != -1);
	OK(write(fd, s, len) == (ssize_t)len);
	(void)close(fd);
}

static int
append(struct log *l, const char *text, int64_t *ret_seq)
{
	struct span line = span_of(text);
	struct err e = { 0 };

	return log_append(l, &line, 1, ret_seq, &e);
}

static void
fill(const char *name, int n)
{
	struct log l;
	struct err e = { 0 };
	char text[64];
	int64_t seq;
	int i;

	OK(log_open(&l, home, name, true, &e) == 0);
	for (i = 1; i <= n; i++) {
		(void)snprintf(text, sizeof(text), "{\"n\":%d}", i);
		OK(append(&l, text, &seq) == 0);
		SAME_INT(seq, i);
	}
	log_close(&l);
}

/* How many lines can be read, in order from `first`; -1 damage. */
static int
count(const char *name, int64_t first)
{
	struct err e = { 0 };
	struct log_line line;
	struct log l;
	int n = 0;
	int r;

	OK(log_open(&l, home, name, false, &e) == 0);
	while ((r = log_next(&l, &line, &e)) == 1)
		OK(line.seq == first + n++);
	if (r == 0)
		OK(log_sync_read(&l, &e) == 0);
	log_close(&l);
	return r == -1 ? -1 : n;
}

static void
writes_and_reads(void)
{
	struct span lines[3] = { span_of("{}"), span_of("{\"a\":1}"),
		span_of("{\"b\":\"\\u0000\"}") };
	struct err e = { 0 };
	struct log_line line;
	struct log l;
	int64_t seq = 0;

	unit_case("gives back what was appended, with its seq and no crc");
	OK(log_open(&l, home, "plain", true, &e) == 0);
	OK(log_append(&l, lines, 3, &seq, &e) == 0);
	SAME_INT(seq, 1);
	OK(log_next(&l, &line, &e) == 1);
	SAME_TEXT(line.text, "{\"seq\":1}");
	OK(log_next(&l, &line, &e) == 1);
	SAME_TEXT(line.text, "{\"a\":1,\"seq\":2}");
	OK(log_next(&l, &line, &e) == 1);
	SAME_TEXT(line.text, "{\"b\":\"\\u0000\",\"seq\":3}");
	OK(log_next(&l, &line, &e) == 0);

	unit_case("a reader at the end sees what is appended after");
	OK(append(&l, "{\"late\":true}", &seq) == 0);
	SAME_INT(seq, 4);
	OK(log_next(&l, &line, &e) == 1);
	SAME_INT(line.seq, 4);
	log_close(&l);

	unit_case("refuses what is no object, or two lines");
	OK(log_open(&l, home, "plain", true, &e) == 0);
	OK(append(&l, "[]", &seq) == -1);
	OK(append(&l, "{\n}", &seq) == -1);
	OK(append(&l, "{\"five\":5}", &seq) == 0);
	SAME_INT(seq, 5);
	log_close(&l);
}

static void
two_writers(void)
{
	struct err e = { 0 };
	struct log a;
	struct log b;
	int64_t seq;

	unit_case("two writers that take turns never give one seq twice");
	OK(log_open(&a, home, "turns", true, &e) == 0);
	OK(log_open(&b, home, "turns", true, &e) == 0);
	OK(append(&a, "{\"a\":1}", &seq) == 0);
	SAME_INT(seq, 1);
	OK(append(&b, "{\"b\":1}", &seq) == 0);
	SAME_INT(seq, 2);
	OK(append(&a, "{\"a\":2}", &seq) == 0);
	SAME_INT(seq, 3);
	OK(log_begin_segment(&b, NULL, 0, &seq, &e) == 0);
	SAME_INT(seq, 4);
	OK(append(&a, "{\"a\":3}", &seq) == 0);
	SAME_INT(seq, 4);
	SAME_INT(a.write_first, 4);
	log_close(&a);
	log_close(&b);
	SAME_INT(count("turns", 1), 4);
}

/* A tail, and whether it holds a line that lost only its newline. */
static void
tail(const char *title, const char *s, size_t len)
{
	static int n;
	char name[32];
	char path[300];
	struct err e = { 0 };
	struct log l;
	int64_t seq;

	unit_case("%s: unseen by a reader, set aside by a writer", title);
	(void)snprintf(name, sizeof(name), "tail%d", n++);
	(void)snprintf(path, sizeof(path), "%s/log-%020d.jsonl", name, 1);
	fill(name, 3);
	put(path, s, len, O_APPEND);
	SAME_INT(count(name, 1), 3);
	OK(log_open(&l, home, name, true, &e) == 0);
	OK(append(&l, "{\"n\":4}", &seq) == 0);
	SAME_INT(seq, 4);
	SAME_INT(l.torn.to - l.torn.from, (int64_t)len);
	log_close(&l);
	SAME_INT(count(name, 1), 4);
}

static void
tails(void)
{
	static const char nul[65536];

	tail("half a line", "{\"a\":", 5);
	tail("JSON without crc and newline", "{\"a\":1,\"seq\":4}", 15);
	tail("596 NUL bytes", nul, 596);
	tail("64 KiB of NUL", nul, sizeof(nul));
	tail("half a code point", "{\"a\":\"\xc3", 7);
	tail("empty lines", "\n\n", 2);
	tail("a wrong crc", "{\"a\":1,\"seq\":4,\"crc\":\"00000000\"}\n", 33);
}

static void
lost_newline(void)
{
	struct err e = { 0 };
	struct stat st;
	struct log l;
	int64_t seq;
	char path[300];

	unit_case("a whole line that lost only its newline is kept");
	(void)snprintf(
	    path, sizeof(path), "%s/newline/log-%020d.jsonl", top, 1);
	fill("newline", 3);
	OK(stat(path, &st) == 0 && truncate(path, st.st_size - 1) == 0);
	SAME_INT(count("newline", 1), 2);
	OK(log_open(&l, home, "newline", true, &e) == 0);
	OK(append(&l, "{\"n\":4}", &seq) == 0);
	SAME_INT(seq, 4);
	SAME_INT(l.torn.to, 0);
	log_close(&l);
	SAME_INT(count("newline", 1), 4);
}

static void
note(void *arg, const char *text)
{
	(void)text;
	++*(int *)arg;
}

static void
damage(void)
{
	struct err e = { 0 };
	struct cursor c;
	struct log l;
	int64_t lost;
	int64_t seq;
	char path[300];
	int said = 0;
	int fd;

	unit_case("damage in the middle stops at a named offset");
	fill("damage", 5);
	(void)snprintf(path, sizeof(path), "damage/log-%020d.jsonl", 1);
	fd = openat(home, path, O_RDWR);
	/* {"n":1,"seq":1,"crc":"........"} is 33 bytes: the digit of the 2nd */
	OK(pwrite(fd, "9", 1, 33 + 5) == 1);
	(void)close(fd);
	OK(log_open(&l, home, "damage", true, &e) == 0);
	log_cursor(&l, 1, &c);
	{
		struct log_line line;

		OK(log_next(&l, &line, &e) == 1);
		OK(log_next(&l, &line, &e) == -1);
	}
	SAME_INT(e.status, STATUS_IO);
	SAME_TEXT(span_of(e.text),
	    "cannot read 'damage/log-00000000000000000001.jsonl': "
	    "damaged at byte 33 (seq 2)");

	unit_case("a seek goes past damage");
	OK(log_seek(&l, 1, &e) == 0);
	OK(append(&l, "{\"n\":6}", &seq) == 0);
	SAME_INT(seq, 6);

	unit_case("verify counts it and changes nothing");
	SAME_INT(log_verify(&l, false, note, &said, &e), 1);
	SAME_INT(said, 2);
	SAME_INT(count("damage", 1), -1);

	unit_case("salvage keeps every good line and counts the lost one");
	SAME_INT(log_verify(&l, true, note, &said, &e), 1);
	SAME_INT(log_verify(&l, false, note, &said, &e), 0);
	{
		struct log_line line;

		OK(log_seek(&l, 2, &e) == 0);
		OK(log_next(&l, &line, &e) == 1);
		SAME_INT(line.seq, 3);
		SAME_INT(l.lost, 1);
	}
	OK(log_check_cursor(&l, &c, &lost) == CURSOR_OTHER_STORE);
	OK(append(&l, "{\"n\":7}", &seq) == 0);
	SAME_INT(seq, 7);
	log_close(&l);
}

/* A bad line, then a good one that lost its newline. */
static void
damage_before_the_last(void)
{
	struct err e = { 0 };
	struct log_line line;
	struct stat st;
	struct log l;
	char path[300];

	unit_case("damage before a line that lost its newline is no tail");
	fill("before", 2);
	(void)snprintf(path, sizeof(path), "%s/before/log-%020d.jsonl", top, 1);
	OK(stat(path, &st) == 0 && truncate(path, st.st_size - 1) == 0);
	put(path, "9", 1, 0);
	OK(log_open(&l, home, "before", false, &e) == 0);
	OK(log_next(&l, &line, &e) == -1);
	SAME_INT(e.status, STATUS_IO);
	log_close(&l);
}

static void
seeks(void)
{
	enum {
		N = 20000
	};
	static struct span lines[N];
	static char text[N][64];
	struct err e = { 0 };
	struct log_line line;
	struct cursor c;
	struct log l;
	int64_t first;
	int64_t next;
	int64_t lost;
	int64_t seq;
	int i;

	unit_case("finds every seq, over several segments");
	for (i = 0; i < N; i++) {
		(void)snprintf(text[i], sizeof(text[i]), "{\"n\":%d}", i + 1);
		lines[i] = span_of(text[i]);
	}
	OK(log_open(&l, home, "seek", true, &e) == 0);
	OK(log_append(&l, lines, N, &seq, &e) == 0);
	SAME_INT(seq, 1);
	OK(log_begin_segment(&l, lines, 10, &seq, &e) == 0);
	SAME_INT(seq, N + 1);
	OK(log_bounds(&l, &first, &next, &e) == 0);
	SAME_INT(first, 1);
	SAME_INT(next, N + 11);
	for (seq = 1; seq < next; seq += 97) {
		OK(log_seek(&l, seq, &e) == 0);
		OK(log_next(&l, &line, &e) == 1);
		OK(line.seq == seq);
	}
	OK(log_seek(&l, next + 100, &e) == 0);
	OK(log_next(&l, &line, &e) == 0);

	unit_case("a cursor is too old, ahead, or of another store");
	OK(log_drop_before(&l, N + 1, &e) == 0);
	log_cursor(&l, 5, &c);
	OK(log_check_cursor(&l, &c, &lost) == CURSOR_TOO_OLD);
	SAME_INT(lost, N - 5);
	c.seq = N + 10;
	OK(log_check_cursor(&l, &c, &lost) == CURSOR_FINE);
	c.seq++;
	OK(log_check_cursor(&l, &c, &lost) == CURSOR_AHEAD);
	c.store[0] = 'x';
	OK(log_check_cursor(&l, &c, &lost) == CURSOR_OTHER_STORE);
	log_close(&l);
	SAME_INT(count("seek", N + 1), 10);
}

int
main(void)
{
	top = unit_folder();
	home = open(top, O_RDONLY | O_DIRECTORY);
	writes_and_reads();
	two_writers();
	tails();
	lost_newline();
	damage();
	damage_before_the_last();
	seeks();
	return unit_end();
}
