#include "disk/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"

/* folders within folders: each is a descriptor while what is below it goes */
#define DEPTH_MAX 200
#define TRIES_MAX 8

static int remove_at(int at, const char *name, int depth, struct err *e);

static int
remove_entries(DIR *list, int dir, int depth, struct err *e)
{
	struct dirent *d;
	int r = 0;

	for (errno = 0; r != -1 && (d = readdir(list)) != NULL; errno = 0) {
		if (strcmp(d->d_name, ".") != 0 && strcmp(d->d_name, "..") != 0)
			r = remove_at(dir, d->d_name, depth + 1, e);
	}
	if (r != -1 && errno != 0)
		return err_sys(e, "cannot list a folder");
	return r == -1 ? -1 : 0;
}

static int
empty(int at, const char *name, dev_t dev, int depth, struct err *e)
{
	struct stat st;
	DIR *list = NULL;
	int r;
	int fd =
	    openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	/* a folder that lost its bits is still to go */
	if (fd == -1 && errno == EACCES && fchmodat(at, name, 0700, 0) == 0)
		fd = openat(
		    at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	/* another removes it, too */
	if (fd == -1 && errno == ENOENT)
		return 0;
	if (fd != -1)
		list = fdopendir(fd);
	if (list == NULL) {
		r = err_sys(e, "cannot remove '%s'", name);
		if (fd != -1)
			(void)close(fd);
		return r;
	}
	if (fstat(fd, &st) == -1 || st.st_dev != dev || depth > DEPTH_MAX)
		r = err_set(e, STATUS_IO,
		    "cannot remove '%s': it is too deep or another file system",
		    name);
	else
		r = remove_entries(list, fd, depth, e);
	(void)closedir(list);
	return r;
}

static int
remove_at(int at, const char *name, int depth, struct err *e)
{
	struct stat st;
	struct stat parent;
	bool folder;
	int tries = 0;

	if (fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW) == -1)
		return errno == ENOENT ? 1 :
					 err_sys(e, "cannot remove '%s'", name);
	folder = S_ISDIR(st.st_mode);
	if (folder && depth > 0 && fstat(at, &parent) == 0)
		st.st_dev = parent.st_dev;
	do {
		if (folder && empty(at, name, st.st_dev, depth, e) == -1)
			return -1;
		if (unlinkat(at, name, folder ? AT_REMOVEDIR : 0) == 0 ||
		    errno == ENOENT)
			return 0;
		/* somebody puts into it what is not yet gone for them */
	} while (errno == ENOTEMPTY && folder && tries++ < TRIES_MAX);
	return err_sys(e, "cannot remove '%s'", name);
}

int
tree_remove(int at, const char *name, struct err *e)
{
	return remove_at(at, name, 0, e);
}
