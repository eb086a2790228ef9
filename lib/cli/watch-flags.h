#ifndef SGT_CLI_WATCH_FLAGS_H
#define SGT_CLI_WATCH_FLAGS_H

#include "cli/tool.h"

struct buf;
struct err;

/*
 * What `sgt-watch add` takes for one watch, as the user wrote it.  It becomes a
 * spec in JSON, the same as a line of `add -`: one validation for both.
 */
struct watch_flags {
	const char *kind;
	const char *objective;
	const char *to;
	const char *urgency;
	const char *every;
	const char *realert;
	const char *window;
	const char *first;
	const char *hold;
	const char *floor;
	const char *budget;
	const char *until;
	const char *types;
	const char *label;
	const char *group;
	struct opt_list when;
	const char *changed;
};

/* The options that fill f. */
#define WATCH_FLAGS_OPTIONS(f)                                                 \
	OPT_TEXT('k', "kind", "KIND", &(f).kind,                               \
	    "of this kind (default: who claims it)"),                          \
	    OPT_TEXT('o', "objective", "NAME", &(f).objective,                 \
		"until this objective is reached or blocked"),                 \
	    OPT_TEXT('t', "to", "PARTY", &(f).to,                              \
		"session:ID or human:NAME (default: you)"),                    \
	    OPT_TEXT('u', "urgency", "WORD", &(f).urgency,                     \
		"fyi, next-turn, steer, interrupt"),                           \
	    OPT_TEXT('e', "every", "D", &(f).every, "look so often"),          \
	    OPT_TEXT(                                                          \
		0, "realert", "D", &(f).realert, "tell again after (6h)"),     \
	    OPT_TEXT(0, "window", "D", &(f).window,                            \
		"join what follows within (4m)"),                              \
	    OPT_TEXT(0, "first", "wake|hold", &(f).first,                      \
		"tell the first at once, or hold it too"),                     \
	    OPT_TEXT(0, "for", "D", &(f).hold,                                 \
		"a condition counts once it has held so long"),                \
	    OPT_TEXT(0, "floor", "N", &(f).floor, "wake after N quiet looks"), \
	    OPT_TEXT(0, "budget", "LIST", &(f).budget,                         \
		"wakes=N,turns=N,tokens=N,runtime=D,errors=N"),                \
	    OPT_TEXT(0, "until", "END", &(f).until,                            \
		"subject_terminal, never, at=TIME, count=N"),                  \
	    OPT_TEXT(0, "types", "GLOB,...", &(f).types,                       \
		"only events of these types"),                                 \
	    OPT_TEXT('l', "label", "TEXT", &(f).label, "what you call it"),    \
	    OPT_TEXT('g', "group", "TEXT", &(f).group, "what it belongs to"),  \
	    OPT_LIST(0, "when", "NAME=JQ", &(f).when,                          \
		"a condition over what was read"),                             \
	    OPT_TEXT(0, "changed", "JQ", &(f).changed,                         \
		"tell when this value changes")

/*
 * The spec of f for these subjects and this command (n_argv 0: none).  A text
 * that no spec could say (not UTF-8, no NAME=) is refused: 64.
 */
int watch_flags_print(const struct watch_flags *f, char *subjects[],
    int n_subjects, char *argv[], int n_argv, struct buf *out, struct err *e);

#endif
