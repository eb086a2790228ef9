#ifndef SGT_PROBE_RUN_H
#define SGT_PROBE_RUN_H

#include <stdbool.h>

#include "store/home.h"
#include "store/probes.h"
#include "transport/kinds.h"

/*
 * What is looked at, with what, and what is remembered of it.  Zero is valid.
 */
struct run {
	struct home home;
	struct probes probes;
	struct kinds kinds;
	struct looks *looks;
	char share[4096];
	char config[4096];
};

/*
 * The kinds there are (a faulty one is said) and a place to look from, or the
 * end.  remember: open the home too and keep there what answers allow.
 */
void run_open(struct run *r, bool remember);
void run_close(struct run *r);

#endif
