#ifndef SGT_STORE_CALLBACKS_CHECK_H
#define SGT_STORE_CALLBACKS_CHECK_H

struct err;
struct fleet;

/*
 * Look at every file of the callback protocol in the fleet, and change none:
 * each document, what it says of the others, the view beside the events, and
 * what the dead have left.  sgt-store(5) has what is legal.
 */
struct callbacks_check {
	/* what is wrong, where; task: "" for the fleet's own files */
	void (*fault)(void *arg, const char *task, const char *text);
	void *arg;
};

int callbacks_check(
    const struct fleet *f, const struct callbacks_check *k, struct err *e);

#endif
