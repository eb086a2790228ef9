#ifndef SGT_CLI_OPT_H
#define SGT_CLI_OPT_H

#include <stddef.h>
#include <stdint.h>

/*
 * One option: a row of a program's table, which feeds parser, help and
 * completions.  ret is where its value goes; what is not given leaves that
 * alone.  STYLE.md 2.10.
 */

enum opt_kind {
	OPT_KIND_END,
	OPT_KIND_FLAG,
	OPT_KIND_TEXT,
	/* repeatable: appends to a struct opt_list */
	OPT_KIND_LIST,
	OPT_KIND_INT,
	/* N(s|m|h|d), milliseconds */
	OPT_KIND_DURATION
};

struct opt_list {
	const char **list;
	size_t n;
};

struct opt {
	enum opt_kind kind;
	/* 0: no short form */
	char letter;
	const char *name;
	const char *arg;
	void *ret;
	const char *help;
	int64_t min;
	int64_t max;
};

#define OPT_FLAG(letter, name, ret, help)                                      \
	{                                                                      \
		OPT_KIND_FLAG, letter, name, NULL, ret, help, 0, 0             \
	}
#define OPT_TEXT(letter, name, arg, ret, help)                                 \
	{                                                                      \
		OPT_KIND_TEXT, letter, name, arg, ret, help, 0, 0              \
	}
#define OPT_LIST(letter, name, arg, ret, help)                                 \
	{                                                                      \
		OPT_KIND_LIST, letter, name, arg, ret, help, 0, 0              \
	}
#define OPT_INT(letter, name, arg, ret, min, max, help)                        \
	{                                                                      \
		OPT_KIND_INT, letter, name, arg, ret, help, min, max           \
	}
#define OPT_DURATION(letter, name, arg, ret, help)                             \
	{                                                                      \
		OPT_KIND_DURATION, letter, name, arg, ret, help, 0, 0          \
	}
#define OPT_END                                                                \
	{                                                                      \
		OPT_KIND_END, 0, NULL, NULL, NULL, NULL, 0, 0                  \
	}

#endif
