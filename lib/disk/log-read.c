#include "disk/log.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/mem.h"
#include "disk/dir.h"
#include "disk/file.h"
#include "disk/log-bisect.h"
#include "disk/log-line.h"
#include "disk/log-segment.h"

/* One read: small after a seek, which is often for one line, then larger. */
#define WINDOW_MIN 16384
#define WINDOW_MAX 262144

/* One whole, good line at the window's front. */
struct found {
	char *s;
	size_t len;
	int64_t seq;
};

enum scanned {
	SCAN_FAILED = -1,
	SCAN_END = 0,
	SCAN_LINE = 1,
	/* something that is no line of this log */
	SCAN_BAD = 2
};

static void
forget_window(struct log *l)
{
	l->window_len = 0;
	l->window_used = 0;
}

static void
close_reading(struct log *l)
{
	if (l->read_held != 0)
		(void)close(l->read_held - 1);
	l->read_held = 0;
	l->window_next = WINDOW_MIN;
	forget_window(l);
}

static int
damaged(const struct log *l, struct err *e)
{
	char name[SEGMENT_NAME_MAX];

	segment_name(name, l->read_first);
	return err_set(e, STATUS_IO,
	    "cannot read '%s/%s': damaged at byte %lld (seq %lld)", l->name,
	    name, (long long)l->offset, (long long)l->next_seq);
}

static int
read_segment(struct log *l, int64_t first, int fd)
{
	close_reading(l);
	l->read_held = fd + 1;
	l->read_first = first;
	l->offset = 0;
	l->next_seq = first;
	return 0;
}

/* More bytes into the window: how many, 0 at the end, -1. */
static int64_t
fill(struct log *l, struct err *e)
{
	size_t rest = l->window_len - l->window_used;
	int64_t n;

	if (l->window_used > 0 && rest > 0)
		memmove(l->window, l->window + l->window_used, rest);
	l->window_used = 0;
	l->window_len = rest;
	l->window =
	    mem_grow(l->window, &l->window_cap, rest + l->window_next, 1);
	n = segment_read(l->read_held - 1, l->window + rest, l->window_next,
	    l->offset + (int64_t)rest);
	if (l->window_next < WINDOW_MAX)
		l->window_next *= 2;
	if (n == -1) {
		(void)err_sys(e, "cannot read '%s'", l->name);
		return -1;
	}
	l->window_len += (size_t)n;
	return n;
}

static void
consume(struct log *l, const struct found *f)
{
	l->window_used += f->len + 1;
	l->offset += (int64_t)f->len + 1;
	l->next_seq = f->seq + 1;
	l->unsynced = true;
}

/* The line at `offset`, not yet consumed. */
static enum scanned
scan(struct log *l, struct found *ret, struct err *e)
{
	size_t seen = 0;
	char *s;
	char *newline;
	int64_t n;

	for (;;) {
		s = l->window + l->window_used;
		n = (int64_t)(l->window_len - l->window_used);
		newline =
		    n == 0 ? NULL : memchr(s + seen, '\n', (size_t)n - seen);
		if (newline != NULL)
			break;
		seen = (size_t)n;
		if (seen > LOG_LINE_MAX)
			return SCAN_BAD;
		n = fill(l, e);
		if (n <= 0)
			return n == 0 ? SCAN_END : SCAN_FAILED;
	}
	*ret = (struct found){ s, (size_t)(newline - s), 0 };
	ret->seq = log_line_check(s, ret->len);
	return ret->seq == 0 ? SCAN_BAD : SCAN_LINE;
}

/* scan, past the lines that say what salvage gave up. */
static enum scanned
scan_due(struct log *l, struct found *ret, struct err *e)
{
	enum scanned r;
	int64_t lost;

	while ((r = scan(l, ret, e)) == SCAN_LINE) {
		lost = log_line_is_lost(ret->s, ret->len);
		if (lost == 0)
			return ret->seq == l->next_seq ? SCAN_LINE : SCAN_BAD;
		if (ret->seq != l->next_seq + lost - 1)
			return SCAN_BAD;
		l->lost += lost;
		consume(l, ret);
	}
	return r;
}

/*
 * What follows the last whole line is no line.  0: it is a tail, which some
 * writer will finish or cut; -1: damage.
 */
static int
judge_bad(struct log *l, struct err *e)
{
	struct segment_tail tail;
	struct stat st;

	forget_window(l);
	if (segment_list(l, e) == -1)
		return -1;
	if (l->n_segments > 0 &&
	    l->segments[l->n_segments - 1].first_seq > l->read_first)
		return damaged(l, e);

	if (fstat(l->read_held - 1, &st) == -1)
		return err_sys(e, "cannot stat '%s'", l->name);
	if (segment_tail(
		l->read_held - 1, st.st_size, l->read_first, &tail, e) == -1)
		return -1;
	return tail.end > l->offset ? damaged(l, e) : 0;
}

/* Later segments are known, but none that goes on with the next seq. */
static int
judge_gap(struct log *l, struct err *e)
{
	int64_t next;
	size_t i;

	if (segment_list(l, e) == -1)
		return -1;

	for (i = 0; i < l->n_segments; i++) {
		next = l->segments[i].first_seq;
		if (next > l->next_seq)
			return err_set(e, STATUS_IO,
			    "cannot read '%s': seq %lld to %lld are missing",
			    l->name, (long long)l->next_seq,
			    (long long)next - 1);
	}
	return 0;
}

/* Our segment was unlinked: dropped, or salvaged and another one now. */
static int
find_again(struct log *l, struct err *e)
{
	int64_t due = l->next_seq;

	if (log_seek(l, due, e) == -1)
		return -1;
	if (l->next_seq <= due)
		return l->read_held != 0;
	return err_set(e, STATUS_TEMPORARY,
	    "cannot read on in '%s': what is before seq %lld was dropped "
	    "meanwhile",
	    l->name, (long long)l->next_seq);
}

static bool
later_is_known(const struct log *l)
{
	return l->n_segments > 0 &&
	    l->segments[l->n_segments - 1].first_seq > l->next_seq;
}

/* 1 went on to the next segment, 0 the end for now, -1. */
static int
go_on(struct log *l, struct err *e)
{
	bool rest = l->window_len > l->window_used;
	struct stat st;
	int fd = -1;

	forget_window(l);
	if (l->next_seq != l->read_first) {
		fd = segment_open(l, l->next_seq, O_RDONLY);
		if (fd == -1 && errno != ENOENT)
			return err_sys(e, "cannot open '%s'", l->name);
	}
	if (fstat(l->read_held - 1, &st) == -1) {
		if (fd != -1)
			(void)close(fd);
		return err_sys(e, "cannot stat '%s'", l->name);
	}
	if (fd == -1 && st.st_nlink == 0)
		return find_again(l, e);
	if (fd == -1)
		return later_is_known(l) ? judge_gap(l, e) : 0;
	/* a writer cuts the tail before it begins a segment */
	if (rest && st.st_size > l->offset) {
		(void)close(fd);
		return damaged(l, e);
	}
	(void)read_segment(l, l->next_seq, fd);
	return 1;
}

static int
next_found(struct log *l, struct found *ret, struct err *e)
{
	bool again = false;
	int r;

	for (;;) {
		switch (scan_due(l, ret, e)) {
		case SCAN_FAILED:
			return -1;
		case SCAN_LINE:
			return 1;
		case SCAN_END:
			r = go_on(l, e);
			if (r != 1)
				return r;
			break;
		case SCAN_BAD:
			/* a tail may have been cut between two reads */
			if (again)
				return judge_bad(l, e);
			again = true;
			forget_window(l);
			break;
		}
	}
}

int
log_next(struct log *l, struct log_line *ret, struct err *e)
{
	struct found f;
	int r;

	if (l->read_held == 0) {
		if (log_seek(l, l->next_seq, e) == -1)
			return -1;
		if (l->read_held == 0)
			return 0;
	}
	r = next_found(l, &f, e);
	if (r != 1)
		return r;

	consume(l, &f);
	f.s[f.len - LOG_LINE_CRC] = '}';
	ret->seq = f.seq;
	ret->text = (struct span){ f.s, f.len - LOG_LINE_CRC + 1 };
	return 1;
}

/* Read on, without consuming, to the first line with seq >= `seq`. */
static int
walk_to(struct log *l, int64_t seq, struct err *e)
{
	struct found f;
	int r;

	while (l->next_seq < seq && (r = next_found(l, &f, e)) != 0) {
		if (r == -1)
			return -1;
		if (f.seq >= seq)
			break;
		consume(l, &f);
	}
	return 0;
}

int
log_seek(struct log *l, int64_t seq, struct err *e)
{
	struct stat st;
	size_t i;
	int fd;

	close_reading(l);
	if (segment_list(l, e) == -1)
		return -1;

	l->next_seq = 1;
	if (l->n_segments == 0)
		return 0;

	for (i = l->n_segments - 1; i > 0; i--) {
		if (l->segments[i].first_seq <= seq)
			break;
	}
	fd = segment_open(l, l->segments[i].first_seq, O_RDONLY);
	if (fd == -1)
		return err_sys(e, "cannot open a segment of '%s'", l->name);
	(void)read_segment(l, l->segments[i].first_seq, fd);
	if (fstat(fd, &st) == -1)
		return err_sys(e, "cannot stat '%s'", l->name);

	if (seq > l->next_seq && log_bisect(l, st.st_size, seq, e) == -1)
		return -1;
	return walk_to(l, seq, e);
}

int
log_sync_read(struct log *l, struct err *e)
{
	struct stat st;

	if (!l->unsynced || l->read_held == 0)
		return 0;

	/* older segments were synced before this one was made */
	if (file_datasync(l->read_held - 1, l->name, e) == -1)
		return -1;

	/* a second name: compaction died before it synced the folder */
	if (fstat(l->read_held - 1, &st) == 0 && st.st_nlink > 1 &&
	    dir_sync(l->dir_held - 1, e) == -1)
		return -1;
	l->unsynced = false;
	return 0;
}
