/* callbacks - what a task owes its origin */

#include "store/callbacks.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/num.h"
#include "disk/dir.h"
#include "store/callbacks-inside.h"
#include "store/fleet.h"

#define SEQUENCE_MAX 32

int
callbacks_dir(const struct callbacks *c)
{
	return c->dir_held - 1;
}

int
callbacks_events(const struct callbacks *c)
{
	return c->events_held - 1;
}

void
callbacks_name(char ret[CALLBACKS_NAME_MAX], int64_t generation)
{
	(void)snprintf(
	    ret, CALLBACKS_NAME_MAX, "%08lld", (long long)generation);
}

int
callbacks_lock(struct callbacks *c, struct err *e)
{
	struct err why = { 0 };
	int r = lock_take_file(&c->lock, callbacks_dir(c), "lock",
	    c->no_wait ? 0 : LOCK_WAIT_MS, &why);

	c->busy = r == -1 && why.status == STATUS_TEMPORARY;
	return r == -1 ? err_set(e, why.status, "%s", why.text) : 0;
}

void
callbacks_unlock(struct callbacks *c)
{
	lock_drop(&c->lock);
}

static int
read_origin(struct callbacks *c, struct err *e)
{
	struct err why = { 0 };
	struct json j;
	int r =
	    fleet_read(callbacks_dir(c), "origin.json", &c->origin_text, &j, e);

	if (r == 1)
		return err_set(e, STATUS_CONFIG,
		    "task '%s' has callbacks but no origin", c->task);
	if (r == 0 && origin_parse(&j, &c->origin, &why) == -1)
		return err_set(e, STATUS_CONFIG,
		    "'origin.json' of task '%s' is damaged: %s", c->task,
		    why.text);
	return r;
}

static int
open_events(struct callbacks *c, struct err *e)
{
	struct stat st;
	int fd;

	if (fstatat(callbacks_dir(c), "events", &st, AT_SYMLINK_NOFOLLOW) ==
		-1 &&
	    errno == ENOENT)
		return err_set(e, STATUS_CONFIG,
		    "task '%s' has an origin, but its events are gone",
		    c->task);
	fd = dir_open(callbacks_dir(c), "events", e);
	if (fd == -1)
		return -1;
	c->events_held = fd + 1;
	return 0;
}

int
callbacks_open(const struct fleet *f, struct span task, struct callbacks *ret,
    struct err *e)
{
	struct callbacks c = { 0 };
	struct stat st;
	int at = fleet_task(f, task, e);
	int fd;
	int r;

	if (at == -1)
		return -1;
	if (fstatat(at, ".callbacks", &st, AT_SYMLINK_NOFOLLOW) == -1) {
		r = errno == ENOENT ?
		    1 :
		    err_sys(e, "cannot look for '.callbacks'");
		(void)close(at);
		return r;
	}
	fd = dir_open(at, ".callbacks", e);
	(void)close(at);
	if (fd == -1)
		return -1;
	c.dir_held = fd + 1;
	memcpy(c.task, task.s, task.len);
	if (read_origin(&c, e) == -1 || open_events(&c, e) == -1) {
		callbacks_close(&c);
		return -1;
	}
	*ret = c;
	return 0;
}

void
callbacks_close(struct callbacks *c)
{
	lock_drop(&c->lock);
	if (c->events_held != 0)
		(void)close(c->events_held - 1);
	if (c->dir_held != 0)
		(void)close(c->dir_held - 1);
	c->events_held = 0;
	c->dir_held = 0;
	buf_done(&c->origin_text);
	callbacks_index_done(&c->index);
}

int64_t
callbacks_sequence(const struct callbacks *c)
{
	struct buf text = { 0 };
	struct span s;
	int64_t n = 0;

	if (fleet_read_text(
		callbacks_dir(c), "sequence", SEQUENCE_MAX, &text, NULL) == 0) {
		s = task_strip(buf_as_span(&text));
		if (num_parse(s, 0, CALLBACK_GENERATION_MAX, &n, NULL) == -1)
			n = 0;
	}
	buf_done(&text);
	return n;
}

/* ---- one event ---- */

static int
check_event(const struct callbacks *c, int64_t generation,
    const struct callback_event *ev, struct err *e)
{
	if (ev->generation != generation)
		return err_set(e, STATUS_CONFIG, "it is another generation's");
	if (!span_equal(ev->correlation, c->origin.correlation) ||
	    !span_equal(ev->profile, c->origin.profile))
		return err_set(e, STATUS_CONFIG, "it is another origin's");
	return 0;
}

int
callbacks_open_event(
    const struct callbacks *c, int64_t generation, struct err *e)
{
	char name[CALLBACKS_NAME_MAX];
	struct err why = { 0 };
	int fd;

	callbacks_name(name, generation);
	fd = dir_open(callbacks_events(c), name, &why);
	if (fd == -1 && errno == ENOENT)
		return CALLBACKS_NO_EVENT;
	if (fd == -1)
		return err_set(e, why.status, "event %s of task '%s': %s", name,
		    c->task, why.text);
	return fd;
}

static int
read_event(const struct callbacks *c, int dir, int64_t generation,
    struct callback_item *ret, struct err *e)
{
	struct json j;
	int r;

	r = fleet_read(dir, "event.json", &ret->event_text, &j, e);
	if (r == 1)
		return err_set(e, STATUS_CONFIG, "'event.json' is gone");
	pool_reset(&ret->pool);
	if (r == 0)
		r = callback_event_parse(&j, &ret->pool, &ret->event, e);
	if (r == 0)
		r = check_event(c, generation, &ret->event, e);
	return r;
}

static int
read_state(int dir, struct callback_item *ret, struct err *e)
{
	struct json j;
	int r = fleet_read(dir, "state.json", &ret->state_text, &j, e);

	if (r == 1)
		return err_set(e, STATUS_CONFIG, "'state.json' is gone");
	if (r == 0)
		r = callback_state_parse(&j, &ret->state, e);
	return r;
}

int
callbacks_read(const struct callbacks *c, int dir, int64_t generation,
    bool state_alone, struct callback_item *ret, struct err *e)
{
	struct err why = { 0 };
	int r = state_alone ? 0 : read_event(c, dir, generation, ret, &why);

	if (r == 0)
		r = read_state(dir, ret, &why);
	if (r == -1)
		return err_set(e, why.status, "event %08lld of task '%s': %s",
		    (long long)generation, c->task, why.text);
	return 0;
}

int
callbacks_item(const struct callbacks *c, int64_t generation,
    struct callback_item *ret, struct err *e)
{
	int dir = callbacks_open_event(c, generation, e);
	int r;

	if (dir < 0)
		return dir == CALLBACKS_NO_EVENT ? 1 : -1;
	r = callbacks_read(c, dir, generation, false, ret, e);
	(void)close(dir);
	return r;
}

void
callback_item_done(struct callback_item *it)
{
	buf_done(&it->event_text);
	buf_done(&it->state_text);
	pool_done(&it->pool);
}

/* ---- all of them ---- */

/* Eight digits, not all 0: what is no event's name is none. */
static int64_t
generation_of(const char *name)
{
	int64_t n = 0;
	size_t i;

	for (i = 0; name[i] >= '0' && name[i] <= '9' && i < 8; i++)
		n = n * 10 + (name[i] - '0');
	return i == 8 && name[i] == '\0' ? n : 0;
}

static int
by_number(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a;
	int64_t y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

static int
list_events(
    const struct callbacks *c, int64_t **ret, size_t *ret_n, struct err *e)
{
	int64_t *list = NULL;
	struct dirent *d;
	size_t cap = 0;
	size_t n = 0;
	int fd = openat(
	    callbacks_events(c), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *stream = fd == -1 ? NULL : fdopendir(fd);
	int bad;

	if (stream == NULL) {
		(void)err_sys(e, "cannot list the events of '%s'", c->task);
		if (fd != -1)
			(void)close(fd);
		return -1;
	}
	for (errno = 0; (d = readdir(stream)) != NULL; errno = 0) {
		int64_t generation = generation_of(d->d_name);

		if (generation == 0)
			continue;
		list = mem_grow(list, &cap, n + 1, sizeof(*list));
		list[n++] = generation;
	}
	bad = errno;
	(void)closedir(stream);
	if (bad != 0) {
		free(list);
		errno = bad;
		return err_sys(e, "cannot list the events of '%s'", c->task);
	}
	if (n > 0)
		qsort(list, n, sizeof(*list), by_number);
	*ret = list;
	*ret_n = n;
	return 0;
}

int
callbacks_generations(
    const struct callbacks *c, int64_t **ret, size_t *ret_n, struct err *e)
{
	/* the sequence first: it is written after the event */
	int64_t sequence = callbacks_sequence(c);

	if (list_events(c, ret, ret_n, e) == -1)
		return -1;
	if (sequence > 0 && *ret_n == 0) {
		free(*ret);
		return err_set(e, STATUS_CONFIG,
		    "task '%s' has had %lld events, but they are gone", c->task,
		    (long long)sequence);
	}
	return 0;
}
