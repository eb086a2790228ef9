#include "disk/log-segment.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/mem.h"
#include "base/num.h"
#include "disk/dir.h"
#include "disk/log-line.h"
#include "disk/log.h"

/* The first look at a tail, and what the next is larger by. */
#define TAIL_WINDOW 16384
#define TAIL_GROWTH 8

#define NAME_PREFIX "log-"
#define NAME_SUFFIX ".jsonl"

void
segment_name(char ret[SEGMENT_NAME_MAX], int64_t first_seq)
{
	(void)snprintf(ret, SEGMENT_NAME_MAX, NAME_PREFIX "%020lld" NAME_SUFFIX,
	    (long long)first_seq);
}

void
segment_temp_name(char ret[SEGMENT_TEMP_MAX], int64_t first_seq)
{
	(void)snprintf(ret, SEGMENT_TEMP_MAX,
	    "." NAME_PREFIX "%020lld" NAME_SUFFIX ".tmp-new",
	    (long long)first_seq);
}

static int64_t
name_seq(const char *name)
{
	struct span digits = { name + sizeof(NAME_PREFIX) - 1, 20 };
	int64_t seq;

	if (strlen(name) !=
	    sizeof(NAME_PREFIX) - 1 + 20 + sizeof(NAME_SUFFIX) - 1)
		return 0;

	/* num_parse refuses leading zeros */
	while (digits.len > 1 && digits.s[0] == '0') {
		digits.s++;
		digits.len--;
	}
	if (num_parse(digits, 1, INT64_MAX, &seq, NULL) == -1)
		return 0;
	return seq;
}

int
segment_list(struct log *l, struct err *e)
{
	char **names;
	size_t n;
	size_t i;
	int r;

	r = log_attach(l, e);
	if (r == -1)
		return -1;

	l->n_segments = 0;
	if (r == 1)
		return 0;

	if (dir_names(
		l->dir_held - 1, NAME_PREFIX, NAME_SUFFIX, &names, &n, e) == -1)
		return -1;

	l->segments = mem_grow(
	    l->segments, &l->cap_segments, n + 1, sizeof(*l->segments));
	for (i = 0; i < n; i++) {
		int64_t seq = name_seq(names[i]);

		if (seq != 0)
			l->segments[l->n_segments++].first_seq = seq;
	}
	free(names);
	return 0;
}

int
segment_open(const struct log *l, int64_t first_seq, int flags)
{
	char name[SEGMENT_NAME_MAX];
	struct stat st;
	int fd;

	segment_name(name, first_seq);
	fd = openat(l->dir_held - 1, name,
	    flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
	if (fd == -1 || fstat(fd, &st) == -1)
		return fd;
	if (S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
	    (st.st_mode & 022) == 0)
		return fd;
	(void)close(fd);
	errno = EPERM;
	return -1;
}

int64_t
segment_read(int fd, char *s, size_t len, int64_t offset)
{
	size_t got = 0;

	while (got < len) {
		ssize_t n =
		    pread(fd, s + got, len - got, offset + (int64_t)got);

		if (n == -1 && errno == EINTR)
			continue;
		if (n == -1)
			return -1;
		if (n == 0)
			break;
		got += (size_t)n;
	}
	return (int64_t)got;
}

/*
 * The last good line of s[0..len).  `whole` tells that s begins a line.  False
 * where there is none.
 */
static bool
last_line(const char *s, size_t len, bool whole, struct segment_tail *ret)
{
	const char *newline = memrchr(s, '\n', len);
	size_t begin = newline == NULL ? 0 : (size_t)(newline - s) + 1;
	size_t end = len;
	int64_t seq;

	/* after the last newline: a line that lost only that */
	if (begin > 0 || whole) {
		seq = log_line_check(s + begin, end - begin);
		if (seq != 0) {
			*ret = (struct segment_tail){ (int64_t)end, seq + 1,
				true };
			return true;
		}
	}
	while (begin > 0) {
		end = begin - 1;
		newline = end == 0 ? NULL : memrchr(s, '\n', end);
		begin = newline == NULL ? 0 : (size_t)(newline - s) + 1;
		if (begin == 0 && !whole)
			return false;
		seq = log_line_check(s + begin, end - begin);
		if (seq != 0) {
			*ret = (struct segment_tail){ (int64_t)end + 1, seq + 1,
				false };
			return true;
		}
	}
	return false;
}

int
segment_tail(int fd, int64_t size, int64_t first_seq, struct segment_tail *ret,
    struct err *e)
{
	int64_t window = TAIL_WINDOW;
	char *s = NULL;
	int64_t from;
	bool found;

	do {
		from = size > window ? size - window : 0;
		s = mem_resize(s, (size_t)(size - from) + 1, 1);
		if (segment_read(fd, s, (size_t)(size - from), from) !=
		    size - from) {
			free(s);
			return err_sys(e, "cannot read a segment's end");
		}
		found = last_line(s, (size_t)(size - from), from == 0, ret);
		window *= TAIL_GROWTH;
	} while (!found && from > 0);
	free(s);

	if (!found || ret->next_seq <= first_seq)
		*ret = (struct segment_tail){ 0, first_seq, false };
	else
		ret->end += from;
	return 0;
}
