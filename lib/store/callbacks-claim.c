/* callbacks-claim - the tries of a task's events */

#include "store/callbacks-claim.h"

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/err.h"
#include "base/num.h"
#include "base/ulid.h"
#include "store/callbacks-inside.h"
#include "store/fleet.h"
#include "store/home.h"

/* ---- settings ---- */

static int
setting(const char *name, int64_t min, int64_t max, int64_t *ret, struct err *e)
{
	struct span s = span_of(home_variable(name));
	struct err why = { 0 };

	if (s.s == NULL)
		return 0;
	while (s.len > 1 && s.s[0] == '0')
		s = span_after(s, 1);
	if (s.s[0] == '-' || num_parse(s, min, max, ret, &why) == -1)
		return err_set(e, STATUS_CONFIG,
		    "%s is not a number from %lld to %lld", name,
		    (long long)min, (long long)max);
	return 0;
}

int
callbacks_rules(struct callback_rules *ret, struct err *e)
{
	struct callback_rules r = { 15, 60, 5, 300, 16, LOCK_WAIT_MS / 1000 };

	if (setting("SGT_CALLBACK_TIMEOUT_SECONDS", 1, 120, &r.timeout_s, e) ==
		-1 ||
	    setting("SGT_CALLBACK_CLAIM_TIMEOUT_SECONDS", 0, 3600, &r.claim_s,
		e) == -1 ||
	    setting("SGT_CALLBACK_RETRY_BASE_SECONDS", 0, 300, &r.base_s, e) ==
		-1 ||
	    setting("SGT_CALLBACK_RETRY_MAX_SECONDS", 0, 3600, &r.max_s, e) ==
		-1 ||
	    setting("SGT_CALLBACK_MAX_EVENTS", 1, 100, &r.events, e) == -1)
		return -1;
	*ret = r;
	return 0;
}

/* ---- files ---- */

/* Committed by the state alone; the index follows it. */
static int
put_state(struct callbacks *c, int dir, int64_t generation,
    const struct callback_state *s, struct err *e)
{
	struct buf text = { 0 };
	int r;

	callback_state_print(s, &text);
	/* committed */
	r = fleet_put(dir, "state.json", buf_as_span(&text), true, e);
	buf_done(&text);
	if (r == 0)
		callbacks_index_put(c, generation, NULL, s);
	return r;
}

/*
 * Whose claim it is matters only while he lives, so that it need not outlast
 * the machine: not synced.
 */
static int
put_claim(int dir, const struct callback_try *t, struct err *e)
{
	struct buf text = { 0 };
	int r;

	callback_claim_print(span_of(t->id), &text);
	r = fleet_put(dir, "claim.json", buf_as_span(&text), false, e);
	buf_done(&text);
	return r;
}

/* The id beside the state; empty where there is none that can be read. */
static void
read_claim(int dir, char ret[ID_MAX])
{
	struct buf text = { 0 };
	struct span attempt;
	struct json j;

	ret[0] = '\0';
	if (fleet_read(dir, "claim.json", &text, &j, NULL) == 0 &&
	    callback_claim_parse(&j, &attempt, NULL) == 0) {
		memcpy(ret, attempt.s, attempt.len);
		ret[attempt.len] = '\0';
	}
	buf_done(&text);
}

/* ---- claiming ---- */

static int
begin_try(struct callbacks *c, int dir, struct callback_item *it,
    int64_t now_ms, struct callback_try *ret, struct err *e)
{
	struct callback_state next = it->state;
	struct callback_try t = { .generation = it->event.generation };
	int r;

	ulid_new(t.id, "att_", now_ms);
	if (getrandom(&t.chance, sizeof(t.chance), 0) != sizeof(t.chance))
		return err_sys(e, "cannot draw a number");
	callback_begin(&next, &t, now_ms / 1000);
	/* the id first: a state that is claimed has its own beside it */
	r = put_claim(dir, &t, e);
	if (r == 0)
		r = put_state(c, dir, it->event.generation, &next, e);
	if (r == 0) {
		callbacks_index_set_claimed(c, it->event.generation);
		*ret = t;
	}
	return r;
}

/*
 * One whose files cannot be written holds up none behind it, while the disk has
 * room, and not too many are so: 1, and it is said.
 */
static int
pass_over(const struct callbacks *c, struct callbacks_walk *w,
    int64_t generation, struct err *e)
{
	struct err why = { 0 };

	if (e->status == STATUS_TEMPORARY || ++w->failed > w->rules->events)
		return -1;
	(void)err_set(&why, e->status, "event %08lld of task '%s': %s",
	    (long long)generation, c->task, e->text);
	if (w->say != NULL)
		w->say(&why);
	return 1;
}

/*
 * Claim it if it is due: 0; 1 it is not, or cannot be, which is said; -1.
 */
static int
try_event(struct callbacks *c, struct callbacks_walk *w, int64_t generation,
    int64_t now_ms, struct callback_item *ret, struct callback_try *ret_try,
    struct err *e)
{
	struct err why = { 0 };
	int dir = callbacks_open_event(c, generation, &why);
	int r =
	    dir < 0 ? -1 : callbacks_read(c, dir, generation, false, ret, &why);

	if (dir == CALLBACKS_NO_EVENT)
		(void)err_set(&why, STATUS_CONFIG,
		    "event %08lld of task '%s': it is gone",
		    (long long)generation, c->task);
	if (r == -1 && w->say != NULL)
		w->say(&why);
	if (r == 0 && callback_is_due(&ret->state, w->rules, now_ms / 1000))
		r = begin_try(c, dir, ret, now_ms, ret_try, e);
	else
		r = 1;
	if (r == -1)
		r = pass_over(c, w, generation, e);
	if (dir >= 0)
		(void)close(dir);
	return r;
}

/* Is somebody else at this task?  First all are looked at, then the last. */
static bool
is_busy(struct callbacks *c, struct callbacks_walk *w, int64_t now_s,
    struct callback_item *it)
{
	int64_t claimed = callbacks_index_claimed(c);
	size_t i;

	for (i = 0; !w->begun && i < c->index.n; i++) {
		const struct callbacks_row *r = &c->index.rows[i];

		callbacks_index_refresh(c, i);
		if (r->status == CALLBACK_DELIVERING &&
		    callbacks_item(c, r->generation, it, NULL) == 0 &&
		    callback_is_claimed(&it->state, w->rules, now_s))
			return true;
	}
	w->begun = true;
	return claimed != 0 && callbacks_item(c, claimed, it, NULL) == 0 &&
	    callback_is_claimed(&it->state, w->rules, now_s);
}

/* Pending as far as the index knows, and due; or not known. */
static bool
may_be_due(const struct callbacks_row *r, const struct callbacks_walk *w,
    int64_t now_s)
{
	struct callback_state s = { .status = (enum callback_status)r->status,
		.next_attempt_s = r->next_attempt_s };

	return s.status == 0 || s.status == CALLBACK_DELIVERING ||
	    callback_is_due(&s, w->rules, now_s);
}

static int
claim_next(struct callbacks *c, struct callbacks_walk *w, int64_t now_ms,
    struct callback_item *ret, struct callback_try *ret_try, struct err *e)
{
	int64_t now_s = now_ms / 1000;
	size_t i;
	int done = 1;

	if (is_busy(c, w, now_s, ret))
		return 1;
	for (i = callbacks_index_after(c, w->generation);
	     done == 1 && i < c->index.n; i++) {
		const struct callbacks_row *r = &c->index.rows[i];

		w->generation = r->generation;
		if (may_be_due(r, w, now_s))
			done = try_event(
			    c, w, r->generation, now_ms, ret, ret_try, e);
	}
	return done;
}

int
callbacks_claim(struct callbacks *c, struct callbacks_walk *w, int64_t now_ms,
    struct callback_item *ret, struct callback_try *ret_try, struct err *e)
{
	int r = 0;

	if (callbacks_lock(c, e) == -1)
		return -1;
	if (!w->begun)
		r = callbacks_index_load(c, e);
	if (r == 0)
		r = claim_next(c, w, now_ms, ret, ret_try, e);
	callbacks_unlock(c);
	return r;
}

/* ---- settling ---- */

static int
settle(struct callbacks *c, const struct callback_try *ours,
    const struct callback_rules *rules, enum callback_result result,
    int64_t asked_s, int64_t now_s, struct err *e)
{
	struct callback_item it = { 0 };
	char claimed_by[ID_MAX];
	int dir = callbacks_open_event(c, ours->generation, e);
	int r;

	if (dir == CALLBACKS_NO_EVENT)
		return err_set(e, STATUS_CONFIG,
		    "event %08lld of task '%s': it is gone",
		    (long long)ours->generation, c->task);
	if (dir == -1)
		return -1;
	r = callbacks_read(c, dir, ours->generation, true, &it, e);
	read_claim(dir, claimed_by);
	if (r == 0 &&
	    !callback_settle(&it.state, ours, span_of(claimed_by), result,
		asked_s, rules, now_s))
		r = 1;
	if (r == 0)
		r = put_state(c, dir, ours->generation, &it.state, e);
	if (r == 0)
		callbacks_index_set_claimed(c, 0);
	callback_item_done(&it);
	(void)close(dir);
	return r;
}

int
callbacks_settle(struct callbacks *c, const struct callback_try *ours,
    const struct callback_rules *r, enum callback_result result,
    int64_t asked_s, int64_t now_ms, struct err *e)
{
	int n;

	if (callbacks_lock(c, e) == -1)
		return -1;
	n = settle(c, ours, r, result, asked_s, now_ms / 1000, e);
	callbacks_unlock(c);
	return n;
}

/* ---- an operator's wish ---- */

static int
retry(struct callbacks *c, struct span key, const struct callback_rules *rules,
    int64_t now_s, struct callback_item *it, struct err *e)
{
	int64_t generation =
	    callback_key_generation(key, c->origin.correlation);
	int dir;
	int r = callbacks_is_sealed(c, e);

	if (r == 1)
		return err_set(
		    e, STATUS_CONFIG, "callback task is sealed for cleanup");
	if (r == 0)
		r = generation == 0 ? 1 : callbacks_item(c, generation, it, e);
	if (r == 1)
		return err_set(e, STATUS_USAGE, "callback event not found");
	if (r == -1)
		return -1;
	if (it->state.status == CALLBACK_ACKNOWLEDGED)
		return err_set(e, STATUS_USAGE,
		    "acknowledged callback events cannot be retried");
	if (callback_is_claimed(&it->state, rules, now_s))
		return err_set(
		    e, STATUS_TEMPORARY, "callback event is being delivered");
	dir = callbacks_open_event(c, generation, e);
	if (dir < 0)
		return -1;
	callback_retry(&it->state, now_s);
	r = put_state(c, dir, generation, &it->state, e);
	(void)close(dir);
	return r;
}

int
callbacks_retry(struct callbacks *c, struct span key,
    const struct callback_rules *r, int64_t now_ms, struct err *e)
{
	struct callback_item it = { 0 };
	int n;

	if (callback_key_check(key, e) == -1 || callbacks_lock(c, e) == -1)
		return -1;
	n = callbacks_index_load(c, e);
	if (n == 0)
		n = retry(c, key, r, now_ms / 1000, &it, e);
	callbacks_unlock(c);
	callback_item_done(&it);
	return n;
}
