#ifndef SGT_CLI_OPTIONS_H
#define SGT_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
struct err;
struct opt;

/*
 * What cli/tool makes of its tables of options.  Pure: nothing is printed here.
 */
#define OPTIONS_TABLES 2

struct options {
	/*
	 * the first that knows a name wins; each ends with OPT_END; may be NULL
	 */
	const struct opt *tables[OPTIONS_TABLES];
	/* options may follow operands; else the first operand ends them */
	bool mixed;
	/* how many operands stood before "--"; -1 where there was none */
	int n_before_dashes;
};

/*
 * Set what argv asks for and leave the operands in argv, in order.  Refused by
 * name with status 64: an unknown option (with the nearest name), a missing or
 * surplus value, a number that is none or out of range.  Long options are not
 * abbreviated; "-" is an operand; "--" ends the options.
 */
int options_parse(struct options *o, int *argc, char *argv[], struct err *e);

/* "  -t, --type=GLOB  what it does", no line over 80 columns. */
void options_help(const struct options *o, struct buf *out);
/* "--type=GLOB<TAB>what it does" a line, for completions and tests. */
void options_list(const struct options *o, struct buf *out);

/* One row of help: left, and text in a column of its own from `width` on. */
void
options_row(struct buf *out, const char *left, size_t width, const char *text);

#endif
