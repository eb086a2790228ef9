#ifndef SGT_BASE_LANE_H
#define SGT_BASE_LANE_H

#include <pthread.h>
#include <stdbool.h>

/*
 * Work beside the caller, one after the other in the order given: while one is
 * done (a sync, mostly), the caller readies the next.  After one that failed
 * none is done any more.  Its thread begins with the second that waits: one at
 * a time is done where it is waited for, and so is all where no thread can be
 * had.  Zero is a valid, idle one.
 */
struct lane_work {
	/* 0, or -1: it failed.  What it touches is not the caller's meanwhile. */
	int (*run)(void *arg);
	void *arg;
	int result;
	bool is_done;
	/* those given after it */
	struct lane_work *next;
};

struct lane {
	bool has_thread;
	bool is_ending;
	bool failed;
	pthread_t thread;
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	/* not done yet; the first may be under way */
	struct lane_work *first;
	struct lane_work *last;
};

/* It must stay where it is, and be waited for. */
void lane_give(struct lane *l, struct lane_work *w);
/* What run gave; -1 too where one before it had failed. */
int lane_wait(struct lane *l, struct lane_work *w);
/* What is still there is done, or dropped if nobody began on it. */
void lane_done(struct lane *l);

#endif
