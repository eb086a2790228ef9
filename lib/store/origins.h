#ifndef SGT_STORE_ORIGINS_H
#define SGT_STORE_ORIGINS_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/text.h"
#include "model/origin.h"

struct err;
struct fleet;

/*
 * Who is told of a task.  .callback-origins/<sha256 of the correlation>.json
 * in the fleet keeps for ever to which task a correlation was given;
 * <task>/.callbacks/origin.json binds the task.  Both are committed here alone,
 * under .callback-origin.lock, the mapping first.  Document 002, Register An
 * Origin; spec/callback.md 1.
 */

/*
 * Give a correlation to a task: 0 now or before.  64 where another task has it
 * ("correlation ID is already registered to another task").  A record of
 * either kind is kept as it was made.
 */
int origins_reserve(const struct fleet *f, struct span correlation,
    enum origin_kind kind, struct span task, struct err *e);

/*
 * Whose it is; spans of text.  1 where it was never given; 77, 78 where its
 * record cannot be trusted.
 */
int origins_find(const struct fleet *f, struct span correlation,
    struct buf *text, struct origin_record *ret, struct err *e);

/*
 * Bind a task to its origin and make .callbacks (0700: lock, events/,
 * origin.json, and where it was dispatched admission.json) in one step: it is
 * whole or not there.  The same again is 0.
 * 64: the task has another origin ("callback origin is already registered"),
 * or the correlation another task.  The profile's executable is not looked at.
 */
int origins_register(const struct fleet *f, struct span task,
    const struct origin *o, enum origin_kind kind, struct err *e);

#endif
