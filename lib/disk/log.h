#ifndef SGT_DISK_LOG_H
#define SGT_DISK_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/text.h"

struct err;

/*
 * An append-only log of JSON lines: inbound/, state/ and journal/ are this
 * code.  A folder of segments log-SEQ.jsonl (20 digits) named by their first
 * seq, and id.json with the store's id and epoch.  Each line is a JSON object
 * whose last two members are "seq" (of the log, from 1, contiguous) and "crc"
 * (CRC-32C in eight hex digits of all bytes before its comma).  The log knows no
 * noun and takes no lock: its owner does.  DESIGN.md 8; sgt-store(5).
 *
 * Readers need no lock.  A torn or NUL tail is "not yet there" to a reader;
 * a writer saves it aside (torn-SEQ-OFFSET) and cuts it.  Damage before the
 * tail stops the reader at a named offset (74).
 */

#define LOG_LINE_MAX (4 * 1024 * 1024)
#define LOG_SEGMENT_MAX (8 * 1024 * 1024)

struct log_segment {
	int64_t first_seq;
};

struct log {
	int dir;
	char name[32];
	char store[40];
	int64_t epoch;
	struct log_segment *segments;
	size_t n_segments;
	/* reading: the segment, its descriptor + 1, where in it, the next seq */
	size_t at;
	int read_held;
	int64_t offset;
	int64_t next_seq;
	struct buf window;
	size_t window_used;
	bool unsynced;
	/* writing: descriptor + 1 of the last segment, its length, next seq */
	int write_held;
	int64_t write_len;
	int64_t write_seq;
};

/* A line as the reader gets it: without its crc, closed again; it lives until the next call. */
struct log_line {
	int64_t seq;
	struct span text;
};

/* Where a reader stands, as others may keep it: "STORE:EPOCH:SEQ". */
struct cursor {
	char store[40];
	int64_t epoch;
	/* the last seq taken in */
	int64_t seq;
};

enum cursor_fault {
	CURSOR_FINE,
	CURSOR_TOO_OLD,
	CURSOR_AHEAD,
	CURSOR_OTHER_STORE
};

#define CURSOR_TEXT_MAX 96

/* Open home/<name>, made where `make`.  A log that is not there is empty. */
int
log_open(struct log *ret, int home, const char *name, bool make, struct err *e);
void log_close(struct log *l);

/*
 * Go to the first line with seq >= `seq` (bisection: O(log n) reads).  A seq
 * below the oldest line, or beyond the end plus one, goes to the nearest.
 */
int log_seek(struct log *l, int64_t seq, struct err *e);
/* First and next-to-be-written seq as they are now on disk. */
int
log_bounds(struct log *l, int64_t *ret_first, int64_t *ret_next, struct err *e);

/* 1 a line, 0 at the end for now, -1 damage or failure. */
int log_next(struct log *l, struct log_line *ret, struct err *e);

/*
 * fdatasync every segment read from since the last call: nothing read from a log
 * is acted on before it is durable (its writer may have died before the sync).
 */
int log_sync_read(struct log *l, struct err *e);

/*
 * Append n lines, each one JSON object without newline, seq or crc: repair
 * the tail if this log was not yet written to, one write, one fdatasync
 * (plus the folder's fsync with a new segment).  Under the owner's lock.
 * *ret_seq is the seq of the first.  On failure the file is cut back and
 * the log may not be appended to again (fsync is never retried).
 */
int log_append(struct log *l, const struct span *lines, size_t n,
    int64_t *ret_seq, struct err *e);

/*
 * Compaction and rotation: the given lines become a new segment (temp, fsync,
 * rename, fsync of the folder) that begins at the next seq.
 */
int log_begin_segment(struct log *l, const struct span *lines, size_t n,
    int64_t *ret_seq, struct err *e);
/* Unlink whole segments whose every line is below seq; never the last one. */
int log_drop_before(struct log *l, int64_t seq, struct err *e);
int64_t log_size(const struct log *l);

/*
 * Check every line; say() gets one sentence a fault.  With salvage (under the
 * owner's lock) a damaged segment is rewritten with every good line, the bad bytes
 * saved aside, the epoch raised.  0 clean, 1 faults found, -1 failure.
 */
int log_verify(struct log *l, bool salvage,
    void (*say)(void *arg, const char *text), void *arg, struct err *e);

void cursor_print(const struct cursor *c, char ret[CURSOR_TEXT_MAX]);
int cursor_parse(struct span s, struct cursor *ret, struct err *e);
void log_cursor(const struct log *l, int64_t seq, struct cursor *ret);
/* Lines lost go to *ret_lost with CURSOR_TOO_OLD. */
enum cursor_fault
log_check_cursor(struct log *l, const struct cursor *c, int64_t *ret_lost);

#endif
