#include "cli/nearest.h"

#include "unit.h"

static const char *const names[] = { "subject", "kind", "every", "realert",
	"window", "quiet", "to" };

static struct span
nearest(const char *word)
{
	struct nearest n = { .word = word };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++)
		nearest_offer(&n, names[i]);
	return span_of(n.name);
}

int
main(void)
{
	unit_case("one slip is forgiven: lost, added, changed, swapped");
	SAME_TEXT(nearest("quit"), "quiet");
	SAME_TEXT(nearest("kinds"), "kind");
	SAME_TEXT(nearest("evary"), "every");
	SAME_TEXT(nearest("wnidow"), "window");

	unit_case("a beginning names the whole");
	SAME_TEXT(nearest("re"), "realert");
	SAME_TEXT(nearest("subj"), "subject");

	unit_case("a word that is far from all is near none");
	SAME_TEXT(nearest("verbose"), NULL);
	SAME_TEXT(nearest(""), NULL);
	SAME_TEXT(nearest("x"), NULL);

	unit_case("the nearer of two wins");
	SAME_TEXT(nearest("kint"), "kind");

	unit_case("a word longer than any name is near none");
	SAME_TEXT(
	    nearest("kindkindkindkindkindkindkindkindkindkindkind"), NULL);
	return unit_end();
}
