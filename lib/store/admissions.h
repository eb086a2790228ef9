#ifndef SGT_STORE_ADMISSIONS_H
#define SGT_STORE_ADMISSIONS_H

#include "base/buf.h"
#include "disk/lock.h"
#include "model/admission.h"

struct err;

/*
 * <fleet>/.callback-transactions/<sha256 of the correlation>/: transaction.json,
 * lock, mutations.  Kept for ever.  The lock is held from admission_open to
 * admission_close by dispatch, retry, rollback and cleanup, across the programs
 * they run: DESIGN.md 1, law 2, has it as the exception.  sgt-store(5).
 */
struct admission_store {
	/* descriptors + 1 */
	int dir_held;
	struct lock lock;
	/* what transaction.json says; status 0 where there is none yet */
	struct admission now;
	struct buf text;
};

#define ADMISSIONS_DIR ".callback-transactions"

/*
 * What is known of a correlation, without the lock and without making anything.
 * 1 where nothing is.  ret->now is good until admission_close.
 */
int admission_peek(int fleet, struct span correlation,
    struct admission_store *ret, struct err *e);

/* The correlation that a task was dispatched for; 1 where there is none. */
int admission_find(int fleet, struct span task,
    char ret_correlation[CORRELATION_MAX + 1], struct err *e);

/* Take its lock (75 after wait_ms) and read it; `make` its folder. */
int admission_open(int fleet, struct span correlation, bool make,
    int64_t wait_ms, struct admission_store *ret, struct err *e);
/* The lock goes with it. */
void admission_close(struct admission_store *s);

/* The folder, for the journal of mutations. */
int admission_dir(const struct admission_store *s);

/*
 * Write transaction.json, durably, with what now says; what it points to must
 * live until admission_close.
 */
int admission_write(
    struct admission_store *s, const struct admission *now, struct err *e);

/* One that was begun and for which nothing has been made: begun no more. */
int admission_retract(struct admission_store *s, struct err *e);

#endif
