/* what several verbs of sgt-watch open and say alike */

#include "opened.h"

#include "cli/specs.h"
#include "cli/tool.h"
#include "store/home.h"
#include "store/survey.h"
#include "transport/wanted.h"

void
warn_bad(const struct watches *ws)
{
	size_t i;

	for (i = 0; i < ws->n_bad; i++)
		tool_warn(&ws->bad[i].err);
}

void
open_wanted(struct home *h, struct wanted *w)
{
	char share[4096], config[4096], party[80];
	bool named = home_default_party(party, NULL) == 0;
	struct err e = { 0 };

	if (home_open(h, &e) == -1 || home_share_path(share, &e) == -1 ||
	    home_config_path(config, &e) == -1 ||
	    wanted_open(w, share, config, home_kinds(),
		span_of(named ? party : NULL), &e) == -1)
		tool_die(&e);
}

void
open_survey(struct home *h, struct survey *s)
{
	struct err e = { 0 };

	if (home_open(h, &e) == -1 || survey_open(h, s, &e) == -1)
		tool_die(&e);
	warn_bad(&s->watches);
	if (s->fault.status != STATUS_OK)
		tool_warn(&s->fault);
}

bool
want_lines(struct wanted *w, const char *file)
{
	struct specs in;
	struct span line;
	struct err e = { 0 };
	bool good = true;

	if (specs_open(&in, file, &e) == -1)
		tool_die(&e);
	while (specs_next(&in, &line)) {
		if (wanted_add(w, line, &e) == 0)
			continue;
		specs_complain(&in, &e);
		good = false;
	}
	specs_close(&in);
	return good;
}
