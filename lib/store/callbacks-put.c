/* callbacks-put - a new event; the seal */

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/json.h"
#include "disk/dir.h"
#include "disk/file.h"
#include "store/callbacks-inside.h"
#include "store/fleet.h"

#define SEAL "sergeant.callback-seal/v1"

/* ---- the seal ---- */

int
callbacks_is_sealed(const struct callbacks *c, struct err *e)
{
	struct buf text = { 0 };
	struct span s;
	int r = fleet_read_text(
	    callbacks_dir(c), "sealed", sizeof(SEAL) + 1, &text, e);

	s = task_strip(buf_as_span(&text));
	if (r == 0 && !span_is(s, SEAL))
		r = err_set(e, STATUS_CONFIG, "invalid callback cleanup seal");
	buf_done(&text);
	if (r == -1)
		return -1;
	return r == 0 ? 1 : 0;
}

static int
seal(struct callbacks *c, void (*say)(const struct err *), size_t *ret_left,
    struct err *e)
{
	if (callbacks_unacknowledged(c, say, ret_left, e) == -1)
		return -1;
	if (*ret_left > 0)
		return 1;
	/* committed */
	return fleet_put(
	    callbacks_dir(c), "sealed", span_of(SEAL "\n"), true, e);
}

int
callbacks_seal(struct callbacks *c, void (*say)(const struct err *),
    size_t *ret_left, struct err *e)
{
	int r;

	if (callbacks_lock(c, e) == -1)
		return -1;
	r = callbacks_is_sealed(c, e);
	/* sealed before: whoever did it may have died before the sync */
	r = r == 1 ? dir_sync(callbacks_dir(c), e) :
	    r == 0 ? seal(c, say, ret_left, e) :
		     -1;
	callbacks_unlock(c);
	return r;
}

int
callbacks_unseal(struct callbacks *c, struct err *e)
{
	int r;

	if (callbacks_lock(c, e) == -1)
		return -1;
	r = callbacks_is_sealed(c, e);
	if (r == 1)
		r = file_remove(callbacks_dir(c), "sealed", e);
	callbacks_unlock(c);
	return r == -1 ? -1 : 0;
}

int
callbacks_unacknowledged(struct callbacks *c, void (*say)(const struct err *),
    size_t *ret, struct err *e)
{
	struct callback_item it = { 0 };
	struct err why = { 0 };
	int64_t *list;
	size_t left = 0;
	size_t n;
	size_t i;

	if (callbacks_generations(c, &list, &n, e) == -1)
		return -1;
	for (i = 0; i < n; i++) {
		int r = callbacks_item(c, list[i], &it, &why);

		if (r == -1 && say != NULL)
			say(&why);
		if (r != 0 || it.state.status != CALLBACK_ACKNOWLEDGED)
			left++;
	}
	callback_item_done(&it);
	free(list);
	*ret = left;
	return 0;
}

/* ---- a new event ---- */

/* event.json and state.json into a folder that nobody reads yet */
static int
fill(int dir, const struct callback_event *ev,
    const struct callback_state *state, struct err *e)
{
	struct buf text = { 0 };
	int r;

	callback_event_print(ev, &text);
	r = fleet_put(dir, "event.json", buf_as_span(&text), false, e);
	buf_reset(&text);
	callback_state_print(state, &text);
	if (r == 0)
		r = fleet_put(dir, "state.json", buf_as_span(&text), false, e);
	buf_done(&text);
	return r;
}

static int
sync_file(int dir, const char *name, struct err *e)
{
	int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	int r;

	if (fd == -1)
		return err_sys(e, "cannot open '%s'", name);
	r = file_sync(fd, name, e);
	(void)close(fd);
	return r;
}

/*
 * Built beside, under a name that the next try takes again, then renamed: it
 * is there whole or not at all.
 */
static int
build(struct callbacks *c, const struct callback_event *ev,
    const struct callback_state *state, struct err *e)
{
	char name[CALLBACKS_NAME_MAX];
	char building[CALLBACKS_NAME_MAX + 8];
	int events = callbacks_events(c);
	int dir;
	int r;

	callbacks_name(name, ev->generation);
	(void)snprintf(building, sizeof(building), ".event-%s", name);
	dir = fleet_make(events, building, false, e);
	if (dir == -1)
		return -1;
	r = fill(dir, ev, state, e);
	if (r == 0)
		r = sync_file(dir, "event.json", e);
	if (r == 0)
		r = sync_file(dir, "state.json", e);
	if (r == 0)
		r = dir_sync(dir, e);
	(void)close(dir);
	if (r == -1)
		return -1;
	/* committed, once the folder is synced */
	if (renameat2(events, building, events, name, RENAME_NOREPLACE) == -1)
		return err_sys(e, "cannot make event '%s'", name);
	return dir_sync(events, e);
}

static int
put_sequence(struct callbacks *c, int64_t generation, struct err *e)
{
	char text[24];

	(void)snprintf(text, sizeof(text), "%lld\n", (long long)generation);
	return fleet_put(callbacks_dir(c), "sequence", span_of(text), true, e);
}

static int64_t
last_generation(const struct callbacks *c)
{
	const struct callbacks_index *x = &c->index;

	return x->n == 0 ? 0 : x->rows[x->n - 1].generation;
}

/*
 * The event is there: who made it may have died before the sync, or before the
 * sequence counted it.
 */
static int
confirm(struct callbacks *c, struct err *e)
{
	int64_t last = last_generation(c);

	if (dir_sync(callbacks_events(c), e) == -1)
		return -1;
	return callbacks_sequence(c) < last ? put_sequence(c, last, e) : 0;
}

static int
make_event(struct callbacks *c, struct callback_event *ev, int64_t now_ms,
    struct err *e)
{
	struct callback_state state = callback_state_new(now_ms / 1000);
	int64_t last = last_generation(c);
	int64_t sequence = callbacks_sequence(c);
	int r = callbacks_is_sealed(c, e);

	if (r == 1)
		return err_set(
		    e, STATUS_CONFIG, "callback task is sealed for cleanup");
	if (r == -1)
		return -1;
	ev->generation = (sequence > last ? sequence : last) + 1;
	if (ev->generation > CALLBACK_GENERATION_MAX)
		return err_set(e, STATUS_CONFIG,
		    "task '%s' has no generation left", c->task);
	if (build(c, ev, &state, e) == -1)
		return -1;
	callbacks_index_put(c, ev->generation, ev->source_hash.s, &state);
	return put_sequence(c, ev->generation, e);
}

int
callbacks_enqueue(struct callbacks *c, enum callback_type type,
    struct span source, struct span payload, int64_t now_ms,
    int64_t *ret_generation, struct err *e)
{
	struct callback_event ev = { .type = type,
		.correlation = c->origin.correlation,
		.profile = c->origin.profile,
		.payload = payload };
	char created[CALLBACK_STAMP_MAX];
	char hash[HASH_HEX_MAX];
	int r;

	callback_stamp(created, now_ms / 1000);
	ev.created_at = span_of(created);
	callback_source_hash(hash, type, source);
	ev.source_hash = span_of(hash);
	if (callbacks_lock(c, e) == -1)
		return -1;
	r = callbacks_index_load(c, e);
	if (r == 0)
		ev.generation = callbacks_index_find(c, hash);
	if (ev.generation > 0)
		r = confirm(c, e) == -1 ? -1 : 1;
	else if (r == 0)
		r = make_event(c, &ev, now_ms, e);
	callbacks_unlock(c);
	if (r != -1)
		*ret_generation = ev.generation;
	return r;
}
