#ifndef SGT_T_UNIT_H
#define SGT_T_UNIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/*
 * Table tests for pure code, reported as TAP.  unit_case() begins a case; any
 * OK or SAME that does not hold fails it and says where.
 */
void unit_case(const char *format, ...) __attribute__((format(printf, 1, 2)));
void unit_skip(const char *why);
int unit_end(void);

/*
 * A golden table, named as seen from the top: three lines a case, its title,
 * what is given, what is wanted; empty lines between.  At most 4095 bytes a
 * line.
 */
void unit_golden(const char *file,
    void (*one)(const char *title, const char *given, const char *want));

/*
 * A new folder under $TMPDIR (or /tmp).  The next one, or unit_end, removes it
 * with all that is in it.  Its path is static.
 */
const char *unit_folder(void);

#define OK(x) unit_ok((x), #x, __FILE__, __LINE__)
#define SAME_INT(a, b) unit_same_int((a), (b), #a, __FILE__, __LINE__)
#define SAME_TEXT(a, b) unit_same_text((a), (b), #a, __FILE__, __LINE__)

bool unit_ok(bool holds, const char *what, const char *file, int line);
bool unit_same_int(
    int64_t got, int64_t want, const char *what, const char *file, int line);
/* want: a C string; NULL for the absent span */
bool unit_same_text(struct span got, const char *want, const char *what,
    const char *file, int line);

#endif
