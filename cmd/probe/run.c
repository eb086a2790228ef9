/* what is looked at by sgt-probe, with what, and what is remembered */

#include "run.h"

#include <signal.h>

#include "cli/events.h"
#include "cli/tool.h"
#include "transport/look.h"

void
run_open(struct run *r, bool remember)
{
	struct looks_settings s = { .kinds = &r->kinds, .config = r->config };
	struct err e = { 0 };
	size_t i;

	(void)signal(SIGCHLD, SIG_DFL);
	if (home_share_path(r->share, &e) == -1 ||
	    home_config_path(r->config, &e) == -1 ||
	    kinds_load(r->share, r->config, home_kinds(), &r->kinds, &e) == -1)
		tool_die(&e);
	for (i = 0; i < r->kinds.n_faults; i++)
		tool_warn(&r->kinds.faults[i]);
	if (remember &&
	    (home_open(&r->home, &e) == -1 ||
		probes_open(&r->home, &r->probes, &e) == -1))
		tool_die(&e);
	if (remember) {
		probes_sweep(&r->probes);
		s.memory = (struct look_memory){ &r->probes, probes_recall,
			probes_keep, probes_resting, probes_rest, probes_batch,
			probes_learn };
	}
	s.emit = event_emit_text;
	s.warn = tool_warn;
	r->looks = looks_new(&s, &e);
	if (r->looks == NULL)
		tool_die(&e);
}

void
run_close(struct run *r)
{
	looks_free(r->looks);
	kinds_done(&r->kinds);
	probes_close(&r->probes);
	home_close(&r->home);
}
