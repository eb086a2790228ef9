#ifndef SGT_CLI_TABLE_H
#define SGT_CLI_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/*
 * A table for people: columns as wide as they must be, the last one cut at the
 * terminal's width.  Every cell is cleaned of control characters.
 */
struct table;

struct table *table_new(const char *const heads[], size_t n);
void table_cell(struct table *t, struct span s);
void table_cell_text(struct table *t, const char *s);
/* "3m ago", "in 2h", "-" for 0 */
#define TABLE_AGE_MAX 40
void table_age(char ret[TABLE_AGE_MAX], int64_t at_ms, int64_t now_ms);
void table_cell_age(struct table *t, int64_t at_ms, int64_t now_ms);
void table_print_free(struct table *t);

#endif
