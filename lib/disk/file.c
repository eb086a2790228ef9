#include "disk/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/err.h"
#include "disk/dir.h"

int
file_sync(int fd, const char *name, struct err *e)
{
	if (fsync(fd) == -1)
		return err_set(e, STATUS_IO, "cannot sync '%s': %s", name,
		    strerror(errno));
	return 0;
}

int
file_datasync(int fd, const char *name, struct err *e)
{
	if (fdatasync(fd) == -1)
		return err_set(e, STATUS_IO, "cannot sync '%s': %s", name,
		    strerror(errno));
	return 0;
}

int
file_write_all(
    int fd, const char *s, size_t len, const char *name, struct err *e)
{
	while (len > 0) {
		ssize_t n = write(fd, s, len);

		if (n == -1 && errno == EINTR)
			continue;
		if (n == -1)
			return err_sys(e, "cannot write '%s'", name);
		if (n == 0)
			return err_set(e, STATUS_IO,
			    "cannot write '%s': nothing was taken", name);
		s += n;
		len -= (size_t)n;
	}
	return 0;
}

static int
check(int fd, const char *name, size_t max, struct err *e)
{
	struct stat st;

	if (fstat(fd, &st) == -1)
		return err_sys(e, "cannot stat '%s'", name);

	if (!S_ISREG(st.st_mode))
		return err_set(e, STATUS_TRUST,
		    "cannot read '%s': it is no regular file", name);

	if (st.st_uid != geteuid())
		return err_set(e, STATUS_TRUST,
		    "cannot read '%s': it belongs to somebody else", name);

	if ((st.st_mode & 022) != 0)
		return err_set(e, STATUS_TRUST,
		    "cannot read '%s': it may be written by others", name);

	if ((uint64_t)st.st_size > max)
		return err_set(e, STATUS_DATA,
		    "cannot read '%s': it has more than %zu bytes", name, max);
	return 0;
}

static int
read_all(int fd, const char *name, size_t max, struct buf *ret, struct err *e)
{
	size_t total = 0;
	char block[16384];
	ssize_t n;

	buf_reset(ret);
	for (;;) {
		n = read(fd, block, sizeof(block));
		if (n == -1 && errno == EINTR)
			continue;
		if (n == -1)
			return err_sys(e, "cannot read '%s'", name);
		if (n == 0)
			return 0;
		total += (size_t)n;
		buf_add(ret, block, (size_t)n);
		if (total > max || ret->full)
			return err_set(e, STATUS_DATA,
			    "cannot read '%s': it has more than %zu bytes",
			    name, max);
	}
}

int
file_read(int dir, const char *name, size_t max, struct buf *ret, struct err *e)
{
	int fd;
	int r;

	fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd == -1 && errno == ENOENT)
		return 1;
	if (fd == -1)
		return err_sys(e, "cannot open '%s'", name);

	r = check(fd, name, max, e);
	if (r == 0)
		r = read_all(fd, name, max, ret, e);
	(void)close(fd);
	return r;
}

static int
temp_open(int dir, const char *name, char ret_temp[FILE_TEMP_MAX])
{
	uint64_t salt;
	int fd;

	do {
		if (getrandom(&salt, sizeof(salt), 0) != sizeof(salt))
			return -1;
		(void)snprintf(ret_temp, FILE_TEMP_MAX, ".%s%s%016llx", name,
		    FILE_TEMP, (unsigned long long)salt);
		fd = openat(dir, ret_temp,
		    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	} while (fd == -1 && errno == EEXIST);
	return fd;
}

int
file_temp(int dir, const char *name, struct span text,
    char ret_temp[FILE_TEMP_MAX], struct err *e)
{
	int fd;

	if (!dir_name_is_safe(span_of(name)))
		return err_set(
		    e, STATUS_BUG, "cannot write '%s': unsafe name", name);

	fd = temp_open(dir, name, ret_temp);
	if (fd == -1)
		return err_sys(e, "cannot write '%s'", name);

	/* whatever the umask */
	(void)fchmod(fd, 0600);
	if (file_write_all(fd, text.s, text.len, name, e) == -1) {
		(void)unlinkat(dir, ret_temp, 0);
		(void)close(fd);
		return -1;
	}
	return fd;
}

/* A temp whose bytes are durable, or at least all handed over. */
static int
temp_whole(int dir, const char *name, struct span text, bool durable,
    char ret_temp[FILE_TEMP_MAX], struct err *e)
{
	int fd = file_temp(dir, name, text, ret_temp, e);
	int r = 0;

	if (fd == -1)
		return -1;

	if (durable)
		r = file_sync(fd, name, e);
	/* NFS and quotas may report here what write(2) did not */
	if (close(fd) == -1 && r == 0)
		r = err_sys(e, "cannot write '%s'", name);
	if (r == -1)
		(void)unlinkat(dir, ret_temp, 0);
	return r;
}

int
file_replace(
    int dir, const char *name, struct span text, bool durable, struct err *e)
{
	char temp[FILE_TEMP_MAX];

	if (temp_whole(dir, name, text, durable, temp, e) == -1)
		return -1;

	/* committed, once the folder is synced */
	if (renameat(dir, temp, dir, name) == -1) {
		(void)err_sys(e, "cannot replace '%s'", name);
		(void)unlinkat(dir, temp, 0);
		return -1;
	}
	return durable ? dir_sync(dir, e) : 0;
}

int
file_create(int dir, const char *name, struct span text, struct err *e)
{
	char temp[FILE_TEMP_MAX];
	int r = 0;

	if (temp_whole(dir, name, text, true, temp, e) == -1)
		return -1;

	/* committed, once the folder is synced */
	if (linkat(dir, temp, dir, name, 0) == -1)
		r = errno == EEXIST ? 1 :
				      err_sys(e, "cannot create '%s'", name);
	if (unlinkat(dir, temp, 0) == -1 && r == 0)
		r = err_sys(e, "cannot remove '%s'", temp);
	if (r == -1)
		return -1;

	/* who made it may have died before the sync: ours to do */
	return dir_sync(dir, e) == -1 ? -1 : r;
}

int
file_remove(int dir, const char *name, struct err *e)
{
	if (unlinkat(dir, name, 0) == -1) {
		if (errno == ENOENT)
			return 1;
		return err_sys(e, "cannot remove '%s'", name);
	}
	return dir_sync(dir, e);
}
