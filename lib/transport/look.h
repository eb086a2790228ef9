#ifndef SGT_TRANSPORT_LOOK_H
#define SGT_TRANSPORT_LOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "engine/batch.h"
#include "model/event.h"
#include "transport/kinds.h"

struct buf;
struct err;

/*
 * Looking at subjects: due lines in, observations out, one for each line and
 * member.  Requests are shared by what they ask, observations by (kind,
 * subject, config, prior).  Whatever goes wrong is an observation with an
 * error, of the subjects it concerns and of no others.  DESIGN.md 6.
 */

/* What is remembered between runs: store/probes.h, which we only pass on. */
struct probes;

struct look_memory {
	const struct probes *probes;
	/* false where there is nothing; NULL: nothing is remembered */
	bool (*recall)(
	    const struct probes *p, struct span key, struct buf *ret);
	int (*keep)(const struct probes *p, struct span key, struct span text,
	    struct err *e);
	/*
	 * a throttled way rests until then, for all processes; 0: it does not
	 */
	int64_t (*resting)(const struct probes *p, struct span way);
	/* until_ms 0: nobody said how long */
	int (*rest)(const struct probes *p, struct span way, int64_t until_ms,
	    struct err *e);
	/* how large a call may be, and what became of one */
	struct batch (*batch)(const struct probes *p, struct span way);
	int (*learn)(const struct probes *p, struct span way,
	    const struct batch_trial *t, struct batch *ret, struct err *e);
};

struct looks_settings {
	const struct kinds *kinds;
	/* the config folder */
	const char *config;
	struct look_memory memory;
	/* one observation, without newline */
	void (*emit)(struct span line);
	/* what concerns a whole kind, or our own memory */
	void (*warn)(const struct err *e);
};

struct looks;

/* Forks the jq nursery: before anything secret is read. */
struct looks *looks_new(const struct looks_settings *s, struct err *e);
void looks_free(struct looks *ls);

/* A sergeant.watch.due line (copied), or a bare subject as one. */
void looks_add(struct looks *ls, const struct event *due);

/*
 * Go on until all are answered, or (also != -1) until that descriptor is
 * readable while there is room for more.
 */
void looks_run(struct looks *ls, int also);

/*
 * Without asking anybody: one line {"subject","kind","folder","requests"} to
 * `emit` (the requests as request_print says them), then, where `saved` has
 * responses, the observations.  saved: {"config","prior","objective",
 * "now","responses"}, each of which may lack; JSON_NONE for nothing.
 */
struct explain {
	struct span subject;
	/* absent: who claims it */
	struct span kind;
	struct json saved;
};
int looks_explain(struct looks *ls, const struct explain *x, struct err *e);

/* Does the kind's program compile, with all its operations? */
int looks_check(struct looks *ls, const struct kind *k, struct err *e);

#endif
