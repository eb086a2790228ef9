#ifndef SGT_MODEL_END_H
#define SGT_MODEL_END_H

#include <stdbool.h>

#include "base/text.h"

struct words;

/* Why a watch is over.  DESIGN.md 7, Ends. */
enum end_why {
	END_NONE,
	/* until was reached */
	END_TERMINAL,
	END_AT,
	END_COUNT,
	/* stops */
	END_BUDGET_WAKES,
	END_BUDGET_TURNS,
	END_BUDGET_TOKENS,
	END_BUDGET_RUNTIME,
	END_BUDGET_ERRORS,
	END_STALL,
	END_NOT_FOUND,
	END_UNSUPPORTED
};

const char *end_why_name(enum end_why w);
bool end_why_parse(struct span s, enum end_why *ret);
/* ended by budget, stall or a fault of the subject: never reads like success */
bool end_why_is_stop(enum end_why w);

/* The same for tables of fields. */
extern const struct words end_words;

#endif
