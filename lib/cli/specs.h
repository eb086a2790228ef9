#ifndef SGT_CLI_SPECS_H
#define SGT_CLI_SPECS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/text.h"

struct err;

/*
 * A file of JSON lines that are no events: specs of watches.  It is read whole
 * (at most 64 MiB) before the first line is handed out, so that nothing is done
 * for a file that cannot be read.  Owns the text.
 */
struct specs {
	/* "stdin" or the file's name */
	const char *name;
	size_t line_number;
	struct buf text;
	size_t at;
};

/* "-" is stdin. */
int specs_open(struct specs *ret, const char *file, struct err *e);
/* The next line that is not empty, without its end. */
bool specs_next(struct specs *in, struct span *ret);
/* "PROGRAM: FILE:LINE: reason", status 65. */
void specs_complain(const struct specs *in, const struct err *e);
void specs_close(struct specs *in);

#endif
