#ifndef SGT_DISK_LOG_H
#define SGT_DISK_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/text.h"
#include "disk/cursor.h"

struct err;

/*
 * An append-only log of JSON lines: inbound/, state/ and journal/ are this
 * code.  A folder of segments log-SEQ.jsonl (20 digits) named by their first
 * seq, and id.json {"version","store","epoch"}.  Each line is a JSON object
 * whose last two members are "seq" (of the log, from 1, contiguous) and "crc"
 * (CRC-32C in eight hex digits of all bytes before its comma).  The log knows
 * no noun and takes no lock: its owner does.  DESIGN.md 8; sgt-store(5).
 *
 * Readers need no lock.  A torn or NUL tail is "not yet there" to a reader;
 * a writer saves it aside (torn-SEQ-OFFSET) and cuts it.  Damage before the
 * tail stops the reader at a named offset (74).  A line that begins with
 * {"lost":N is the log's own: salvage left it in the place of N lines.
 *
 * A segment's name is durable before its first line is written, and a segment
 * is synced before its successor is made.
 */

#define LOG_LINE_MAX (4 * 1024 * 1024)
#define LOG_SEGMENT_MAX (8 * 1024 * 1024)

struct log_segment {
	int64_t first_seq;
};

/* What a writer found at the end and set aside. */
struct log_torn {
	int64_t first_seq;
	int64_t from;
	/* 0: nothing was torn */
	int64_t to;
};

struct log {
	/* borrowed: the folder that holds ours */
	int home;
	/* descriptors + 1, so that zero holds nothing */
	int dir_held;
	char name[32];
	char store[CURSOR_STORE_MAX];
	int64_t epoch;
	struct log_segment *segments;
	size_t n_segments;
	size_t cap_segments;

	/* reading: the segment, where in it the next line is, its seq */
	int read_held;
	int64_t read_first;
	int64_t offset;
	int64_t next_seq;
	/* bytes of the segment; window + window_used is at offset */
	char *window;
	size_t window_cap;
	size_t window_len;
	size_t window_used;
	/* how much the next read asks for */
	size_t window_next;
	/* something was read since the last log_sync_read */
	bool unsynced;
	/* lines that salvage gave up, as far as was read */
	int64_t lost;

	/* writing: the last segment, its length, the next seq */
	int write_held;
	int64_t write_first;
	int64_t write_len;
	int64_t write_seq;
	/* its last line is whole but for the newline */
	bool unterminated;
	/* a write or sync failed: never appended to again */
	bool failed;
	struct buf out;
	struct log_torn torn;
};

/*
 * A line as the reader gets it: without its crc, closed again; it lives
 * until the next call.
 */
struct log_line {
	int64_t seq;
	struct span text;
};

/* Open home/<name>, made where `make`.  A log that is not there is empty. */
int
log_open(struct log *ret, int home, const char *name, bool make, struct err *e);
void log_close(struct log *l);

/*
 * Go to the first line with seq >= `seq` (bisection: O(log n) reads).  A seq
 * below the oldest line, or beyond the end plus one, goes to the nearest.
 */
int log_seek(struct log *l, int64_t seq, struct err *e);
/*
 * First and next-to-be-written seq as they are now on disk (1 and 1 where
 * nothing is); refreshes `segments`.
 */
int
log_bounds(struct log *l, int64_t *ret_first, int64_t *ret_next, struct err *e);

/*
 * 1 a line, 0 at the end for now, -1 damage or failure; 75 where what is next
 * was dropped by retention or compaction meanwhile: seek again.
 */
int log_next(struct log *l, struct log_line *ret, struct err *e);

/*
 * fdatasync what was read since the last call: nothing read from a log is
 * acted on before it is durable (its writer may have died before the sync).
 */
int log_sync_read(struct log *l, struct err *e);
/* The same for all that is there: *ret_next is the seq up to which it holds. */
int log_sync_all(struct log *l, int64_t *ret_next, struct err *e);

/*
 * Append n lines, each one JSON object without newline, seq or crc: repair
 * the tail where somebody else wrote last, one write, one fdatasync (plus the
 * folder's fsync with a new segment).  Under the owner's lock.  *ret_seq is
 * the seq of the first.  On failure the file is cut back and the log may not be
 * appended to again (fsync is never retried).
 */
int log_append(struct log *l, const struct span *lines, size_t n,
    int64_t *ret_seq, struct err *e);
/*
 * Its two halves, for an owner who must know the seq to make the lines: the
 * tail repaired, then one write or several, under one lock.
 */
int log_ready(struct log *l, int64_t *ret_seq, struct err *e);
int log_write(struct log *l, const struct span *lines, size_t n, struct err *e);

/*
 * Compaction: the given lines become a new segment (temp, fsync, link, fsync
 * of the folder, unlink of the temp) that begins at the next seq.
 */
int log_begin_segment(struct log *l, const struct span *lines, size_t n,
    int64_t *ret_seq, struct err *e);
/* Unlink whole segments whose every line is below seq; never the last one. */
int log_drop_before(struct log *l, int64_t seq, struct err *e);
/*
 * "journal/log-…: torn tail set aside: bytes 5 to 9", once for each that
 * log_append found; false where there was none.
 */
bool log_torn(struct log *l, struct err *ret);
/* Bytes of all segments known to `l`. */
int64_t log_size(const struct log *l);

/*
 * Check every line; say() gets one sentence a fault, and one for a torn tail,
 * which is none.  With salvage (under the owner's lock) a damaged segment is
 * rewritten with every good line, the bad bytes saved aside
 * (damaged-SEQ-OFFSET), the epoch raised.  0 clean, 1 faults found, -1 failure.
 */
int log_verify(struct log *l, bool salvage,
    void (*say)(void *arg, const char *text), void *arg, struct err *e);

/* The cursor of one who has taken in `seq`. */
void log_cursor(const struct log *l, int64_t seq, struct cursor *ret);
/* Lines lost go to *ret_lost with CURSOR_TOO_OLD. */
enum cursor_fault
log_check_cursor(struct log *l, const struct cursor *c, int64_t *ret_lost);

#endif
