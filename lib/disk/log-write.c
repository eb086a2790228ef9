#include "disk/log.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/mem.h"
#include "disk/dir.h"
#include "disk/file.h"
#include "disk/log-line.h"
#include "disk/log-segment.h"

#define ASIDE_MAX 1000

static int
fail(struct log *l)
{
	l->failed = true;
	return -1;
}

static void
close_writing(struct log *l)
{
	if (l->write_held != 0)
		(void)close(l->write_held - 1);
	l->write_held = 0;
}

/* torn-SEQ-OFFSET, then -1, -2 ... where an earlier try left one. */
static int
save_aside(
    struct log *l, const char *s, size_t len, int64_t from, struct err *e)
{
	char name[96];
	int r = 1;
	int i;

	for (i = 0; r == 1 && i < ASIDE_MAX; i++) {
		(void)snprintf(name, sizeof(name), "torn-%020lld-%lld%s%.0d",
		    (long long)l->write_first, (long long)from,
		    i == 0 ? "" : "-", i);
		r = file_create(
		    l->dir_held - 1, name, (struct span){ s, len }, e);
	}
	if (r == 1)
		return err_set(e, STATUS_IO,
		    "cannot set a torn tail of '%s' aside", l->name);
	return r;
}

/* Bytes [from, to) of the last segment are no lines: save, then cut. */
static int
cut_tail(struct log *l, int fd, int64_t from, int64_t to, struct err *e)
{
	size_t len = (size_t)(to - from);
	char *s = mem_new(len);
	int r = -1;

	if (segment_read(fd, s, len, from) != (int64_t)len)
		(void)err_sys(e, "cannot read '%s'", l->name);
	else
		r = save_aside(l, s, len, from, e);
	free(s);
	if (r == -1)
		return -1;

	if (ftruncate(fd, from) == -1)
		return err_sys(e, "cannot cut '%s'", l->name);
	if (file_datasync(fd, l->name, e) == -1)
		return fail(l);
	l->torn = (struct log_torn){ l->write_first, from, to };
	return 0;
}

/* Compaction died between its link and its unlink. */
static int
finish_begun(struct log *l, struct err *e)
{
	char temp[SEGMENT_TEMP_MAX];

	if (dir_sync(l->dir_held - 1, e) == -1)
		return fail(l);
	segment_temp_name(temp, l->write_first);
	(void)unlinkat(l->dir_held - 1, temp, 0);
	return 0;
}

static int
take_up(struct log *l, int fd, struct err *e)
{
	struct segment_tail tail;
	struct stat st;

	if (fstat(fd, &st) == -1)
		return err_sys(e, "cannot stat '%s'", l->name);
	if (st.st_nlink > 1 && finish_begun(l, e) == -1)
		return -1;
	if (segment_tail(fd, st.st_size, l->write_first, &tail, e) == -1)
		return -1;
	if (tail.end < st.st_size &&
	    cut_tail(l, fd, tail.end, st.st_size, e) == -1)
		return -1;

	l->write_len = tail.end;
	l->write_seq = tail.next_seq;
	l->unterminated = tail.unterminated;
	/* its name may not be durable: who made it died before a line */
	if (tail.end == 0 && dir_sync(l->dir_held - 1, e) == -1)
		return fail(l);
	return 0;
}

/* The folder of a log that gets its first segment, and its name. */
static int
sync_parent(struct log *l, struct err *e)
{
	int up =
	    openat(l->dir_held - 1, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int r;

	if (up == -1)
		return err_sys(e, "cannot open the folder of '%s'", l->name);
	r = dir_sync(up, e);
	(void)close(up);
	return r;
}

static int
create_segment(struct log *l, int64_t first, struct err *e)
{
	int fd = segment_open(l, first, O_RDWR | O_APPEND | O_CREAT | O_EXCL);

	if (fd == -1)
		return err_sys(e, "cannot create a segment of '%s'", l->name);

	close_writing(l);
	l->write_held = fd + 1;
	l->write_first = first;
	l->write_seq = first;
	l->write_len = 0;
	l->unterminated = false;
	if (dir_sync(l->dir_held - 1, e) == -1 ||
	    (first == 1 && sync_parent(l, e) == -1))
		return fail(l);
	return 0;
}

static int
open_last(struct log *l, struct err *e)
{
	int fd;

	/* somebody else wrote since: a salvage may have raised the epoch */
	if (l->write_held != 0)
		l->store[0] = '\0';
	close_writing(l);
	if (segment_list(l, e) == -1)
		return -1;
	if (l->n_segments == 0)
		return create_segment(l, 1, e);

	l->write_first = l->segments[l->n_segments - 1].first_seq;
	fd = segment_open(l, l->write_first, O_RDWR | O_APPEND);
	if (fd == -1)
		return err_sys(e, "cannot open a segment of '%s'", l->name);
	if (take_up(l, fd, e) == -1) {
		(void)close(fd);
		return -1;
	}
	l->write_held = fd + 1;
	return 0;
}

/* Nobody has written since we did. */
static bool
is_still_ours(const struct log *l)
{
	char name[SEGMENT_NAME_MAX];
	struct stat st;

	if (l->write_held == 0 || fstat(l->write_held - 1, &st) == -1 ||
	    st.st_size != l->write_len || st.st_nlink != 1)
		return false;

	segment_name(name, l->write_seq);
	return l->write_seq == l->write_first ||
	    faccessat(l->dir_held - 1, name, F_OK, 0) == -1;
}

static int
ready(struct log *l, struct err *e)
{
	if (l->failed)
		return err_set(e, STATUS_IO,
		    "cannot append to '%s': an earlier write failed", l->name);
	if (l->dir_held == 0)
		return err_set(e, STATUS_BUG,
		    "cannot append to '%s': opened for reading", l->name);
	return is_still_ours(l) ? 0 : open_last(l, e);
}

/* Whole and durable: now it may have a successor. */
static int
finish_segment(struct log *l, struct err *e)
{
	if (l->unterminated &&
	    file_write_all(l->write_held - 1, "\n", 1, l->name, e) == -1)
		return fail(l);
	l->unterminated = false;
	if (file_datasync(l->write_held - 1, l->name, e) == -1)
		return fail(l);
	return 0;
}

static int
roll(struct log *l, struct err *e)
{
	if (l->write_len < LOG_SEGMENT_MAX)
		return 0;
	if (finish_segment(l, e) == -1)
		return -1;
	return create_segment(l, l->write_seq, e);
}

static int
seal_all(struct log *l, const struct span *lines, size_t n, struct err *e)
{
	size_t before;
	size_t i;

	buf_reset(&l->out);
	if (l->unterminated)
		buf_byte(&l->out, '\n');
	for (i = 0; i < n; i++) {
		before = l->out.len;
		if (!log_line_seal(
			&l->out, lines[i], l->write_seq + (int64_t)i))
			return err_set(e, STATUS_BUG,
			    "cannot append to '%s': no JSON object", l->name);
		if (l->out.len - before > LOG_LINE_MAX)
			return err_set(e, STATUS_DATA,
			    "cannot append to '%s': a line of more than %d "
			    "bytes",
			    l->name, LOG_LINE_MAX);
	}
	return 0;
}

static int
commit(struct log *l, struct err *e)
{
	int fd = l->write_held - 1;

	if (file_write_all(fd, l->out.s, l->out.len, l->name, e) == 0 &&
	    /* committed */
	    file_datasync(fd, l->name, e) == 0)
		return 0;

	/* nobody may take for told what its writer calls failed */
	if (ftruncate(fd, l->write_len) == -1)
		(void)err_set(e, STATUS_IO,
		    "cannot append to '%s', nor cut it back: %s", l->name,
		    strerror(errno));
	return fail(l);
}

int
log_ready(struct log *l, int64_t *ret_seq, struct err *e)
{
	if (ready(l, e) == -1)
		return -1;

	*ret_seq = l->write_seq;
	return 0;
}

int
log_write(struct log *l, const struct span *lines, size_t n, struct err *e)
{
	if (roll(l, e) == -1 || seal_all(l, lines, n, e) == -1 ||
	    commit(l, e) == -1)
		return -1;

	l->write_len += (int64_t)l->out.len;
	l->write_seq += (int64_t)n;
	l->unterminated = false;
	return 0;
}

int
log_append(struct log *l, const struct span *lines, size_t n, int64_t *ret_seq,
    struct err *e)
{
	if (log_ready(l, ret_seq, e) == -1)
		return -1;
	return log_write(l, lines, n, e);
}

static int
write_temp(struct log *l, const char *temp, struct err *e)
{
	int fd;
	int r;

	(void)unlinkat(l->dir_held - 1, temp, 0);
	fd = openat(l->dir_held - 1, temp,
	    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd == -1)
		return err_sys(e, "cannot create a segment of '%s'", l->name);

	r = file_write_all(fd, l->out.s, l->out.len, l->name, e);
	if (r == 0)
		r = file_sync(fd, l->name, e);
	(void)close(fd);
	return r;
}

int
log_begin_segment(struct log *l, const struct span *lines, size_t n,
    int64_t *ret_seq, struct err *e)
{
	char temp[SEGMENT_TEMP_MAX];
	char name[SEGMENT_NAME_MAX];

	if (ready(l, e) == -1)
		return -1;
	/* an empty segment has the name that ours would have */
	if (l->write_seq == l->write_first)
		return log_append(l, lines, n, ret_seq, e);

	if (finish_segment(l, e) == -1)
		return -1;
	if (seal_all(l, lines, n, e) == -1)
		return -1;

	segment_temp_name(temp, l->write_seq);
	segment_name(name, l->write_seq);
	if (write_temp(l, temp, e) == -1) {
		(void)unlinkat(l->dir_held - 1, temp, 0);
		return fail(l);
	}
	/* committed, once the folder is synced */
	if (linkat(l->dir_held - 1, temp, l->dir_held - 1, name, 0) == -1)
		return err_sys(e, "cannot create a segment of '%s'", l->name);
	if (dir_sync(l->dir_held - 1, e) == -1)
		return fail(l);
	(void)unlinkat(l->dir_held - 1, temp, 0);
	*ret_seq = l->write_seq;
	close_writing(l);
	return 0;
}

bool
log_torn(struct log *l, struct err *ret)
{
	char name[SEGMENT_NAME_MAX];

	if (l->torn.to == 0)
		return false;
	segment_name(name, l->torn.first_seq);
	(void)err_set(ret, STATUS_OK,
	    "%s/%s: torn tail set aside: bytes %lld to %lld", l->name, name,
	    (long long)l->torn.from, (long long)l->torn.to - 1);
	l->torn.to = 0;
	return true;
}

int
log_drop_before(struct log *l, int64_t seq, struct err *e)
{
	char name[SEGMENT_NAME_MAX];
	bool any = false;
	size_t i;

	if (segment_list(l, e) == -1)
		return -1;

	for (i = 0; i + 1 < l->n_segments; i++) {
		if (l->segments[i + 1].first_seq > seq)
			break;
		segment_name(name, l->segments[i].first_seq);
		if (unlinkat(l->dir_held - 1, name, 0) == -1 && errno != ENOENT)
			return err_sys(
			    e, "cannot remove '%s/%s'", l->name, name);
		any = true;
	}
	if (!any)
		return 0;
	l->n_segments -= i;
	memmove(
	    l->segments, l->segments + i, l->n_segments * sizeof(*l->segments));
	return dir_sync(l->dir_held - 1, e);
}
