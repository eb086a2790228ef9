#include "disk/log.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "unit.h"

/*
 * Whatever becomes of the bytes: a reader gets lines that were appended and in
 * their order, or stops; salvage keeps each line whose bytes are whole; after
 * it the log is clean and goes on.
 */

#define LINES 24
#define ROUNDS 100

static int home;
static char texts[LINES][80];
static char stored[65536];
static size_t stored_len;

static uint64_t seed = 20261130;

static size_t
below(size_t n)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (size_t)(seed >> 33) % n;
}

static void
path_of(char ret[64], int round)
{
	(void)snprintf(ret, 64, "r%d/log-%020d.jsonl", round, 1);
}

static void
make(struct log *l, int round)
{
	struct span lines[LINES];
	struct err e = { 0 };
	char name[32];
	int64_t seq;
	int i;

	for (i = 0; i < LINES; i++) {
		(void)snprintf(texts[i], sizeof(texts[i]),
		    "{\"n\":%d,\"pad\":\"%.*s\"}", i + 1, i * 2,
		    "................................................");
		lines[i] = span_of(texts[i]);
	}
	(void)snprintf(name, sizeof(name), "r%d", round);
	OK(log_open(l, home, name, true, &e) == 0);
	OK(log_append(l, lines, LINES, &seq, &e) == 0);
}

static void
load(int round)
{
	char path[64];
	ssize_t n;
	int fd;

	path_of(path, round);
	fd = openat(home, path, O_RDONLY);
	n = read(fd, stored, sizeof(stored));
	OK(n > 0);
	stored_len = (size_t)n;
	(void)close(fd);
}

/* One to three of: a byte changed, bytes made NUL, bytes taken out, put in. */
static void
harm(void)
{
	size_t times = 1 + below(3);
	size_t at;
	size_t n;

	while (times-- > 0) {
		at = below(stored_len - 40);
		n = 1 + below(39);
		switch (below(4)) {
		case 0:
			stored[at] = (char)(stored[at] ^ (1 << below(8)));
			break;
		case 1:
			memset(stored + at, 0, n);
			break;
		case 2:
			memmove(
			    stored + at, stored + at + n, stored_len - at - n);
			stored_len -= n;
			break;
		default:
			memmove(stored + at + n, stored + at, stored_len - at);
			memset(stored + at, below(2) == 0 ? '\n' : 'x', n);
			stored_len += n;
			break;
		}
	}
}

static void
save(int round)
{
	char path[64];
	int fd;

	path_of(path, round);
	fd = openat(home, path, O_WRONLY | O_TRUNC);
	OK(write(fd, stored, stored_len) == (ssize_t)stored_len);
	(void)close(fd);
}

/* How many of the lines are whole, somewhere, as lines of their own. */
static int
whole(void)
{
	char *s = stored;
	char *end = stored + stored_len;
	char *newline;
	int last = 0;
	int n = 0;
	int k;

	for (; s < end; s = newline + 1) {
		newline = memchr(s, '\n', (size_t)(end - s));
		if (newline == NULL)
			break;
		if (sscanf(s, "{\"n\":%d,", &k) != 1 || k <= last || k > LINES)
			continue;
		if (memcmp(s, texts[k - 1], strlen(texts[k - 1]) - 1) == 0 &&
		    memchr(s, '\0', (size_t)(newline - s)) == NULL) {
			last = k;
			n++;
		}
	}
	return n;
}

/* Reads all; every line is one that was appended, in order.  -1 damage. */
static int
read_all(struct log *l, bool *ret_true)
{
	struct err e = { 0 };
	struct log_line line;
	int64_t last = 0;
	int n = 0;
	int r;

	*ret_true = true;
	OK(log_seek(l, 1, &e) == 0);
	while ((r = log_next(l, &line, &e)) == 1) {
		const char *text;

		n++;
		/* the one that was appended after all */
		if (span_begins(line.text, "{\"new\":1,"))
			continue;
		if (line.seq > LINES || line.seq <= last) {
			*ret_true = false;
			continue;
		}
		text = texts[line.seq - 1];
		if (memcmp(line.text.s, text, strlen(text) - 1) != 0)
			*ret_true = false;
		last = line.seq;
	}
	return r == -1 ? -1 : n;
}

static bool
one(int round)
{
	struct err e = { 0 };
	struct log l;
	int64_t seq;
	bool true_to_it;
	char name[32];
	int want;
	int n;

	make(&l, round);
	log_close(&l);
	load(round);
	harm();
	save(round);
	want = whole();
	(void)snprintf(name, sizeof(name), "r%d", round);
	OK(log_open(&l, home, name, true, &e) == 0);
	(void)read_all(&l, &true_to_it);
	if (!true_to_it || log_verify(&l, true, NULL, NULL, &e) == -1)
		return false;
	n = read_all(&l, &true_to_it);
	/* a line may be whole but for its crc: want is then too high by it */
	if (!true_to_it || n == -1 || n > want + 1 || n < want - 3)
		return false;
	if (log_append(&l, &(struct span){ "{\"new\":1}", 9 }, 1, &seq, &e) ==
	    -1)
		return false;
	n = read_all(&l, &true_to_it);
	if (log_verify(&l, false, NULL, NULL, &e) != 0)
		return false;
	log_close(&l);
	return true_to_it && n > 0;
}

int
main(void)
{
	int bad = 0;
	int i;

	home = open(unit_folder(), O_RDONLY | O_DIRECTORY);
	unit_case("%d harmed logs tell nothing but what was appended", ROUNDS);
	for (i = 0; i < ROUNDS; i++) {
		if (!one(i) && bad++ < 3)
			printf("# round %d\n", i);
	}
	SAME_INT(bad, 0);
	return unit_end();
}
