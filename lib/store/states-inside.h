#ifndef SGT_STORE_STATES_INSIDE_H
#define SGT_STORE_STATES_INSIDE_H

#include "base/err.h"
#include "base/hash.h"
#include "store/index.h"
#include "store/journal.h"
#include "store/states.h"

/*
 * What the files of states-*.c share; nobody else includes it.
 *
 * A part is kept as the text it has on disk and read when it is asked for:
 * a hundred thousand watches cost their bytes.  A replaced text lives on in
 * `retired` until the next commit or refresh, since callers hold spans of it.
 */

/* The 24 hex digits of an id; of the hash of one that has another form. */
struct state_id {
	unsigned char b[12];
};

struct state_text {
	char *s;
	size_t len;
};

struct state_own {
	struct state_text id;
	/* NULL: nothing was ever decided */
	struct state_text text;
	/* what was read of it, while the cache is of that generation */
	uint64_t generation;
	const struct watch_state *parsed;
	size_t n_seen;
};

struct state_part {
	uint32_t own;
	struct state_text kind;
	struct state_text subject;
	char key[HASH_HEX_MAX];
	struct state_text text;
	/* the number of the last complete look at it in this run */
	uint64_t looked;
	uint64_t generation;
	const struct subject_state *parsed;
};

/* In the order of their adding. */
struct state_seen {
	struct state_id id;
	uint32_t part;
	/* the number of the last look that showed it */
	uint64_t shown;
};

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

struct state_way {
	struct state_text name;
	struct state_text text;
};

/* Lines, each with the place where it ends and its seq where it has one. */
struct state_line {
	size_t end;
	int64_t seq;
};

struct state_lines {
	struct buf text;
	struct state_line *lines;
	size_t n;
	size_t cap;
};

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

/* states-open.c: open verdicts */
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

/* states-lines.c */
/* As a JSON text, after a comma where one is due in its list. */
void
state_id_print(const char *prefix, const struct state_id *id, struct buf *out);
void state_lines_end(struct state_lines *l, int64_t seq);
struct span state_lines_at(const struct state_lines *l, size_t i);
void state_lines_reset(struct state_lines *l);
void state_lines_done(struct state_lines *l);
/* CRC-32C over those from `first` on, each without its closing brace. */
uint32_t state_lines_crc(const struct state_lines *l, size_t first);
/* The commit line that covers these, with every name learned or only new. */
void states_print_commit(
    struct states *s, const struct state_lines *l, bool all, struct buf *out);

/* states-read.c: one line of the log into memory */
int states_take(struct states *s, const struct log_line *line, struct err *e);

/* states-put.c */
void states_take_way(struct states *s, struct span name, struct span text);
void states_stage_own(
    struct states *s, uint32_t own, const struct watch_state *next);

#endif
