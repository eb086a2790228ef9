#include "store/inboxes.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/pool.h"
#include "disk/lock.h"
#include "engine/fold.h"
#include "store/inboxes-inside.h"
#include "store/journal.h"

static bool
same(const void *owner, uint32_t item, const void *key)
{
	const struct boxes *b = owner;
	const struct span *party = key;

	return span_is(*party, b->list[item].in.party);
}

static struct box *
find_box(struct boxes *b, struct span party)
{
	uint32_t item;

	item = index_find(&b->table, hash_table(party), same, b, &party);
	return item == INDEX_NONE ? NULL : &b->list[item];
}

struct box *
boxes_get(struct boxes *b, struct span party)
{
	struct box *box = find_box(b, party);

	if (box != NULL)
		return box;

	b->list = mem_grow(b->list, &b->cap, b->n + 1, sizeof(*b->list));
	box = &b->list[b->n];
	memset(box, 0, sizeof(*box));
	if (!inbox_start(&box->in, party))
		return NULL;
	index_add(&b->table, hash_table(party), (uint32_t)b->n);
	b->n++;
	return box;
}

static void
reset_boxes(struct boxes *b)
{
	size_t i;

	for (i = 0; i < b->n; i++)
		inbox_done(&b->list[i].in);
	b->n = 0;
	index_reset(&b->table);
	b->at.seq = 0;
}

static void
free_boxes(struct boxes *b)
{
	reset_boxes(b);
	index_done(&b->table);
	free(b->list);
}

/* One catching up: everything under the one lock. */
struct catching {
	const struct home *home;
	const struct policy *policy;
	int64_t now_ms;
	struct boxes boxes;
	struct journal journal;
	struct lock lock;
	/* folded from the snapshot on, no view is looked at */
	bool anew;
	int64_t folded;
};

static int
fold_line(
    struct catching *c, const struct event *ev, int64_t seq, struct err *e)
{
	struct journal_line l = { ev, seq };
	struct json_item it = { 0 };
	struct effect effect;
	struct pool p = { 0 };
	struct box *box;
	struct span party;
	int status = 0;

	while (status == 0 && json_each(&ev->recipients, &it)) {
		if (json_text(&it.value, "recipients", &p, &party, e) != 0 ||
		    (box = boxes_get(&c->boxes, party)) == NULL)
			continue;
		if (!box->loaded && c->anew)
			box->loaded = true;
		if (!box->loaded)
			status = boxes_load_view(&c->boxes, box, e);
		if (status != 0)
			break;
		fold(&box->in, &l, c->policy, c->now_ms, &effect);
		box->changed = true;
	}
	pool_done(&p);
	return status;
}

/* The next line; what is no event is passed over.  1, 0 at the end, -1. */
static int
next_line(struct catching *c, struct pool *p, struct event *ret, struct err *e)
{
	struct err why = { 0 };
	int more;

	do
		more = journal_next(&c->journal, p, ret, &why);
	while (more == -1 && why.status == STATUS_DATA);
	if (more == -1 && e != NULL)
		*e = why;
	return more;
}

/*
 * What the journal has after the cursor.  1: a view is not to be used, or
 * lines it lacks are gone.
 */
static int
fold_rest(struct catching *c, struct err *e)
{
	struct pool p = { 0 };
	struct event ev;
	int64_t first, next;
	int more, status = 0;

	if (log_bounds(&c->journal.log, &first, &next, e) != 0 ||
	    log_seek(&c->journal.log, c->boxes.at.seq + 1, e) != 0)
		return -1;
	if (first > c->boxes.at.seq + 1 && !c->anew)
		return 1;

	while ((more = next_line(c, &p, &ev, e)) == 1) {
		status = fold_line(c, &ev, ev.seq, e);
		if (status != 0)
			break;
		c->boxes.at.seq = ev.seq;
		c->folded++;
		pool_reset(&p);
	}
	pool_done(&p);
	return more == -1 ? -1 : status;
}

static int
fold_anew(struct catching *c, struct err *e)
{
	size_t i;
	int status;

	reset_boxes(&c->boxes);
	c->anew = true;
	c->folded = 1;
	if (boxes_load_snapshot(&c->boxes, e) != 0)
		return -1;
	status = fold_rest(c, e);
	/* so that a view there may be is known to be whole */
	for (i = 0; i < c->boxes.n; i++)
		c->boxes.list[i].changed = true;
	return status;
}

static int
fold_all(struct catching *c, struct err *e)
{
	int status;

	status = boxes_load_cursor(&c->boxes, e);
	if (status == 0)
		status = fold_rest(c, e);
	/* lost, damaged, of another version: there is one fold */
	if (status == 1)
		status = fold_anew(c, e);
	return status == 0 ? 0 : -1;
}

static int
begin(struct catching *c, struct err *e)
{
	struct cursor at;

	c->boxes.dir = home_dir(c->home, "inbox", e);
	if (c->boxes.dir == -1)
		return -1;
	if (lock_take(&c->lock, c->home->workspace, "inbox", LOCK_WAIT_MS, e) !=
	    0)
		return -1;
	if (journal_open(c->home, false, &c->journal, e) != 0)
		return -1;

	log_cursor(&c->journal.log, 0, &at);
	c->boxes.at = at;
	return 0;
}

static void
end(struct catching *c)
{
	lock_drop(&c->lock);
	journal_close(&c->journal);
	free_boxes(&c->boxes);
	if (c->boxes.dir != -1)
		(void)close(c->boxes.dir);
}

/* The party's box, loaded; its view may turn out not to be usable only now. */
static struct box *
load_party(struct catching *c, struct span party, struct err *e)
{
	struct box *box = boxes_get(&c->boxes, party);
	int status = 0;

	if (box == NULL) {
		(void)err_set(e, STATUS_DATA, "a party's name is too long");
		return NULL;
	}
	if (!box->loaded && !c->anew)
		status = boxes_load_view(&c->boxes, box, e);
	if (status == 1)
		status = fold_anew(c, e);
	if (status != 0)
		return NULL;

	box = boxes_get(&c->boxes, party);
	if (!box->loaded) {
		/* nothing was ever for it: what view there is goes */
		box->loaded = true;
		box->in.seq = c->boxes.at.seq;
		box->changed = true;
	}
	return box;
}

int
inboxes_read(const struct inbox_reader *r, int64_t now_ms, struct inbox *ret,
    struct err *e)
{
	struct catching c = {
		.home = r->home, .policy = r->policy, .now_ms = now_ms
	};
	struct box *box = NULL;
	struct err lost;

	c.boxes.dir = -1;
	if (begin(&c, e) == 0 && fold_all(&c, e) == 0)
		box = load_party(&c, r->party, e);
	if (box != NULL && log_sync_read(&c.journal.log, e) != 0)
		box = NULL;
	/* a view is only a copy: what it says was read all the same */
	if (box != NULL && c.folded > 0 &&
	    boxes_save_views(&c.boxes, &lost) == 1 && r->warn != NULL)
		r->warn(&lost);
	if (box != NULL) {
		*ret = box->in;
		memset(&box->in, 0, sizeof(box->in));
	}
	end(&c);
	return box == NULL ? -1 : 0;
}

/* Every box there is, for the snapshot holds all. */
static int
load_all(struct catching *c, struct err *e)
{
	size_t i;
	int status = 0;

	for (i = 0; i < c->boxes.n && status == 0; i++) {
		if (!c->boxes.list[i].loaded && !c->anew)
			status =
			    boxes_load_view(&c->boxes, &c->boxes.list[i], e);
	}
	return status == 1 ? fold_anew(c, e) : status;
}

int
inboxes_snapshot(const struct home *h, const struct policy *p, int64_t now_ms,
    int64_t *ret_seq, struct err *e)
{
	struct catching c = { .home = h, .policy = p, .now_ms = now_ms };
	struct err lost;
	int64_t seq = 0;
	int status = -1;

	c.boxes.dir = -1;
	if (begin(&c, e) == 0 && fold_all(&c, e) == 0 && load_all(&c, e) == 0 &&
	    log_sync_read(&c.journal.log, e) == 0) {
		seq = c.boxes.at.seq;
		/* nothing was ever told: there is nothing to keep */
		status = seq == 0 ? 0 : boxes_save_snapshot(&c.boxes, e);
	}
	if (status == 0) {
		(void)boxes_save_views(&c.boxes, &lost);
		*ret_seq = seq;
	}
	end(&c);
	return status;
}

int
inboxes_save(void *arg, int64_t seq, struct err *e)
{
	const struct inboxes_saving *s = arg;
	int64_t saved = 0;

	if (inboxes_snapshot(s->home, s->policy, s->now_ms, &saved, e) != 0)
		return -1;
	if (saved + 1 < seq)
		return err_set(e, STATUS_TEMPORARY,
		    "the inboxes are folded only up to seq %lld",
		    (long long)saved);
	return 0;
}
