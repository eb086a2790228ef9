#ifndef SGT_STORE_STATES_OPEN_H
#define SGT_STORE_STATES_OPEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/states-parts.h"

struct err;
struct json;
struct states;
struct verdict;

/* Open verdicts: concluded, but not yet named by the journal. */

struct state_told {
	struct state_id event;
	bool named;
	/* learned since the last commit */
	bool fresh;
};

struct state_open {
	struct state_id id;
	/* the record that holds it; while staged, its place in the batch */
	int64_t seq;
	size_t len;
	struct state_told *events;
	size_t n_events;
	size_t n_left;
};

struct state_open *states_find_open(struct states *s, struct span id);
void states_add_open(struct states *s, int64_t seq, const struct json *verdict);
/* The same of one just printed, in len bytes. */
void states_open_verdict(
    struct states *s, int64_t seq, size_t len, const struct verdict *v);
void states_name_event(struct state_open *o, struct span event, bool fresh);
/* Those of which nothing is left go. */
void states_sweep_open(struct states *s);
void states_done_open(struct states *s);
/* The lines of all open verdicts, in one pass over the log. */
int states_read_open(struct states *s,
    int (*each)(void *arg, const struct state_open *o, struct span line),
    void *arg, struct err *e);

#endif
