/* end - why a watch is over */

#include "model/end.h"

#include "model/word.h"

static const char *const ends[] = {
	NULL,
	"terminal",
	"at",
	"count",
	"budget_wakes",
	"budget_turns",
	"budget_tokens",
	"budget_runtime",
	"budget_errors",
	"stall",
	"not_found",
	"unsupported",
};

const struct words end_words = { ends, 12 };

const char *
end_why_name(enum end_why w)
{
	return word_of(&end_words, w);
}

bool
end_why_parse(struct span s, enum end_why *ret)
{
	unsigned i;

	if (!word_find(&end_words, s, &i))
		return false;
	*ret = (enum end_why)i;
	return true;
}

bool
end_why_is_stop(enum end_why w)
{
	return w >= END_BUDGET_WAKES;
}
