#ifndef SGT_ENGINE_MASK_H
#define SGT_ENGINE_MASK_H

#include <stdbool.h>

#include "base/text.h"

struct entry;
struct key_state;
struct look;

/*
 * DESIGN.md 7, step 4: conditions.  Takes the observation's entries and what
 * is remembered, both by key, and finds what begins, still holds and is due
 * again, or is over.  l->next gets its keys, l->news what is to be told.
 */
void mask_conditions(struct look *l);

/* Bring what is remembered into the order of the keys. */
void mask_sort(struct look *l);

/*
 * Remember a terminal entry as told, by key; forget all of them, when the
 * subject is open again.
 */
void mask_tell_terminal(struct look *l, const struct entry *e);
void mask_reopen(struct look *l);
bool mask_is_terminal_told(struct look *l, struct span key);

/* Drop what is over and has no more use. */
void mask_forget(struct look *l);

/* The remembered key, in next; NULL where there is none. */
struct key_state *mask_find(struct look *l, struct span key);

#endif
