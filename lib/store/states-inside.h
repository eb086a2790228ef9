#ifndef SGT_STORE_STATES_INSIDE_H
#define SGT_STORE_STATES_INSIDE_H

#include "base/err.h"
#include "store/index.h"
#include "store/journal.h"
#include "store/states-lines.h"
#include "store/states-open.h"
#include "store/states-parts.h"
#include "store/states.h"

/*
 * What the files of states-*.c share; nobody else includes it.
 */

struct states {
	const struct home *home;
	bool write;
	bool placed;
	/* a commit failed: what is in memory is not what is on disk */
	bool broken;
	struct log log;

	struct state_own *owns;
	size_t n_owns, cap_owns;
	struct index own_index;
	struct state_part *parts;
	size_t n_parts, cap_parts;
	struct index part_index;
	struct state_seen *seen;
	size_t n_seen, cap_seen;
	struct index seen_index;
	struct state_open *opens;
	size_t n_opens, cap_opens;
	struct index open_index;
	struct state_way *ways;
	size_t n_ways, cap_ways;

	/* the log's lines since its last commit line; the last seq read */
	struct state_lines pending;
	int64_t last_seq;
	bool in_snapshot;
	/* this batch's lines, and the verdict of the last one */
	struct state_lines staged;
	size_t staged_verdict_at;
	size_t staged_verdict_len;
	size_t n_opens_committed;

	struct cursor cursor;
	size_t cursor_lag;
	int64_t inbound;
	bool inbound_moved;
	bool named_moved;
	struct journal journal;
	bool journal_open;
	/*
	 * the journal is another one: its seqs say nothing of what we charged
	 */
	bool journal_other;

	uint64_t look;
	struct pool pool;
	/* parts as they were read; all go when there are too many */
	struct pool cache;
	size_t n_cached;
	uint64_t generation;
	char **retired;
	size_t n_retired, cap_retired;
	struct err fault;
	struct buf scratch;
};

/* states.c: memory */
void state_id_of(struct span s, struct state_id *ret);
struct span state_text_span(struct state_text t);
/* Replace; the old text is retired. */
void states_replace(struct states *s, struct state_text *t, struct span with);
/* Retired texts and what was read of parts go. */
void states_release(struct states *s);
/* All that was read goes: the log is to be read again from its start. */
void states_forget(struct states *s);
uint32_t states_find_own(struct states *s, struct span id, bool make);
uint32_t states_find_part(struct states *s, struct span watch, struct span kind,
    struct span subject, bool make);
void states_add_seen(struct states *s, uint32_t part, struct span id);

/* states-read.c: one line of the log into memory */
int states_take(struct states *s, const struct log_line *line, struct err *e);

/* states-put.c */
void states_take_way(struct states *s, struct span name, struct span text);
void states_stage_own(
    struct states *s, uint32_t own, const struct watch_state *next);

#endif
