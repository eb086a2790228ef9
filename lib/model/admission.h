#ifndef SGT_MODEL_ADMISSION_H
#define SGT_MODEL_ADMISSION_H

#include "base/text.h"
#include "model/origin.h"

struct buf;
struct err;
struct json;

/*
 * How far a request has come that was dispatched for an origin: the
 * transaction, and the receipt that says it was taken.  Document 002, Register
 * An Origin; spec/callback.md 1 has the files.
 */
#define ADMISSION_VERSION "sergeant.admission/v1"
#define ADMISSION_TRANSACTION_VERSION "sergeant.admission-transaction/v1"

enum admission_status {
	/* the task's name is given, nothing else is certain */
	ADMISSION_PENDING = 1,
	/* the worker has acknowledged and all is on disk: never undone */
	ADMISSION_COMMITTED,
	/* so it was, and the task has been cleaned up */
	ADMISSION_TOMBSTONED
};

struct admission {
	enum admission_status status;
	struct origin origin;
	struct span task;
};

/* transaction.json: exactly its members, else 78; spans of the text. */
int admission_parse(const struct json *j, struct admission *ret, struct err *e);
/* The whole file, newline included. */
void admission_print(const struct admission *a, struct buf *out);

/* The task's own admission.json, newline included. */
void admission_print_record(const struct admission *a, struct buf *out);

/* The one line that a caller reads, newline included. */
void admission_print_receipt(const struct admission *a, struct buf *out);

#endif
