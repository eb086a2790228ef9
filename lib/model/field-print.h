#ifndef SGT_MODEL_FIELD_PRINT_H
#define SGT_MODEL_FIELD_PRINT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/text.h"

/* One member, where there is something to say: not absent, 0, "", false. */
static inline void
field_print_text(struct buf *out, const char *name, struct span s)
{
	if (s.s != NULL)
		json_member_text(out, name, s);
}

static inline void
field_print_int(struct buf *out, const char *name, int64_t n)
{
	if (n != 0)
		json_member_int(out, name, n);
}

static inline void
field_print_word(struct buf *out, const char *name, const char *word)
{
	if (*word != '\0')
		json_member_text(out, name, span_of(word));
}

static inline void
field_print_flag(struct buf *out, const char *name, bool b)
{
	if (b)
		json_member_bool(out, name, true);
}

#endif
