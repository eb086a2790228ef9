#ifndef SGT_DISK_LOG_BISECT_H
#define SGT_DISK_LOG_BISECT_H

#include <stdint.h>

struct err;
struct log;

/*
 * The segment being read has `size` bytes and is at its start: move on to a
 * line (offset, next_seq) at or soon before the one with that seq.
 */
int log_bisect(struct log *l, int64_t size, int64_t seq, struct err *e);

#endif
