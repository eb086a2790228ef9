#ifndef SGT_MODEL_PAYLOAD_H
#define SGT_MODEL_PAYLOAD_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct buf;

/*
 * What may be told to an origin: a short status, a question with its options,
 * evidence of completion.  The rules of document 002 in the order of
 * spec/callback.md 1; the first that is broken is named, never the text.
 */
#define PAYLOAD_MAX 4096
#define PAYLOAD_LINES_MAX 16

enum payload_rule {
	PAYLOAD_GOOD,
	PAYLOAD_TOO_LONG,
	PAYLOAD_NOT_UTF8,
	PAYLOAD_EMPTY,
	PAYLOAD_TOO_MANY_LINES,
	/* all but tab and newline, DEL and U+0080-009F too */
	PAYLOAD_CONTROL,
	PAYLOAD_METACHARACTER,
	PAYLOAD_COMMAND,
	PAYLOAD_SECRET,
	PAYLOAD_PLATFORM_ID
};

/*
 * The first rule that s breaks; else PAYLOAD_GOOD and *ret, s without the
 * newlines at its end.
 */
enum payload_rule payload_check(struct span s, struct span *ret);

/* "payload contains control characters" */
const char *payload_rule_text(enum payload_rule rule);

/* Rules 6 and 7 and 8 alone, for a text that is otherwise somebody else's. */
bool payload_has_metacharacter(struct span s);
bool payload_has_command(struct span s);
bool payload_has_secret(struct span s);

/*
 * What is told in place of a text that breaks a rule: rule, task, repository
 * and file.  It breaks none itself, whatever the names (one that would is
 * replaced by the beginning of its SHA-256).
 */
void payload_substitute(enum payload_rule rule, struct span task,
    struct span repository, struct span file, struct buf *out);

#endif
