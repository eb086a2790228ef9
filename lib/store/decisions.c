#include "store/decisions.h"

#include <fcntl.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/mem.h"
#include "engine/match.h"
#include "model/due-line.h"

#define OUT_MAX (1024UL * 1024 * 1024)
/* a folder changed so shortly before it was read may change unseen */
#define STAMP_COARSE_MS 50

int
decisions_open(
    const struct home *h, bool write, struct decisions *ret, struct err *e)
{
	*ret = (struct decisions){ .home = h };
	buf_init(&ret->out, OUT_MAX);
	if (home_default_party(ret->party, e) == -1 ||
	    states_open(h, write, &ret->states, e) == -1 ||
	    schedule_load(h, &ret->schedule, e) == -1) {
		decisions_close(ret);
		return -1;
	}
	return 0;
}

void
decisions_close(struct decisions *d)
{
	watches_done(&d->watches);
	states_close(d->states);
	schedule_free(d->schedule);
	free(d->ways);
	buf_done(&d->out);
	pool_done(&d->pool);
}

bool
decisions_alive(void *arg, struct span watch)
{
	const struct decisions *d = arg;
	size_t i;

	if (watches_find(&d->watches, watch) != NULL)
		return true;
	/* one that cannot be read now may be mended: its state stays */
	for (i = 0; i < d->watches.n_bad; i++) {
		struct span name = d->watches.bad[i].name;

		if (name.len > watch.len &&
		    memcmp(name.s, watch.s, watch.len) == 0)
			return true;
	}
	return false;
}

/* Each commit of a watch is a rename: the folder's own time tells of it. */
static int
read_watches(struct decisions *d, struct err *e)
{
	struct timespec *old = &d->watches_stat.st_mtim;
	struct stat st = { 0 };
	bool same;

	(void)fstatat(d->home->workspace, "watches", &st, AT_SYMLINK_NOFOLLOW);
	same = d->watches_ms != 0 && st.st_ino == d->watches_stat.st_ino &&
	    st.st_mtim.tv_sec == old->tv_sec &&
	    st.st_mtim.tv_nsec == old->tv_nsec;
	if (same && clock_mono_ms() - d->watches_ms > STAMP_COARSE_MS)
		return 0;

	watches_done(&d->watches);
	d->watches = (struct watches){ 0 };
	d->watches_stat = st;
	if (!same)
		d->watches_ms = clock_mono_ms();
	return watches_load(d->home, &d->watches, e);
}

int
decisions_begin(struct decisions *d, int64_t now_ms, struct err *e)
{
	buf_reset(&d->out);
	pool_reset(&d->pool);
	d->n_ways = 0;
	d->now_ms = now_ms;
	return read_watches(d, e);
}

static void
print(struct decisions *d, struct verdict *v)
{
	if (v->kind == VERDICT_QUIET && !d->explain)
		return;
	if (v->kind == VERDICT_QUIET)
		decide_name(v);
	verdict_print(v, d->explain, &d->out);
	buf_byte(&d->out, '\n');
}

static void
print_quiet(struct decisions *d, const struct event *ev, enum why why)
{
	struct verdict v = { .kind = VERDICT_QUIET,
		.why = why,
		.watch = ev->watch,
		.subject = ev->subject,
		.time_ms = d->now_ms };

	print(d, &v);
}

/* What no watch asked for: a first look, committed nowhere. */
static bool
never_seen(void *arg, struct span id)
{
	(void)arg;
	(void)id;
	return false;
}

static void
judge_bare(
    struct decisions *d, const struct event *ev, const struct observation *o)
{
	static const char types[] = "[\"*\"]";
	struct clause c = { .kind = o->kind,
		.types = { JSON_ARRAY, types, sizeof(types) - 1 } };
	struct watch w = { .clauses = &c,
		.n_clauses = 1,
		.to = span_of(d->party),
		.urgency = URGENCY_NEXT_TURN,
		.created_ms = d->now_ms,
		.every_ms = WATCH_WINDOW_MS,
		.realert_ms = WATCH_REALERT_MS,
		.window_ms = WATCH_WINDOW_MS,
		.first = FIRST_WAKE,
		.budget = { -1, -1, -1, -1, -1 },
		.until = UNTIL_SUBJECT_TERMINAL };
	struct state s = { .seen = never_seen }, next;
	struct fact f = { .ev = ev, .o = o };
	struct verdict v;

	c.collection = o->collection.s != NULL;
	c.subject = c.collection ? o->collection : ev->subject;
	decide(&w, &f, &s, d->now_ms, &d->pool, &v, &next);
	print(d, &v);
}

/* What cannot be kept must not be said; it stops nobody else. */
static int
pass_over(struct decisions *d, const struct err *e)
{
	if (e->status != STATUS_DATA)
		return -1;
	if (d->soft.status == STATUS_OK)
		d->soft = *e;
	return 0;
}

static int
keep(struct decisions *d, struct span watch, struct span kind,
    struct span subject, const struct state *next, struct verdict *v,
    struct err *e)
{
	struct span line = { NULL, 0 };

	if (v->changed || v->n_events > 0) {
		if (states_put(d->states, watch, kind, subject, next, v, e) ==
		    -1)
			return pass_over(d, e);
		line = states_put_line(d->states);
	}
	if (line.s == NULL || d->explain) {
		print(d, v);
		return 0;
	}
	buf_span(&d->out, line);
	buf_byte(&d->out, '\n');
	return 0;
}

static void
load_row(struct decisions *d, struct span watch, struct span subject,
    struct row *ret)
{
	const struct row *r = schedule_find(d->schedule, watch, subject);

	if (r != NULL)
		*ret = *r;
}

static void
note_way(struct decisions *d, const struct observation *o)
{
	bool good = o->error == ERROR_NONE || error_class_is_subject(o->error);
	size_t i;

	if (o->way.s == NULL || !o->attempted || o->error == ERROR_RATE_LIMITED)
		return;
	for (i = 0; i < d->n_ways; i++) {
		if (span_equal(d->ways[i].way, o->way))
			break;
	}
	if (i == d->n_ways) {
		d->ways = mem_grow(
		    d->ways, &d->cap_ways, d->n_ways + 1, sizeof(*d->ways));
		d->ways[d->n_ways++] = (struct way_look){ .way = o->way };
	}
	d->ways[i].good |= good;
	if (!good)
		d->ways[i].error = o->error;
}

static int
judge_look(struct decisions *d, const struct watch *w, const struct event *ev,
    const struct observation *o, struct err *e)
{
	bool member = o->collection.s != NULL;
	struct span asked = member ? o->collection : ev->subject;
	struct fact f = { .ev = ev, .o = o };
	struct state s, next;
	struct verdict v;

	states_get(d->states, w->id, o->kind, ev->subject, &s);
	if (member)
		s.collection_looked =
		    states_looked(d->states, w->id, o->kind, asked);
	load_row(d, w->id, asked, &s.row);
	decide(w, &f, &s, d->now_ms, &d->pool, &v, &next);
	if (keep(d, w->id, o->kind, ev->subject, &next, &v, e) == -1)
		return -1;

	if (o->complete && o->attempted && o->error == ERROR_NONE)
		states_shown(d->states, w->id, o->kind, ev->subject);
	note_way(d, o);
	if (member)
		schedule_put_member(d->schedule, w->id, asked, &next.row);
	else
		schedule_put(d->schedule, w->id, asked, &next.row, ev->time_ms);
	return 0;
}

static int
judge_push(struct decisions *d, const struct watch *w, const struct event *ev,
    struct err *e)
{
	const struct clause *c = match_event(w, ev);
	struct fact f = { .ev = ev };
	struct state s, next;
	struct verdict v;

	/* what ends or reopens does so whatever the types ask for */
	if (c == NULL)
		c = match_subject(w, ev);
	if (c == NULL)
		return 0;
	states_get(d->states, w->id, c->kind, ev->subject, &s);
	load_row(d, w->id, c->subject, &s.row);
	decide(w, &f, &s, d->now_ms, &d->pool, &v, &next);
	if (keep(d, w->id, c->kind, ev->subject, &next, &v, e) == -1)
		return -1;
	schedule_bring(d->schedule, w->id, c->subject, &next.row);
	return 0;
}

static int
judge_event(struct decisions *d, const struct event *ev, struct err *e)
{
	const struct watch *w;
	size_t i;

	if (ev->watch.s != NULL) {
		w = watches_find(&d->watches, ev->watch);
		if (w != NULL)
			return judge_push(d, w, ev, e);
		print_quiet(d, ev, WHY_GONE);
		return 0;
	}
	for (i = 0; i < d->watches.n; i++) {
		if (judge_push(d, &d->watches.list[i], ev, e) == -1)
			return -1;
	}
	return 0;
}

int
decisions_judge(struct decisions *d, const struct event *ev,
    const struct observation *o, struct err *e)
{
	const struct watch *w;
	int ret = 0;

	if (ev->inbound > 0 &&
	    ev->inbound <= states_inbound_cursor(d->states)) {
		print_quiet(d, ev, WHY_STALE);
		return 0;
	}
	if (o == NULL) {
		if (!span_is(ev->type, DUE_LINE_TYPE))
			ret = judge_event(d, ev, e);
	} else if (ev->watch.s == NULL) {
		judge_bare(d, ev, o);
	} else if ((w = watches_find(&d->watches, ev->watch)) != NULL) {
		ret = judge_look(d, w, ev, o, e);
	} else {
		print_quiet(d, ev, WHY_GONE);
	}
	if (ret == 0 && ev->inbound > 0 && ev->last)
		states_move_inbound(d->states, ev->inbound);
	return ret;
}

bool
decisions_hint(struct decisions *d, const struct event *ev)
{
	int64_t at = d->now_ms;
	bool any = false;
	size_t i;

	if (ev->inbound > 0 && ev->inbound <= states_inbound_cursor(d->states))
		return false;
	if (ev->time.s != NULL && ev->time_ms < at)
		at = ev->time_ms;
	for (i = 0; i < d->watches.n; i++) {
		const struct watch *w = &d->watches.list[i];
		const struct clause *c = match_subject(w, ev);

		if (c == NULL ||
		    (ev->watch.s != NULL && !span_equal(ev->watch, w->id)))
			continue;
		schedule_hint(d->schedule, w->id, c->subject, at);
		any = true;
	}
	return any;
}
