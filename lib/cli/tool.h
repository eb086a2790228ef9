#ifndef SGT_CLI_TOOL_H
#define SGT_CLI_TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/text.h"
#include "cli/opt.h"

/*
 * A program's frame: one table of options feeds parser, --help, hidden
 * --options (for completions) and the conformance test.  cli is the only
 * library code that prints.  STYLE.md 2.4, 2.10.
 */

struct buf;

/* A program with verbs is a noun. */
struct verb {
	const char *name;
	/* argv holds the operands only; returns the status to end with */
	int (*run)(int argc, char *argv[]);
	/* "SUBJECT... [-- COMMAND ARG...]": a line with the usage before it */
	const char *synopsis;
	const char *brief;
	const struct opt *opts;
};

struct tool {
	const char *name;
	const char *brief;
	const char *synopsis;
	const struct opt *opts;
	/* ends with a verb whose name is NULL; NULL for a single act */
	const struct verb *verbs;
	/*
	 * ignores SIGPIPE: a broken pipe is 74 after the commit; and SIGXFSZ: a
	 * file's limit is a failed write
	 */
	bool commits;
};

/*
 * Parse; answers --help, --version, --options; every tool has --quiet and
 * --json unasked.  A usage error is two lines on stderr, then exit 64.  After
 * it argc/argv hold the operands alone: argv[0] is the first.  An SGT_NOW that
 * is no time is 78.
 */
void tool_start(const struct tool *t, int *argc, char ***argv);
/* The same, then look the verb up, parse its options, run it: its status. */
int tool_run_verb(const struct tool *t, int *argc, char ***argv);
/* How many operands stood before "--"; all of them where there was none. */
int tool_operands_before_dashes(void);

/*
 * Soft: "PROGRAM: text" on stderr, cleaned of control characters, and the
 * status remembered for tool_end.
 */
void tool_warn(const struct err *e);
void tool_warn_text(enum status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Before anything is owned: says it and exits. */
_Noreturn void tool_die(const struct err *e);
_Noreturn void
tool_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A usage error where there is an operand. */
void tool_refuse_operands(int argc, char *argv[]);

/* --quiet: nothing but errors on stderr, no progress, no word of success */
bool tool_is_quiet(void);
bool tool_is_terminal(void);
/* --json, or stdout is no terminal */
bool tool_wants_json(void);

/*
 * Remember a status: the gravest of those heard is the exit status.  Gravest is
 * what the caller must not miss: 70 71 74 77 78 64, then 75 (the rest is still
 * to be done) before 65 (the rest was done), then 1, then 0.
 */
void tool_note(enum status status);
/* Flush and check stdout; false when it is broken, which is said once (74). */
bool tool_flush(void);
/* The same and close it; gives the exit status; pass what main's work gave. */
int tool_end(int status);

/* Memory for one line, reused by all of lib/cli; reset before use. */
struct buf *tool_scratch(void);

#endif
