#include "store/drop.h"

#include "base/clock.h"
#include "disk/lock.h"
#include "model/event.h"
#include "model/verdict.h"
#include "store/decisions.h"
#include "store/journal.h"

struct wanted {
	struct span id;
	struct pool *pool;
	/* its line; absent: not found */
	struct span line;
};

static int
look_at(void *arg, struct span line)
{
	struct wanted *w = arg;
	struct json j = { JSON_OBJECT, line.s, line.len };
	struct json id = json_get(&j, "id");
	struct span text;

	if (json_text(&id, "id", w->pool, &text, NULL) == 0 &&
	    span_equal(text, w->id))
		w->line = pool_copy(w->pool, line);
	return 0;
}

static int
find(struct decisions *d, struct wanted *w, struct err *e)
{
	struct lock lock = { 0 };
	int ret = -1;

	if (decisions_begin(d, clock_now_ms(), e) == -1 ||
	    lock_take(&lock, d->home->workspace, "decide", LOCK_WAIT_MS, e) ==
		-1)
		return -1;
	if (decisions_refresh(d, true, e) == 0 && decisions_commit(d, e) == 0)
		ret = states_each_open(d->states, look_at, w, e);
	lock_drop(&lock);
	if (ret == 0 && w->line.s == NULL)
		return err_set(e, STATUS_DATA, "no open verdict '%.*s'",
		    (int)w->id.len, w->id.s);
	return ret;
}

static int
park(const struct home *h, const struct wanted *w, struct err *e)
{
	struct journal j;
	struct json line;
	struct event ev;
	struct verdict v;
	struct receipt *receipts;
	size_t i;
	int ret = -1;

	if (json_scan(w->line.s, w->line.len, &line, e) == -1 ||
	    event_parse(&line, w->pool, &ev, e) == -1 ||
	    verdict_parse(&ev, w->pool, &v, e) == -1 ||
	    journal_open(h, true, &j, e) == -1)
		return -1;
	for (i = 0; i < v.n_events; i++) {
		v.events[i].recipients = (struct json){ JSON_ARRAY, "[]", 2 };
		v.events[i].parked = span_of("dropped");
	}
	receipts = pool_new(w->pool, (v.n_events + 1) * sizeof(*receipts));
	ret = journal_append(&j, v.events, v.n_events, w->pool, receipts, e);
	journal_close(&j);
	return ret;
}

int
drop_verdict(struct decisions *d, struct span id, struct err *e)
{
	struct pool pool = { 0 };
	struct wanted w = { .id = id, .pool = &pool };
	int ret = -1;

	if (find(d, &w, e) == 0 && park(d->home, &w, e) == 0)
		ret = 0;
	pool_done(&pool);
	return ret;
}
