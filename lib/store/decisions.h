#ifndef SGT_STORE_DECISIONS_H
#define SGT_STORE_DECISIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/pool.h"
#include "engine/decide.h"
#include "store/home.h"
#include "store/schedule.h"
#include "store/states.h"
#include "store/watches.h"

/*
 * What sgt-decide decides with: watches as they are, states and schedule as
 * they become.  It knows the place of each part; when to lock, commit and print
 * is the program's.  DESIGN.md 7.
 */
struct way_look {
	struct span way;
	bool good;
	enum error_class error;
};

struct decisions {
	const struct home *home;
	struct watches watches;
	struct stat watches_stat;
	int64_t watches_ms;
	struct states *states;
	struct schedule *schedule;
	/* this batch's time */
	int64_t now_ms;
	/* print quiet ones too, with remarks */
	bool explain;
	/* the target of what no watch asked for */
	char party[80];
	/* ways looked at in this batch, each counted once */
	struct way_look *ways;
	size_t n_ways, cap_ways;
	/* the batch's verdicts, to be printed when all of them are committed */
	struct buf out;
	struct pool pool;
	int64_t n_commits;
	/* when rows were saved last, monotonic */
	int64_t saved_ms;
	/* the first fault that was got over */
	struct err soft;
};

int decisions_open(
    const struct home *h, bool write, struct decisions *ret, struct err *e);
void decisions_close(struct decisions *d);

/* A batch begins, with no lock held yet: watches are read again if changed. */
int decisions_begin(struct decisions *d, int64_t now_ms, struct err *e);

/*
 * Under locks/decide (without `write`: no lock, nothing settled): what others
 * wrote is taken in.
 */
int decisions_refresh(struct decisions *d, bool write, struct err *e);
/* Under it: committed; then rows of looks, and compaction where it is due. */
int decisions_commit(struct decisions *d, struct err *e);
/* Under it: rows made due, before the commit that moves past their hints. */
int decisions_save_rows(struct decisions *d, struct err *e);
/* At the end of a run, takes locks/decide: rows not yet saved. */
int decisions_finish(struct decisions *d, struct err *e);
/* Under it: the lines of all open verdicts, to be printed again. */
int decisions_repeat(struct decisions *d, struct err *e);
/* What was wrong and the run got over, one after the other; then false. */
bool decisions_soft(struct decisions *d, struct err *ret);

/* The subject's rows are due; true where there were any. */
bool decisions_hint(struct decisions *d, const struct event *ev);
/* One line in its order: o is NULL for what is no observation. */
int decisions_judge(struct decisions *d, const struct event *ev,
    const struct observation *o, struct err *e);
/* After the last line: ways that went blind, or came back. */
int decisions_ways(struct decisions *d, struct err *e);

/* Is the watch still there?  arg is a struct decisions. */
bool decisions_alive(void *arg, struct span watch);

#endif
