/* argv - one subject, one command: two watches may not differ */

#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "base/pool.h"
#include "store/watchlist.h"

/* A clause whose watch has a command. */
struct command {
	const struct watch *watch;
	const struct clause *clause;
	struct json argv;
	bool wanted;
	size_t order;
};

struct commands {
	struct command *list;
	size_t n;
};

static size_t
count(const struct watch *w)
{
	return json_get(&w->config, "argv").type == JSON_ARRAY ? w->n_clauses :
								 0;
}

static void
add(struct commands *cs, const struct watch *w, bool wanted)
{
	struct json argv = json_get(&w->config, "argv");
	size_t i;

	for (i = 0; argv.type == JSON_ARRAY && i < w->n_clauses; i++) {
		cs->list[cs->n] =
		    (struct command){ w, &w->clauses[i], argv, wanted, cs->n };
		cs->n++;
	}
}

static int
compare(const void *a, const void *b)
{
	const struct command *x = a;
	const struct command *y = b;
	int r = span_compare(x->clause->subject, y->clause->subject);

	if (r == 0)
		r = span_compare(x->clause->kind, y->clause->kind);
	if (r == 0)
		r = x->order < y->order ? -1 : x->order > y->order;
	return r;
}

/* Word by word, however they are written. */
static bool
same_argv(const struct json *a, const struct json *b, struct pool *p)
{
	struct json_item x = { 0 };
	struct json_item y = { 0 };

	for (;;) {
		bool more = json_each(a, &x);
		struct span left = { 0 };
		struct span right = { 0 };

		if (json_each(b, &y) != more)
			return false;
		if (!more)
			return true;
		if (json_text(&x.value, "argv", p, &left, NULL) == -1 ||
		    json_text(&y.value, "argv", p, &right, NULL) == -1 ||
		    !span_equal(left, right))
			return false;
	}
}

static int
check_pair(const struct command *a, const struct command *b, struct pool *p,
    struct err *e)
{
	if (!span_equal(a->clause->subject, b->clause->subject) ||
	    !span_equal(a->clause->kind, b->clause->kind) ||
	    same_argv(&a->argv, &b->argv, p))
		return 0;

	if (a->wanted)
		return err_set(e, STATUS_USAGE,
		    "'%.*s' is to be watched with two commands",
		    (int)b->clause->subject.len, b->clause->subject.s);
	return err_set(e, STATUS_USAGE,
	    "'%.*s' is watched with another command by %.*s",
	    (int)b->clause->subject.len, b->clause->subject.s,
	    (int)a->watch->id.len, a->watch->id.s);
}

int
watches_check_argv(const struct watches *ws, const bool *gone,
    const struct watch *wanted, size_t n, struct pool *p, struct err *e)
{
	struct commands cs = { 0 };
	size_t total = 0;
	size_t i;

	for (i = 0; i < ws->n; i++)
		total += count(&ws->list[i]);
	for (i = 0; i < n; i++)
		total += count(&wanted[i]);
	cs.list = pool_new(p, (total + 1) * sizeof(*cs.list));
	for (i = 0; i < ws->n; i++) {
		if (gone == NULL || !gone[i])
			add(&cs, &ws->list[i], false);
	}
	for (i = 0; i < n; i++)
		add(&cs, &wanted[i], true);

	qsort(cs.list, cs.n, sizeof(*cs.list), compare);
	for (i = 1; i < cs.n; i++) {
		if (check_pair(&cs.list[i - 1], &cs.list[i], p, e) == -1)
			return -1;
	}
	return 0;
}
