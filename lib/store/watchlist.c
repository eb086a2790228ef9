#include "store/watchlist.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "base/pool.h"
#include "base/ulid.h"

/* What a row is known by, and where it is. */
struct known {
	struct span key;
	size_t i;
};

struct planner {
	const struct watches *ws;
	const struct list_wish *wish;
	/* the last one made */
	char id[ID_MAX];
	struct pool *p;
	struct known *old;
	/* by place in ws: a row took its place; nothing does, it is to go */
	bool *matched;
	bool *removed;
	struct plan plan;
};

static int
compare_spans(const void *a, const void *b)
{
	return span_compare(*(const struct span *)a, *(const struct span *)b);
}

static struct span *
sorted_subjects(const struct watch *w, struct pool *p)
{
	struct span *ret = pool_new(p, (w->n_clauses + 1) * sizeof(*ret));
	size_t i;

	for (i = 0; i < w->n_clauses; i++)
		ret[i] = w->clauses[i].subject;
	qsort(ret, w->n_clauses, sizeof(*ret), compare_spans);
	return ret;
}

/* "l" and the label, or "s" and target and subjects: none holds a space. */
static struct span
key_of(const struct watch *w, struct pool *p)
{
	struct buf b = { 0 };
	struct span *subjects;
	struct span ret;
	size_t i;

	if (w->label.s != NULL) {
		buf_byte(&b, 'l');
		buf_span(&b, w->label);
	} else {
		subjects = sorted_subjects(w, p);
		buf_byte(&b, 's');
		buf_span(&b, w->to);
		for (i = 0; i < w->n_clauses; i++) {
			buf_byte(&b, ' ');
			buf_span(&b, subjects[i]);
		}
	}
	ret = pool_copy(p, buf_as_span(&b));
	buf_done(&b);
	return ret;
}

static int
compare_known(const void *a, const void *b)
{
	const struct known *x = a;
	const struct known *y = b;
	int r = span_compare(x->key, y->key);

	return r != 0 ? r : x->i < y->i ? -1 : x->i > y->i;
}

/* The first with that key; *ret_n how many there are. */
static const struct known *
find_known(const struct known *list, size_t n, struct span key, size_t *ret_n)
{
	size_t low = 0;
	size_t high = n;
	size_t end;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (span_compare(list[middle].key, key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (end = low; end < n && span_equal(list[end].key, key);)
		end++;
	*ret_n = end - low;
	return &list[low];
}

/*
 * The watch that a row stands for: one this file made before one that was added
 * by hand; one that another file made is that file's.
 */
static int
find_old(struct planner *pl, const struct watch *w, const struct watch **ret,
    struct err *e)
{
	size_t n, i;
	const struct known *k =
	    find_known(pl->old, pl->ws->n, key_of(w, pl->p), &n);
	const struct watch *foreign = NULL;

	*ret = NULL;
	for (i = 0; i < n; i++) {
		const struct watch *old = &pl->ws->list[k[i].i];

		if (pl->matched[k[i].i])
			continue;
		if (span_equal(old->managed, pl->wish->file)) {
			*ret = old;
			return 0;
		}
		if (old->managed.s != NULL)
			foreign = old;
		else if (*ret == NULL)
			*ret = old;
	}
	if (*ret == NULL && foreign != NULL && w->label.s != NULL)
		return err_set(e, STATUS_CONFIG,
		    "label '%.*s' belongs to '%.*s'", (int)w->label.len,
		    w->label.s, (int)foreign->managed.len, foreign->managed.s);
	return 0;
}

static bool
has_clause(const struct watch *w, const struct clause *c)
{
	size_t i;

	for (i = 0; i < w->n_clauses; i++) {
		if (span_equal(w->clauses[i].subject, c->subject) &&
		    span_equal(w->clauses[i].kind, c->kind))
			return true;
	}
	return false;
}

/* Kind, subjects and argv never change: another set is another watch. */
static bool
is_another(const struct watch *a, const struct watch *b, struct pool *p)
{
	struct watches one = { 0 };
	struct watch copy = *a;
	size_t i;

	if (a->n_clauses != b->n_clauses)
		return true;
	for (i = 0; i < a->n_clauses; i++) {
		if (!has_clause(b, &a->clauses[i]))
			return true;
	}
	if ((json_get(&a->config, "argv").type == JSON_ARRAY) !=
	    (json_get(&b->config, "argv").type == JSON_ARRAY))
		return true;
	one.list = &copy;
	one.n = 1;
	return watches_check_argv(&one, NULL, b, 1, p, NULL) == -1;
}

static void
add_item(struct planner *pl, enum plan_action action, const struct watch *w,
    struct json changes)
{
	pl->plan.items[pl->plan.n++] = (struct plan_item){ action, w, changes };
}

static void
make_new(struct planner *pl, struct watch *w)
{
	ulid_next(pl->id, pl->id);
	w->id = pool_copy(pl->p, span_of(pl->id));
	w->created_ms = pl->wish->now_ms;
	w->managed = pl->wish->file;
	add_item(pl, PLAN_ADD, w, (struct json){ 0 });
}

static int
plan_row(struct planner *pl, struct watch *w, struct err *e)
{
	const struct watch *old;
	struct json changes;
	size_t i;

	if (find_old(pl, w, &old, e) == -1)
		return -1;
	if (old == NULL) {
		make_new(pl, w);
		return 0;
	}
	i = (size_t)(old - pl->ws->list);
	pl->matched[i] = true;
	if (is_another(old, w, pl->p)) {
		pl->removed[i] = true;
		make_new(pl, w);
		return 0;
	}
	w->id = old->id;
	w->created_ms = old->created_ms;
	w->managed = old->managed;
	w->paused = old->paused;
	changes = plan_changes(old, w, pl->p);
	if (json_count(&changes) == 0)
		add_item(pl, PLAN_KEEP, old, (struct json){ 0 });
	else
		add_item(pl, PLAN_CHANGE, w, changes);
	return 0;
}

static int
check_rows(struct planner *pl, struct err *e)
{
	struct known *rows = pool_new(pl->p, (pl->wish->n + 1) * sizeof(*rows));
	size_t i;

	for (i = 0; i < pl->wish->n; i++)
		rows[i] =
		    (struct known){ key_of(&pl->wish->wanted[i], pl->p), i };
	qsort(rows, pl->wish->n, sizeof(*rows), compare_known);
	for (i = 1; i < pl->wish->n; i++) {
		const struct watch *w = &pl->wish->wanted[rows[i].i];

		if (!span_equal(rows[i - 1].key, rows[i].key))
			continue;
		if (w->label.s != NULL)
			return err_set(e, STATUS_USAGE,
			    "two rows have the label '%.*s'", (int)w->label.len,
			    w->label.s);
		return err_set(e, STATUS_USAGE,
		    "two rows without a label watch '%.*s' for '%.*s'",
		    (int)(w->clauses[0].subject.len > 100 ?
			    100 :
			    w->clauses[0].subject.len),
		    w->clauses[0].subject.s, (int)w->to.len, w->to.s);
	}
	return 0;
}

static void
start(struct planner *pl)
{
	size_t n = pl->ws->n;
	size_t i;

	pl->plan.items =
	    pool_new(pl->p, (n + pl->wish->n + 1) * sizeof(*pl->plan.items));
	pl->matched = pool_new(pl->p, n + 1);
	pl->removed = pool_new(pl->p, n + 1);
	pl->old = pool_new(pl->p, (n + 1) * sizeof(*pl->old));
	for (i = 0; i < n; i++)
		pl->old[i] =
		    (struct known){ key_of(&pl->ws->list[i], pl->p), i };
	qsort(pl->old, n, sizeof(*pl->old), compare_known);
}

/* What the rows replaced, and with prune what this file lists no more. */
static void
plan_removals(struct planner *pl)
{
	size_t i;

	for (i = 0; i < pl->ws->n; i++) {
		const struct watch *w = &pl->ws->list[i];

		if (pl->wish->prune && !pl->matched[i] &&
		    span_equal(w->managed, pl->wish->file))
			pl->removed[i] = true;
		if (pl->removed[i])
			add_item(pl, PLAN_REMOVE, w, (struct json){ 0 });
		/* a row stands in its place when commands are compared */
		pl->removed[i] = pl->removed[i] || pl->matched[i];
	}
}

int
plan_make(const struct watches *ws, const struct list_wish *wish,
    struct pool *p, struct plan *ret, struct err *e)
{
	struct planner pl = { .ws = ws, .wish = wish, .p = p };
	size_t i;

	start(&pl);
	ulid_new(pl.id, "sen_", wish->now_ms);
	if (check_rows(&pl, e) == -1)
		return -1;
	for (i = 0; i < wish->n; i++) {
		if (plan_row(&pl, &wish->wanted[i], e) == -1)
			return -1;
	}
	plan_removals(&pl);
	if (watches_check_argv(ws, pl.removed, wish->wanted, wish->n, p, e) ==
	    -1)
		return -1;
	*ret = pl.plan;
	return 0;
}

int
plan_commit(const struct home *h, const struct plan *pl, struct err *e)
{
	struct watches_change *c = mem_new(pl->n * sizeof(*c));
	size_t n = 0;
	size_t i;
	int r;

	for (i = 0; i < pl->n; i++) {
		const struct plan_item *it = &pl->items[i];

		if (it->action == PLAN_KEEP)
			continue;
		c[n].id = it->watch->id;
		c[n].save = it->action == PLAN_REMOVE ? NULL : it->watch;
		n++;
	}
	/* committed */
	r = watches_commit(h, c, n, e);
	free(c);
	return r;
}
