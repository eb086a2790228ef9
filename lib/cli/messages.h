#ifndef SGT_CLI_MESSAGES_H
#define SGT_CLI_MESSAGES_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "model/message.h"

/* Of an id, what people see and may say: "msg_" and eight digits. */
#define MESSAGE_SHORT 12

/*
 * Messages on stdout: JSON lines, or a table for people.  Sorted first: the
 * highest priority, then the oldest.
 */
void messages_print(
    const struct message *list[], size_t n, struct span party, int64_t now_ms);

#endif
