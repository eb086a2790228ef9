#include "disk/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "disk/dir.h"

/* The first wait, and the longest, between two tries. */
#define STEP_MS 1
#define STEP_MAX_MS 16

static int
open_lock(int dir, const char *path)
{
	return openat(dir, path,
	    O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
}

/* Nobody else may hold up who locks it. */
static bool
is_ours(int fd, struct stat *ret)
{
	if (fstat(fd, ret) == -1 || !S_ISREG(ret->st_mode) ||
	    ret->st_uid != geteuid() || (ret->st_mode & 022) != 0)
		return false;
	/* made under another umask */
	if ((ret->st_mode & 0777) != 0600)
		(void)fchmod(fd, 0600);
	return true;
}

/* Somebody removed or replaced the file that we have locked. */
static bool
is_replaced(int dir, const char *path, const struct stat *ours)
{
	struct stat theirs;

	return fstatat(dir, path, &theirs, 0) == -1 ||
	    ours->st_ino != theirs.st_ino || ours->st_dev != theirs.st_dev;
}

/* 0 ours, 1 not now, -1 with errno. */
static int
try_lock(int dir, const char *path, int *ret_fd)
{
	int fd = open_lock(dir, path);
	struct stat st;
	int saved;

	if (fd == -1)
		return -1;

	if (!is_ours(fd, &st)) {
		(void)close(fd);
		errno = EPERM;
		return -1;
	}
	if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
		if (!is_replaced(dir, path, &st)) {
			*ret_fd = fd;
			return 0;
		}
		errno = EWOULDBLOCK;
	}
	saved = errno;
	(void)close(fd);
	errno = saved;
	return errno == EWOULDBLOCK || errno == EINTR ? 1 : -1;
}

int
lock_take_file(
    struct lock *ret, int dir, const char *path, int64_t wait_ms, struct err *e)
{
	int64_t deadline = clock_mono_ms() + wait_ms;
	int64_t step = STEP_MS;
	const char *slash = strrchr(path, '/');
	const char *name = slash == NULL ? path : slash + 1;
	int64_t now;
	int fd;
	int r;

	while ((r = try_lock(dir, path, &fd)) == 1) {
		now = clock_mono_ms();
		if (now >= deadline)
			return err_set(e, STATUS_TEMPORARY,
			    "cannot lock '%s': timed out after %lld ms", name,
			    (long long)wait_ms);
		/* a signal only makes us try sooner */
		(void)clock_wait_until(
		    now + step < deadline ? now + step : deadline);
		step = step * 2 < STEP_MAX_MS ? step * 2 : STEP_MAX_MS;
	}
	if (r == -1)
		return err_sys(e, "cannot lock '%s'", name);

	ret->held = fd + 1;
	return 0;
}

int
lock_take(
    struct lock *ret, int dir, const char *name, int64_t wait_ms, struct err *e)
{
	int locks;
	int r;

	/* not synced: a lock means nothing after a power cut */
	if (mkdirat(dir, "locks", 0700) == -1 && errno != EEXIST)
		return err_sys(e, "cannot lock '%s'", name);
	locks = dir_open(dir, "locks", e);
	if (locks == -1)
		return -1;

	r = lock_take_file(ret, locks, name, wait_ms, e);
	(void)close(locks);
	return r;
}

void
lock_drop(struct lock *l)
{
	if (l->held != 0)
		(void)close(l->held - 1);
	l->held = 0;
}
