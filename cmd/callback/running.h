#ifndef SGT_CALLBACK_RUNNING_H
#define SGT_CALLBACK_RUNNING_H

#include <stdbool.h>
#include <stddef.h>

struct delivery;
struct lane;

/* The deliveries whose consumers run, each in the place of its lane. */
#define RUNNING_MAX 64

struct running {
	struct delivery *list[RUNNING_MAX];
	struct lane *lanes[RUNNING_MAX];
	size_t n;
};

void running_add(struct running *r, struct lane *l, struct delivery *d);
/* The last takes its place. */
struct lane *running_drop(struct running *r, size_t i);
/* Until one may have ended; locked: or somebody's lock may be free. */
void running_wait(const struct running *r, bool locked);

#endif
