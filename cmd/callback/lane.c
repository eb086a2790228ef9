/* the tasks that wait for their turn, by profile */

#include "lane.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "delivery.h"

struct lane *
lanes_find(struct lanes *k, struct span profile)
{
	struct lane *l;
	size_t i;

	for (i = 0; i < k->n; i++) {
		if (span_is(profile, k->list[i].profile))
			return &k->list[i];
	}
	k->list = mem_grow(k->list, &k->cap, k->n + 1, sizeof(*l));
	l = &k->list[k->n++];
	*l = (struct lane){ 0 };
	memcpy(l->profile, profile.s, profile.len);
	return l;
}

void
lanes_done(struct lanes *k)
{
	free(k->list);
}

void
lane_put(struct lane *l, struct delivery *d)
{
	d->next = NULL;
	if (l->first == NULL)
		l->first = d;
	else
		l->last->next = d;
	l->last = d;
}

struct delivery *
lane_take(struct lane *l)
{
	struct delivery *d = l->first;

	l->first = d->next;
	return d;
}
