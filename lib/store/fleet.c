/* fleet - the folders of tasks, and the files of the callback protocol */

#include "store/fleet.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/err.h"
#include "disk/dir.h"
#include "disk/file.h"
#include "model/task.h"
#include "store/home.h"

int
fleet_open(struct fleet *ret, struct err *e)
{
	struct stat st;
	int fd;

	if (home_fleet_path(ret->path, e) == -1)
		return -1;
	if (lstat(ret->path, &st) == -1 && errno == ENOENT)
		return err_set(e, STATUS_CONFIG,
		    "fleet directory does not exist: '%s'", ret->path);
	fd = dir_open(AT_FDCWD, ret->path, e);
	if (fd == -1)
		return -1;
	ret->root_held = fd + 1;
	return 0;
}

void
fleet_close(struct fleet *f)
{
	if (f->root_held != 0)
		(void)close(f->root_held - 1);
	f->root_held = 0;
}

int
fleet_root(const struct fleet *f)
{
	return f->root_held - 1;
}

int
fleet_task(const struct fleet *f, struct span task, struct err *e)
{
	char name[TASK_NAME_MAX + 1];
	struct stat st;
	int fd;

	if (task_name_check(task, e) == -1)
		return -1;
	memcpy(name, task.s, task.len);
	name[task.len] = '\0';
	fd = openat(fleet_root(f), name,
	    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd == -1 && errno == ENOENT)
		return err_set(
		    e, STATUS_CONFIG, "task directory does not exist");
	if (fd == -1 && (errno == ELOOP || errno == ENOTDIR))
		return err_set(
		    e, STATUS_TRUST, "task '%s' is no real folder", name);
	if (fd == -1)
		return err_sys(e, "cannot open task '%s'", name);
	if (fstat(fd, &st) == 0 && st.st_uid == geteuid())
		return fd;
	(void)close(fd);
	return err_set(
	    e, STATUS_TRUST, "task '%s' belongs to somebody else", name);
}

int
fleet_names(int dir, char ***ret, size_t *ret_n, struct err *e)
{
	return dir_folders(dir, task_name_is, ret, ret_n, e);
}

int
fleet_make(int dir, const char *name, bool durable, struct err *e)
{
	int fd;

	/* 0700 whatever the umask */
	if (mkdirat(dir, name, 0700) == 0 ?
		fchmodat(dir, name, 0700, AT_SYMLINK_NOFOLLOW) == -1 :
		errno != EEXIST)
		return err_sys(e, "cannot make '%s'", name);
	/* synced in any case: its maker may have died before that */
	fd = dir_open(dir, name, e);
	if (fd != -1 && durable && dir_sync(dir, e) == -1) {
		(void)close(fd);
		return -1;
	}
	return fd;
}

#define NOT_THERE (-2)

/* mode: exactly this; 0: any.  NOT_THERE, -1, or the descriptor. */
static int
open_file(int dir, const char *name, mode_t mode, struct err *e)
{
	struct stat st;
	int fd =
	    openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

	if (fd == -1 && errno == ENOENT)
		return NOT_THERE;
	if (fd == -1 && errno == ELOOP)
		return err_set(e, STATUS_TRUST, "'%s' is a link", name);
	if (fd == -1)
		return err_sys(e, "cannot open '%s'", name);
	if (fstat(fd, &st) == -1)
		(void)err_sys(e, "cannot stat '%s'", name);
	else if (!S_ISREG(st.st_mode))
		(void)err_set(e, STATUS_TRUST, "'%s' is no regular file", name);
	else if (st.st_uid != geteuid())
		(void)err_set(
		    e, STATUS_TRUST, "'%s' belongs to somebody else", name);
	else if (mode != 0 && (st.st_mode & 07777) != mode)
		(void)err_set(e, STATUS_TRUST, "'%s' has mode %04o, not %04o",
		    name, st.st_mode & 07777u, (unsigned)mode);
	else
		return fd;
	(void)close(fd);
	return -1;
}

/* Up to max bytes; less than was asked for is the end of a regular file. */
static int
read_all(int fd, const char *name, size_t max, struct buf *text, struct err *e)
{
	char block[4096];
	size_t room;
	ssize_t n;

	buf_reset(text);
	do {
		room = max - text->len;
		if (room > sizeof(block))
			room = sizeof(block);
		n = read(fd, block, room);
		if (n == -1 && errno == EINTR)
			continue;
		if (n == -1)
			return err_sys(e, "cannot read '%s'", name);
		buf_add(text, block, (size_t)n);
	} while (n == -1 || ((size_t)n == room && text->len < max));
	return 0;
}

int
fleet_read(int dir, const char *name, struct buf *text, struct json *ret,
    struct err *e)
{
	struct err why = { 0 };
	struct json j;
	int fd = open_file(dir, name, 0600, e);
	int r;

	if (fd < 0)
		return fd == NOT_THERE ? 1 : -1;
	r = read_all(fd, name, FLEET_JSON_MAX + 1, text, e);
	(void)close(fd);
	if (r == -1)
		return -1;
	if (text->len > FLEET_JSON_MAX)
		return err_set(e, STATUS_CONFIG, "'%s' has more than %d bytes",
		    name, FLEET_JSON_MAX);
	if (json_scan(text->s, text->len, &j, &why) == -1)
		return err_set(
		    e, STATUS_CONFIG, "'%s' is damaged: %s", name, why.text);
	if (j.type != JSON_OBJECT)
		return err_set(
		    e, STATUS_CONFIG, "'%s' is damaged: no object", name);
	*ret = j;
	return 0;
}

int
fleet_read_text(
    int dir, const char *name, size_t max, struct buf *text, struct err *e)
{
	int fd = open_file(dir, name, 0, e);
	int r;

	if (fd < 0)
		return fd == NOT_THERE ? 1 : -1;
	r = read_all(fd, name, max, text, e);
	(void)close(fd);
	return r;
}

static int
open_temp(int dir, const char *temp)
{
	int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
	int fd = openat(dir, temp, flags, 0600);

	if (fd == -1 && errno == EEXIST && unlinkat(dir, temp, 0) == 0)
		fd = openat(dir, temp, flags, 0600);
	if (fd != -1)
		(void)fchmod(fd, 0600);
	return fd;
}

int
fleet_put(
    int dir, const char *name, struct span text, bool durable, struct err *e)
{
	char temp[FILE_TEMP_MAX];
	int fd;
	int r;

	(void)snprintf(temp, sizeof(temp), ".%s" FILE_TEMP, name);
	fd = open_temp(dir, temp);
	if (fd == -1)
		return err_sys(e, "cannot write '%s'", name);
	r = file_write_all(fd, text.s, text.len, name, e);
	if (r == 0 && durable)
		r = file_sync(fd, name, e);
	if (close(fd) == -1 && r == 0)
		r = err_sys(e, "cannot write '%s'", name);
	/* committed, once the folder is synced */
	if (r == 0 && renameat(dir, temp, dir, name) == -1)
		r = err_sys(e, "cannot replace '%s'", name);
	if (r == -1) {
		(void)unlinkat(dir, temp, 0);
		return -1;
	}
	return durable ? dir_sync(dir, e) : 0;
}
