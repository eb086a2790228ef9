#include "store/journal.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "base/err.h"
#include "disk/lock.h"
#include "disk/log-segment.h"

/* When the segment was last written, and its length; 0 where it is gone. */
static int64_t
written_ms(const struct log *l, size_t i, int64_t *ret_bytes)
{
	char name[SEGMENT_NAME_MAX];
	struct stat st;

	*ret_bytes = 0;
	segment_name(name, l->segments[i].first_seq);
	if (fstatat(l->dir_held - 1, name, &st, AT_SYMLINK_NOFOLLOW) == -1)
		return 0;
	*ret_bytes = st.st_size;
	return (int64_t)st.st_mtim.tv_sec * 1000 + st.st_mtim.tv_nsec / 1000000;
}

/* The seq that everything before may be dropped of. */
static int64_t
keep_from(const struct log *l, int64_t decide_cursor, int64_t now_ms)
{
	int64_t total = log_size(l);
	int64_t bytes;
	int64_t at_ms;
	size_t i;

	for (i = 0; i + 1 < l->n_segments; i++) {
		at_ms = written_ms(l, i, &bytes);
		if (now_ms - at_ms < JOURNAL_KEEP_MS &&
		    total <= JOURNAL_KEEP_BYTES)
			break;
		/* its last line is not yet taken in by decide */
		if (l->segments[i + 1].first_seq - 1 > decide_cursor)
			break;
		total -= bytes;
	}
	return l->n_segments == 0 ? 1 : l->segments[i].first_seq;
}

int
journal_rotate(struct journal *j, int64_t decide_cursor, int64_t now_ms,
    int (*save)(void *arg, int64_t seq, struct err *e), void *arg,
    struct err *e)
{
	struct lock lock = { 0 };
	int64_t first;
	int64_t next;
	int64_t keep;
	int r;

	if (log_bounds(&j->log, &first, &next, e) == -1)
		return -1;
	keep = keep_from(&j->log, decide_cursor, now_ms);
	if (keep <= first)
		return 0;
	/* unread messages travel with it */
	if (save(arg, keep, e) == -1)
		return -1;
	if (lock_take(&lock, j->home->workspace, "journal", LOCK_WAIT_MS, e) ==
	    -1)
		return -1;
	/* committed */
	r = log_drop_before(&j->log, keep, e);
	lock_drop(&lock);
	return r;
}

int
journal_verify(struct journal *j, bool salvage,
    void (*say)(void *arg, const char *text), void *arg, struct err *e)
{
	struct lock lock = { 0 };
	int r = 0;

	if (salvage)
		r = lock_take(
		    &lock, j->home->workspace, "journal", LOCK_WAIT_MS, e);
	if (r == 0)
		r = log_verify(&j->log, salvage, say, arg, e);
	lock_drop(&lock);
	return r;
}
