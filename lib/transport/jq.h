#ifndef SGT_TRANSPORT_JQ_H
#define SGT_TRANSPORT_JQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/text.h"

struct buf;
struct err;

/*
 * jq programs run in worker processes: no environment, no home, TZ=UTC0, limits
 * on CPU, memory, files and descriptors, a deadline and a byte limit a call.
 * libjq is no sandbox (a number from a server can abort it), so nothing that
 * holds a credential or a lock runs one.  jq.c is the only file that knows jv.
 * DESIGN.md 6, sgt-kind(7).
 *
 * The nursery is forked first, before any credential is read, and forks the
 * workers on demand: a worker begins with nothing in its memory but the
 * nursery's.  Workers are children of the caller.
 */
struct jq_nursery {
	/* our end + 1, so that zero holds nothing */
	int held;
	pid_t pid;
};

int jq_nursery_start(struct jq_nursery *ret, struct err *e);
void jq_nursery_stop(struct jq_nursery *n);

/*
 * text follows the prelude, which hides $ENV env input inputs debug stderr halt
 * halt_error now and modulemeta, makes import and include syntax errors, and
 * gives `hierarchy` and `document` their defaults.  The program's input is
 * {"op":OP,"in":IN}.
 */
struct jq_text {
	/* the path that errors name */
	const char *name;
	struct span text;
};

struct jq_program {
	const char *name;
	struct span text;
	/* what goes before it: text may call what these define */
	const struct jq_text *libraries;
	size_t n_libraries;
	/* its operations, functions of the text, NULL at the end */
	const char *const *ops;
	/* a JSON object: each member is the variable of its name */
	struct span args;
};

#define JQ_DEADLINE_MS 5000
#define JQ_OUT_MAX (8 * 1024 * 1024)
#define JQ_IN_MAX (64 * 1024 * 1024)
#define JQ_MEMORY_MAX (512 * 1024 * 1024)
/* after two failures of the process the program is skipped */
#define JQ_FAILURES_MAX 2

struct jq_worker {
	const struct jq_nursery *nursery;
	struct jq_program program;
	/* zero takes the constants above */
	int64_t deadline_ms;
	size_t out_max;
	size_t memory_max;
	/* called while a call is waited for, at least every 20 ms */
	void (*idle)(void *arg);
	void *idle_arg;
	/* the socket + 1; 0 while none runs */
	int held;
	pid_t pid;
	/* died, hung or said too much so often */
	int failures;
};

/*
 * Call an operation: `in` is one JSON value, or NULL for what the call before
 * was given (null where there was none), which is not sent and parsed again;
 * `out` gets the results, each in one line.  -1: 65 the program refused (its message, with the path), or what
 * it printed is no JSON; 75 the worker died, hung, ran out of memory or said
 * too much: it was killed, and the next call starts another; after
 * JQ_FAILURES_MAX of those, 78 at once.  A program that does not compile is 78
 * and names path and line.
 */
int jq_call(struct jq_worker *w, const char *op, const struct buf *in,
    struct buf *out, struct err *e);
/* Start it and compile, where that has not been done yet. */
int jq_start_worker(struct jq_worker *w, struct err *e);
/* Kill and reap; w may be used again. */
void jq_stop_worker(struct jq_worker *w);

/*
 * Does a condition (--when, --changed) compile alone?  name is for the message
 * ("--when 'slow'").  Runs a nursery and a worker of its own.
 */
#define JQ_TEXT_MAX 8192
int jq_check(struct span text, const char *name, struct err *e);

/* The text without its prelude, with the dispatch: for jq-run.c. */
void jq_program_text(const struct jq_program *p, struct buf *out);

/* At most so many conditions in one program. */
#define JQ_CONDITIONS_MAX 128

/*
 * The program of a set of conditions.  Its operation is "conditions", its input
 * {"use":[0,3],"status":…,"header":{…},"body":…}; in a condition . is the
 * body, $status and $header are variables.  For each used one a line
 * {"i":0,"true":bool,"value":…} (value: what it gave, an array where it
 * gave more or less than one), or {"i":0,"error":TEXT}.
 */
void jq_conditions_text(const struct span *texts, size_t n, struct buf *out);

#endif
