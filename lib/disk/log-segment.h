#ifndef SGT_DISK_LOG_SEGMENT_H
#define SGT_DISK_LOG_SEGMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct log;

/* The files of a log: their names, the list of them, the end of one. */

#define SEGMENT_NAME_MAX 40
#define SEGMENT_TEMP_MAX 48

/* log-SEQ.jsonl */
void segment_name(char ret[SEGMENT_NAME_MAX], int64_t first_seq);
/*
 * .log-SEQ.jsonl.tmp-new: linked to the segment while compaction is under way
 */
void segment_temp_name(char ret[SEGMENT_TEMP_MAX], int64_t first_seq);

/* The log's folder and id, taken up once they are there: 1 where not yet. */
int log_attach(struct log *l, struct err *e);
/* Read the list of segments anew. */
int segment_list(struct log *l, struct err *e);
/* -1 with errno; ENOENT: not there, EPERM: not a file of ours alone. */
int segment_open(const struct log *l, int64_t first_seq, int flags);

/* Where the whole lines of a segment end. */
struct segment_tail {
	/* after the newline of the last good line (or its '}') */
	int64_t end;
	int64_t next_seq;
	/* the last good line has lost its newline, and nothing follows */
	bool unterminated;
};

/* Found from the end backwards: a few reads for any segment. */
int segment_tail(int fd, int64_t size, int64_t first_seq,
    struct segment_tail *ret, struct err *e);

/* pread until len bytes or the end of the file; how many, -1 with errno. */
int64_t segment_read(int fd, char *s, size_t len, int64_t offset);

#endif
