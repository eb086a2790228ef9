#include "store/intent.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/pool.h"
#include "base/ulid.h"

static int
save_new(
    const struct home *h, const struct watch *list, size_t n, struct err *e)
{
	struct watches_change *c = mem_new(n * sizeof(*c));
	size_t i;
	int r;

	for (i = 0; i < n; i++)
		c[i] = (struct watches_change){ list[i].id, &list[i] };
	/* committed */
	r = watches_commit(h, c, n, e);
	free(c);
	return r;
}

int
watches_add(const struct home *h, struct watch *list, size_t n, int64_t now_ms,
    struct pool *p, struct watches *ret, struct err *e)
{
	struct lock lock = { 0 };
	char id[ID_MAX];
	size_t i;
	int r;

	if (watches_begin(h, &lock, ret, e) == -1)
		return -1;

	ulid_new(id, "sen_", now_ms);
	r = watches_check_argv(ret, NULL, list, n, p, e);
	for (i = 0; i < n && r == 0; i++) {
		ulid_next(id, id);
		list[i].id = pool_copy(p, span_of(id));
		list[i].created_ms = now_ms;
	}
	if (r == 0)
		r = save_new(h, list, n, e);
	lock_drop(&lock);
	return r;
}

int
watches_named(const struct watches *ws, const char *name, struct watch **ret,
    struct err *e)
{
	struct watch *found = watches_find(ws, span_of(name));
	size_t n = 0;
	size_t i;

	for (i = 0; i < ws->n && found == NULL; i++)
		n += span_is(ws->list[i].label, name);
	for (i = 0; i < ws->n && n == 1 && found == NULL; i++) {
		if (span_is(ws->list[i].label, name))
			found = &ws->list[i];
	}
	if (n == 0 && found == NULL)
		return err_set(e, STATUS_USAGE, "no watch '%.100s'", name);
	if (n > 1)
		return err_set(e, STATUS_USAGE,
		    "label '%.100s' names %zu watches: say an id", name, n);
	*ret = found;
	return 0;
}

/* What has to be written for an edit; none where it is so already. */
static size_t
plan_edit(enum edit_kind kind, struct watch *w, struct watches_change *ret)
{
	bool pause = kind == EDIT_PAUSE;

	*ret = (struct watches_change){ w->id, NULL };
	if (kind == EDIT_REMOVE)
		return 1;
	if (w->paused == pause)
		return 0;
	w->paused = pause;
	ret->save = w;
	return 1;
}

int
watches_edit(const struct home *h, enum edit_kind kind, struct edit *list,
    size_t n, struct watches *ret, struct err *e)
{
	struct watches_change *c;
	struct lock lock = { 0 };
	size_t n_changes = 0;
	size_t i;
	int r;

	if (watches_begin(h, &lock, ret, e) == -1)
		return -1;

	c = mem_new(n * sizeof(*c));
	for (i = 0; i < n; i++) {
		if (watches_named(
			ret, list[i].name, &list[i].watch, &list[i].err) == 0)
			n_changes +=
			    plan_edit(kind, list[i].watch, &c[n_changes]);
	}
	/* committed */
	r = watches_commit(h, c, n_changes, e);
	free(c);
	lock_drop(&lock);
	return r;
}

int
watches_apply(const struct home *h, const struct list_wish *wish,
    struct pool *p, struct watches *ret, struct plan *ret_plan, struct err *e)
{
	struct lock lock = { 0 };
	int r;

	if (wish->dry_run)
		r = watches_load(h, ret, e);
	else
		r = watches_begin(h, &lock, ret, e);
	if (r == -1)
		return -1;

	r = plan_make(ret, wish, p, ret_plan, e);
	if (r == 0 && !wish->dry_run)
		r = plan_commit(h, ret_plan, e);
	lock_drop(&lock);
	return r;
}
