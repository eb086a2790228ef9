#include "model/level.h"

#include "unit.h"

static void
reads_what_it_prints(void)
{
	int i;

	unit_case("each word of severity is read back");
	for (i = SEVERITY_RECORD; i <= SEVERITY_TERMINAL; i++) {
		enum severity got = SEVERITY_NONE;

		OK(severity_parse(
		    span_of(severity_name((enum severity)i)), &got));
		SAME_INT(got, i);
	}
	unit_case("each word of priority is read back");
	for (i = PRIORITY_INFO; i <= PRIORITY_CRITICAL; i++) {
		enum priority got = PRIORITY_NONE;

		OK(priority_parse(
		    span_of(priority_name((enum priority)i)), &got));
		SAME_INT(got, i);
	}
	unit_case("each word of urgency is read back");
	for (i = URGENCY_FYI; i <= URGENCY_INTERRUPT; i++) {
		enum urgency got = URGENCY_NONE;

		OK(urgency_parse(span_of(urgency_name((enum urgency)i)), &got));
		SAME_INT(got, i);
	}
	unit_case("each word of phase is read back");
	for (i = PHASE_BEGAN; i <= PHASE_ONCE; i++) {
		enum phase got = PHASE_NONE;

		OK(phase_parse(span_of(phase_name((enum phase)i)), &got));
		SAME_INT(got, i);
	}
}

static void
has_the_documents_words(void)
{
	unit_case("the words are those of the documents");
	SAME_TEXT(span_of(severity_name(SEVERITY_IMMEDIATE)), "immediate");
	SAME_TEXT(span_of(severity_name(SEVERITY_NONE)), "");
	SAME_TEXT(span_of(priority_name(PRIORITY_ATTENTION)), "attention");
	SAME_TEXT(span_of(urgency_name(URGENCY_NEXT_TURN)), "next-turn");
	SAME_TEXT(span_of(phase_name(PHASE_STILL)), "still");
}

static void
refuses_other_words(void)
{
	enum urgency u = URGENCY_STEER;
	struct span absent = { 0 };

	unit_case("another word is refused and leaves the result alone");
	OK(!urgency_parse(span_of("next_turn"), &u));
	OK(!urgency_parse(span_of("FYI"), &u));
	OK(!urgency_parse(span_of(""), &u));
	OK(!urgency_parse(absent, &u));
	SAME_INT(u, URGENCY_STEER);
}

static void
maps_severity(void)
{
	unit_case("record is info, every other severity attention");
	SAME_INT(severity_priority(SEVERITY_RECORD), PRIORITY_INFO);
	SAME_INT(severity_priority(SEVERITY_WAKE), PRIORITY_ATTENTION);
	SAME_INT(severity_priority(SEVERITY_IMMEDIATE), PRIORITY_ATTENTION);
	SAME_INT(severity_priority(SEVERITY_TERMINAL), PRIORITY_ATTENTION);
}

int
main(void)
{
	reads_what_it_prints();
	has_the_documents_words();
	refuses_other_words();
	maps_severity();
	return unit_end();
}
