#ifndef SGT_TRANSPORT_COMMAND_H
#define SGT_TRANSPORT_COMMAND_H

#include <stdint.h>

struct buf;
struct err;

/*
 * One run of another program of the system's (git, tmux, td) to its end: no
 * shell, HOME PATH LANG LC_ALL TMPDIR and what is given, a deadline.  Nothing
 * that it says is handed on but its output, to who asked for it.
 */
struct command {
	/* NULL at the end; argv[0] is sought in PATH */
	const char *const *argv;
	/* NULL: where we are */
	const char *cwd;
	/* "NAME=VALUE", NULL at the end; or NULL */
	const char *const *env;
	/* 0: COMMAND_TIMEOUT_MS */
	int64_t timeout_ms;
};

#define COMMAND_TIMEOUT_MS 60000
#define COMMAND_OUT_MAX (1024 * 1024)

/*
 * Its exit status; where that is not 0, e has it and the first line of what it
 * complained.  Its stdout goes to ret_out (NULL: nobody wants it), without the
 * last newline.  -1: it is not there (78), did not end in time or was killed
 * (75), or said more than COMMAND_OUT_MAX (65).
 */
int command_run(const struct command *c, struct buf *ret_out, struct err *e);

/* The same, and an exit status other than 0 is an error: what failed (74). */
int command_do(const struct command *c, const char *what, struct buf *ret_out,
    struct err *e);

#endif
