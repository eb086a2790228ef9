#include "store/admissions.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "disk/dir.h"
#include "disk/file.h"
#include "store/fleet.h"

#define PATH_LEN (sizeof(ADMISSIONS_DIR) + 1 + HASH_HEX_MAX)

static const char file[] = "transaction.json";

static void
path_of(char ret[PATH_LEN], struct span correlation)
{
	char sha[HASH_HEX_MAX];

	hash_sha256_hex(sha, correlation);
	(void)snprintf(ret, PATH_LEN, "%s/%s", ADMISSIONS_DIR, sha);
}

/* 1 where it is not there. */
static int
load(struct admission_store *s, struct span correlation, struct err *e)
{
	struct err why = { 0 };
	struct json j;
	int r = fleet_read(s->dir_held - 1, file, &s->text, &j, e);

	s->now.status = 0;
	if (r != 0)
		return r;
	if (admission_parse(&j, &s->now, &why) == -1)
		return err_set(
		    e, STATUS_CONFIG, "cannot use '%s': %s", file, why.text);
	if (!span_equal(s->now.origin.correlation, correlation))
		return err_set(e, STATUS_CONFIG,
		    "cannot use '%s': it is of another correlation", file);
	return 0;
}

/* 1 where the folder is not there. */
static int
attach(int fleet, struct span correlation, bool make, struct admission_store *s,
    struct err *e)
{
	char path[PATH_LEN];
	struct stat st;
	int dir;

	path_of(path, correlation);
	if (!make && fstatat(fleet, path, &st, AT_SYMLINK_NOFOLLOW) == -1 &&
	    errno == ENOENT)
		return 1;
	dir = make ? dir_make(fleet, path, e) : dir_open(fleet, path, e);
	s->dir_held = dir + 1;
	return dir == -1 ? -1 : 0;
}

int
admission_peek(int fleet, struct span correlation, struct admission_store *ret,
    struct err *e)
{
	int r;

	*ret = (struct admission_store){ 0 };
	r = attach(fleet, correlation, false, ret, e);
	if (r == 0)
		r = load(ret, correlation, e);
	if (r != 0)
		admission_close(ret);
	return r;
}

/* One transaction of all: is it this task's? */
static bool
is_of_task(int all, const char *name, struct span task,
    char ret_correlation[CORRELATION_MAX + 1])
{
	struct admission a = { .status = 0 };
	struct buf text = { 0 };
	struct json j;
	bool ret = false;
	int dir = dir_open(all, name, NULL);

	if (dir == -1)
		return false;
	if (fleet_read(dir, file, &text, &j, NULL) == 0 &&
	    admission_parse(&j, &a, NULL) == 0)
		ret = span_equal(a.task, task);
	if (ret) {
		memcpy(ret_correlation, a.origin.correlation.s,
		    a.origin.correlation.len);
		ret_correlation[a.origin.correlation.len] = '\0';
	}
	(void)close(dir);
	buf_done(&text);
	return ret;
}

int
admission_find(int fleet, struct span task,
    char ret_correlation[CORRELATION_MAX + 1], struct err *e)
{
	struct stat st;
	char **names;
	size_t n, i;
	int all;
	int r = 1;

	if (fstatat(fleet, ADMISSIONS_DIR, &st, AT_SYMLINK_NOFOLLOW) == -1 &&
	    errno == ENOENT)
		return 1;
	all = dir_open(fleet, ADMISSIONS_DIR, e);
	if (all == -1)
		return -1;
	if (fleet_names(all, &names, &n, e) == -1) {
		(void)close(all);
		return -1;
	}
	for (i = 0; r == 1 && i < n; i++) {
		if (is_of_task(all, names[i], task, ret_correlation))
			r = 0;
	}
	free(names);
	(void)close(all);
	return r;
}

int
admission_open(int fleet, struct span correlation, bool make, int64_t wait_ms,
    struct admission_store *ret, struct err *e)
{
	int r;

	*ret = (struct admission_store){ 0 };
	r = attach(fleet, correlation, make, ret, e);
	if (r == 0)
		r = lock_take_file(
		    &ret->lock, ret->dir_held - 1, "lock", wait_ms, e);
	if (r == 0 && load(ret, correlation, e) == -1)
		r = -1;
	if (r != 0)
		admission_close(ret);
	return r;
}

void
admission_close(struct admission_store *s)
{
	lock_drop(&s->lock);
	if (s->dir_held != 0)
		(void)close(s->dir_held - 1);
	s->dir_held = 0;
	buf_done(&s->text);
}

int
admission_dir(const struct admission_store *s)
{
	return s->dir_held - 1;
}

int
admission_write(
    struct admission_store *s, const struct admission *now, struct err *e)
{
	struct buf out = { 0 };
	int r;

	admission_print(now, &out);
	/* committed */
	r = fleet_put(s->dir_held - 1, file, buf_as_span(&out), true, e);
	buf_done(&out);
	if (r == 0)
		s->now = *now;
	return r;
}

int
admission_retract(struct admission_store *s, struct err *e)
{
	if (s->now.status != ADMISSION_PENDING)
		return 0;
	s->now.status = 0;
	return file_remove(s->dir_held - 1, file, e) == -1 ? -1 : 0;
}
