/* origins - which task a correlation was given to, and who is told of it */

#include "store/origins.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "disk/dir.h"
#include "disk/file.h"
#include "disk/lock.h"
#include "model/admission.h"
#include "store/fleet.h"

#define LOCK ".callback-origin.lock"
#define FOLDER ".callback-origins"
#define BUILDING ".callbacks.tmp-"

/* "<sha256>.json" */
static void
name_of(char ret[80], struct span correlation)
{
	hash_sha256_hex(ret, correlation);
	(void)snprintf(ret + HASH_HEX_MAX - 1, 80 - HASH_HEX_MAX, ".json");
}

static int
read_record(int dir, struct span correlation, struct buf *text,
    struct origin_record *ret, struct err *e)
{
	struct origin_record got;
	struct err why = { 0 };
	struct json j;
	char name[80];
	int r;

	name_of(name, correlation);
	r = fleet_read(dir, name, text, &j, e);
	if (r != 0)
		return r;
	if (origin_record_parse(&j, &got, &why) == -1 ||
	    !span_equal(got.correlation, correlation))
		return err_set(e, STATUS_CONFIG, "'%s/%s' is damaged: %s",
		    FOLDER, name,
		    why.text[0] == '\0' ? "it is another's" : why.text);
	*ret = got;
	return 0;
}

int
origins_find(const struct fleet *f, struct span correlation, struct buf *text,
    struct origin_record *ret, struct err *e)
{
	struct stat st;
	int dir;
	int r;

	if (fstatat(fleet_root(f), FOLDER, &st, AT_SYMLINK_NOFOLLOW) == -1 &&
	    errno == ENOENT)
		return 1;
	dir = dir_open(fleet_root(f), FOLDER, e);
	if (dir == -1)
		return -1;
	r = read_record(dir, correlation, text, ret, e);
	(void)close(dir);
	return r;
}

static int
is_anothers(struct err *e)
{
	return err_set(e, STATUS_USAGE,
	    "correlation ID is already registered to another task");
}

/* Under the lock. */
static int
reserve(const struct fleet *f, struct span correlation, enum origin_kind kind,
    struct span task, struct err *e)
{
	struct origin_record want = { correlation, kind, task };
	struct origin_record got;
	struct buf text = { 0 };
	char name[80];
	int dir = fleet_make(fleet_root(f), FOLDER, true, e);
	int r;

	if (dir == -1)
		return -1;
	r = read_record(dir, correlation, &text, &got, e);
	if (r == 0 && !span_equal(got.task, task))
		r = is_anothers(e);
	if (r == 1) {
		buf_reset(&text);
		origin_record_print(&want, &text);
		name_of(name, correlation);
		/* committed */
		r = fleet_put(dir, name, buf_as_span(&text), true, e);
	} else if (r == 0) {
		/* who made it may have died before the sync */
		r = dir_sync(dir, e);
	}
	(void)close(dir);
	buf_done(&text);
	return r;
}

int
origins_reserve(const struct fleet *f, struct span correlation,
    enum origin_kind kind, struct span task, struct err *e)
{
	struct lock l = { 0 };
	int r;

	if (lock_take_file(&l, fleet_root(f), LOCK, LOCK_WAIT_MS, e) == -1)
		return -1;
	r = reserve(f, correlation, kind, task, e);
	lock_drop(&l);
	return r;
}

/* 0 it has none, 1 the same, -1. */
static int
compare_origin(int dir, const struct origin *want, struct err *e)
{
	struct buf text = { 0 };
	struct origin got;
	struct json j;
	int r = fleet_read(dir, "origin.json", &text, &j, e);

	if (r == 0)
		r = origin_parse(&j, &got, e);
	if (r == 0 &&
	    (!span_equal(got.profile, want->profile) ||
		!span_equal(got.correlation, want->correlation)))
		r = err_set(
		    e, STATUS_USAGE, "callback origin is already registered");
	buf_done(&text);
	if (r == -1)
		return -1;
	return r == 0 ? 1 : 0;
}

/* What is to be bound. */
struct binding {
	const struct origin *origin;
	enum origin_kind kind;
	struct span task;
};

/* One that was dispatched has its receipt before anybody can tell of it. */
static int
put_receipt(int dir, const struct binding *b, struct err *e)
{
	struct admission a = { .origin = *b->origin, .task = b->task };
	struct buf text = { 0 };
	int r;

	if (b->kind != ORIGIN_ADMISSION)
		return 0;
	admission_print_record(&a, &text);
	r = fleet_put(dir, "admission.json", buf_as_span(&text), true, e);
	buf_done(&text);
	return r;
}

/* What a folder of callbacks begins with; synced. */
static int
fill(int dir, const struct binding *b, struct err *e)
{
	struct buf text = { 0 };
	struct lock l = { 0 };
	int events = fleet_make(dir, "events", false, e);
	int r = events;

	if (r != -1) {
		(void)close(events);
		r = lock_take_file(&l, dir, "lock", LOCK_WAIT_MS, e);
	}
	lock_drop(&l);
	if (r != -1)
		r = put_receipt(dir, b, e);
	if (r != -1) {
		origin_print(b->origin, &text);
		r = fleet_put(dir, "origin.json", buf_as_span(&text), true, e);
	}
	buf_done(&text);
	return r;
}

/* Another's half that died here is used up. */
static int
build(int task, const struct binding *b, struct err *e)
{
	int dir = fleet_make(task, BUILDING, false, e);
	int r;

	if (dir == -1)
		return -1;
	r = fill(dir, b, e);
	(void)close(dir);
	if (r == -1)
		return -1;
	/* committed, once the folder is synced */
	if (renameat(task, BUILDING, task, ".callbacks") == -1)
		return err_sys(e, "cannot make '.callbacks'");
	return dir_sync(task, e);
}

/*
 * .callbacks is there: the same origin in it, or none though no event was ever
 * made in it, is what a repetition finds.
 */
static int
complete(int dir, const struct binding *b, struct err *e)
{
	struct stat st;
	int r = compare_origin(dir, b->origin, e);

	if (r == 1)
		return put_receipt(dir, b, e) == -1 ? -1 : dir_sync(dir, e);
	if (r == 0 && fstatat(dir, "sequence", &st, AT_SYMLINK_NOFOLLOW) == 0)
		return err_set(e, STATUS_CONFIG,
		    "callback origin is lost, but not its events");
	return r == -1 ? -1 : fill(dir, b, e);
}

/* Under the lock: look at both before anything is written. */
static int
bind_task(
    const struct fleet *f, int task, const struct binding *b, struct err *e)
{
	struct stat st;
	bool is_new =
	    fstatat(task, ".callbacks", &st, AT_SYMLINK_NOFOLLOW) == -1;
	int dir = -1;
	int r = 0;

	if (is_new && errno != ENOENT)
		return err_sys(e, "cannot look for '.callbacks'");
	if (!is_new) {
		dir = dir_open(task, ".callbacks", e);
		r = dir == -1 ? -1 : compare_origin(dir, b->origin, e);
	}
	if (r != -1)
		r = reserve(f, b->origin->correlation, b->kind, b->task, e);
	if (r == 0)
		r = is_new ? build(task, b, e) : complete(dir, b, e);
	if (dir != -1)
		(void)close(dir);
	return r;
}

int
origins_register(const struct fleet *f, struct span task,
    const struct origin *o, enum origin_kind kind, struct err *e)
{
	const struct binding b = { o, kind, task };
	struct lock l = { 0 };
	int fd;
	int r;

	if (origin_check(o->profile, o->correlation, e) == -1)
		return -1;
	fd = fleet_task(f, task, e);
	if (fd == -1)
		return -1;
	r = lock_take_file(&l, fleet_root(f), LOCK, LOCK_WAIT_MS, e);
	if (r == 0)
		r = bind_task(f, fd, &b, e);
	lock_drop(&l);
	(void)close(fd);
	return r;
}
