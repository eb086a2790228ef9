#ifndef SGT_STORE_STATES_LINES_H
#define SGT_STORE_STATES_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "store/states-parts.h"

struct states;

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

#endif
