#ifndef SGT_MODEL_LEVEL_H
#define SGT_MODEL_LEVEL_H

#include <stdbool.h>

#include "base/text.h"

struct words;

/*
 * The vocabularies of how much something matters, each from one array of
 * names: severity is the kind's word, priority the journal's, urgency the
 * recipient's.  Parsers return false and leave *ret alone for another word.
 * DESIGN.md 2 and 5.
 */

enum severity {
	SEVERITY_NONE,
	/* journaled, wakes nobody */
	SEVERITY_RECORD,
	SEVERITY_WAKE,
	/* skips the window, not the mask and not the budget */
	SEVERITY_IMMEDIATE,
	SEVERITY_TERMINAL
};

enum priority {
	PRIORITY_NONE,
	PRIORITY_INFO,
	PRIORITY_ATTENTION,
	PRIORITY_CRITICAL
};

enum urgency {
	URGENCY_NONE,
	URGENCY_FYI,
	URGENCY_NEXT_TURN,
	URGENCY_STEER,
	URGENCY_INTERRUPT
};

enum phase {
	PHASE_NONE,
	PHASE_BEGAN,
	PHASE_STILL,
	PHASE_ENDED,
	/* an occurrence */
	PHASE_ONCE
};

/* "record" "wake" "immediate" "terminal"; "" for none */
const char *severity_name(enum severity s);
bool severity_parse(struct span s, enum severity *ret);
/* record is info, all else attention */
enum priority severity_priority(enum severity s);

/* "info" "attention" "critical" */
const char *priority_name(enum priority p);
bool priority_parse(struct span s, enum priority *ret);

/* "fyi" "next-turn" "steer" "interrupt" */
const char *urgency_name(enum urgency u);
bool urgency_parse(struct span s, enum urgency *ret);

/* "began" "still" "ended" "once" */
const char *phase_name(enum phase p);
bool phase_parse(struct span s, enum phase *ret);

/* The same four for tables of fields. */
extern const struct words severity_words;
extern const struct words priority_words;
extern const struct words urgency_words;
extern const struct words phase_words;

#endif
