/* level - how much something matters: severity, priority, urgency, phase */

#include "model/level.h"

#include "model/word.h"

static const char *const severities[] = {
	NULL,
	"record",
	"wake",
	"immediate",
	"terminal",
};
static const char *const priorities[] = {
	NULL,
	"info",
	"attention",
	"critical",
};
static const char *const urgencies[] = {
	NULL,
	"fyi",
	"next-turn",
	"steer",
	"interrupt",
};
static const char *const phases[] = {
	NULL,
	"began",
	"still",
	"ended",
	"once",
};

const struct words severity_words = { severities, 5 };
const struct words priority_words = { priorities, 4 };
const struct words urgency_words = { urgencies, 5 };
const struct words phase_words = { phases, 5 };

const char *
severity_name(enum severity s)
{
	return word_of(&severity_words, s);
}

bool
severity_parse(struct span s, enum severity *ret)
{
	unsigned i;

	if (!word_find(&severity_words, s, &i))
		return false;
	*ret = (enum severity)i;
	return true;
}

enum priority
severity_priority(enum severity s)
{
	return s == SEVERITY_RECORD ? PRIORITY_INFO : PRIORITY_ATTENTION;
}

const char *
priority_name(enum priority p)
{
	return word_of(&priority_words, p);
}

bool
priority_parse(struct span s, enum priority *ret)
{
	unsigned i;

	if (!word_find(&priority_words, s, &i))
		return false;
	*ret = (enum priority)i;
	return true;
}

const char *
urgency_name(enum urgency u)
{
	return word_of(&urgency_words, u);
}

bool
urgency_parse(struct span s, enum urgency *ret)
{
	unsigned i;

	if (!word_find(&urgency_words, s, &i))
		return false;
	*ret = (enum urgency)i;
	return true;
}

const char *
phase_name(enum phase p)
{
	return word_of(&phase_words, p);
}

bool
phase_parse(struct span s, enum phase *ret)
{
	unsigned i;

	if (!word_find(&phase_words, s, &i))
		return false;
	*ret = (enum phase)i;
	return true;
}
