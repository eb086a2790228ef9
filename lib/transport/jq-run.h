#ifndef SGT_TRANSPORT_JQ_RUN_H
#define SGT_TRANSPORT_JQ_RUN_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/text.h"

struct err;

/*
 * What the two ends of a worker's socket say: a frame is one byte and a length,
 * then so many bytes.  Between jq.c (the parent's end) and jq-run.c (the
 * worker).
 */
enum jq_word {
	/* to the worker: named arguments, program text, one call's input */
	JQ_ARGS = 'A',
	JQ_PROGRAM = 'P',
	JQ_CALL = 'C',
	/* from it: one result, the program's complaint, all is said */
	JQ_VALUE = 'V',
	JQ_REFUSED = 'R',
	JQ_DONE = 'D'
};

struct jq_frame {
	uint32_t word;
	uint32_t len;
};

/* What a worker is allowed; sent to the nursery with the socket. */
struct jq_order {
	uint64_t memory_max;
	int64_t deadline_ms;
};

/* The nursery's loop: ends when its socket does. */
_Noreturn void jq_nursery_run(int fd);
/* A worker's life on descriptor 0: program, then calls; jq.c knows jv. */
void jq_work(int fd, int64_t deadline_ms);
/* Whole frames; false at the end or on failure. */
int jq_frame_read(int fd, struct jq_frame *ret, char **ret_text);
int jq_frame_write(int fd, enum jq_word word, const char *s, size_t len);
struct jq_program;
/* libjq's complaint about a program, as "NAME:LINE: what" (78). */
int jq_not_compiled(
    const struct jq_program *p, struct span complaint, struct err *e);

#endif
