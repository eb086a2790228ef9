#ifndef SGT_DISK_LOG_LINE_H
#define SGT_DISK_LOG_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct buf;

/* One line of a log: {...,"seq":N,"crc":"xxxxxxxx"}.  disk/log.h */

/* ,"crc":"xxxxxxxx"} */
#define LOG_LINE_CRC 18

/*
 * Append line (a JSON object) with its seq, crc and newline; false: no object.
 */
bool log_line_seal(struct buf *out, struct span line, int64_t seq);

/* The seq of a line (without newline) whose crc is right, else 0. */
int64_t log_line_check(const char *s, size_t len);

/* The gap line that stands for n lost lines, the last of which had this seq. */
void log_line_lost(struct buf *out, int64_t n, int64_t seq);

/* How many lines a checked line stands for as lost; 0 for any other line. */
int64_t log_line_is_lost(const char *s, size_t len);

#endif
