#ifndef SGT_CLI_EVENTS_H
#define SGT_CLI_EVENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/pool.h"
#include "model/event.h"

struct err;

/*
 * Events in from operands or stdin ("-" or none), events out on stdout.  A line
 * that is none is reported as "PROGRAM: stdin:LINE: reason" (status 65) and the
 * stream goes on.  CR and a missing last newline are fine; empty lines are
 * passed over; a line over JSON_LINE_MAX is reported and skipped.
 */
struct events {
	char **files;
	int n_files;
	int fd;
	const char *name;
	size_t line_number;
	/* a bare word is a subject (sgt-probe): handed to bare() */
	bool (*bare)(struct span line, struct event *ret, struct pool *p);
	/* before anything is said of a line: stderr may be slow */
	void (*before_complaint)(void *arg);
	void *arg;
	struct buf in;
	size_t used;
	/* the end of the last whole line that the last read returned */
	size_t batch_end;
	bool eof;
	bool skipping;
	struct pool pool;
	bool broken;
};

void events_open(struct events *in, int n_files, char *files[]);

/*
 * One event; what it hands out lives until the next call.  Stops when stdout is
 * broken.
 */
bool events_next(struct events *in, struct event *ret);

/*
 * Wait for what one read(2) returns and take its whole lines as a batch;
 * false at the end.  Then events_next_in_batch until false; what those hand out
 * lives until the next events_batch.
 */
bool events_batch(struct events *in);
bool events_next_in_batch(struct events *in, struct event *ret);
/* There are lines in the batch that were not looked at. */
bool events_has_more(const struct events *in);

/* The line handed out last is none after all: "PROGRAM: stdin:LINE: reason". */
void events_complain(const struct events *in, const struct err *e);

/* STATUS_OK; releases. */
int events_close(struct events *in);

void event_emit(const struct event *ev);
/* A finished line, or several, without the last newline. */
void event_emit_text(struct span line);
/* Flush what is printed: after each batch, before any wait. */
void events_flush(void);

#endif
