#include "disk/dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/mem.h"
#include "disk/file.h"

static int
check(int fd, const char *name, struct err *e)
{
	struct stat st;

	if (fstat(fd, &st) == -1)
		return err_sys(e, "cannot stat '%s'", name);

	if (st.st_uid != geteuid())
		return err_set(e, STATUS_TRUST,
		    "cannot use '%s': it belongs to somebody else", name);

	if ((st.st_mode & 022) != 0)
		return err_set(e, STATUS_TRUST,
		    "cannot use '%s': it may be written by others", name);
	return 0;
}

static int
open_checked(int at, const char *name, struct err *e)
{
	int fd;

	fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd == -1)
		return -1;

	if (check(fd, name, e) == -1) {
		(void)close(fd);
		errno = 0;
		return -1;
	}
	return fd;
}

/* Why open_checked gave none. */
static int
refuse(const char *name, struct err *e)
{
	if (errno == 0)
		return -1;
	/* what a link is, too, to who will have a folder */
	if (errno == ENOTDIR || errno == ELOOP)
		return err_set(e, STATUS_TRUST,
		    "cannot use '%s': it is no real folder", name);
	return err_sys(e, "cannot open '%s'", name);
}

int
dir_open(int at, const char *name, struct err *e)
{
	int fd = open_checked(at, name, e);

	return fd == -1 ? refuse(name, e) : fd;
}

static int
sync_at(int at, const char *name, struct err *e)
{
	int fd;
	int r;

	fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd == -1)
		return err_sys(e, "cannot open '%s'", name);

	r = file_sync(fd, name, e);
	(void)close(fd);
	return r;
}

/* The folder that holds path[0..len), into ret of len + 2 bytes. */
static void
parent_of(const char *path, size_t len, char *ret)
{
	while (len > 0 && path[len - 1] != '/')
		len--;
	while (len > 1 && path[len - 1] == '/')
		len--;
	if (len == 0) {
		ret[len++] = '.';
	} else {
		memcpy(ret, path, len);
	}
	ret[len] = '\0';
}

static int
make_part(int at, char *path, size_t len, char *scratch, struct err *e)
{
	char end = path[len];
	int r = 0;

	path[len] = '\0';
	if (mkdirat(at, path, 0700) == 0) {
		parent_of(path, len, scratch);
		r = sync_at(at, scratch, e);
	} else if (errno != EEXIST) {
		r = err_sys(e, "cannot make '%s'", path);
	}
	path[len] = end;
	return r;
}

static int
make_parts(int at, const char *path, struct err *e)
{
	size_t len = strlen(path);
	char *copy = mem_new(len + 1);
	char *scratch = mem_new(len + 2);
	size_t i;
	int r = 0;

	memcpy(copy, path, len);
	for (i = 1; i <= len && r == 0; i++) {
		if ((path[i] == '/' || i == len) && path[i - 1] != '/')
			r = make_part(at, copy, i, scratch, e);
	}
	free(copy);
	free(scratch);
	return r;
}

int
dir_make(int at, const char *path, struct err *e)
{
	int fd = open_checked(at, path, e);

	if (fd != -1)
		return fd;
	if (errno != ENOENT)
		return refuse(path, e);

	if (make_parts(at, path, e) == -1)
		return -1;
	return dir_open(at, path, e);
}

int
dir_sync(int dir, struct err *e)
{
	return file_sync(dir, ".", e);
}

static bool
wanted(const char *name, struct span prefix, struct span suffix)
{
	size_t len = strlen(name);

	return name[0] != '.' && len >= prefix.len + suffix.len &&
	    memcmp(name, prefix.s, prefix.len) == 0 &&
	    memcmp(name + len - suffix.len, suffix.s, suffix.len) == 0;
}

static bool
is_folder(int dir, const struct dirent *d)
{
	struct stat st;

	if (d->d_type != DT_UNKNOWN)
		return d->d_type == DT_DIR;
	return fstatat(dir, d->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	    S_ISDIR(st.st_mode);
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The texts, NUL after each, become one allocation with their pointers. */
static char **
pointers_and_texts(const char *texts, size_t len, size_t n)
{
	size_t head = (n + 1) * sizeof(char *);
	char **list = mem_new(head + len);
	char *s = (char *)list + head;
	size_t i;

	if (len > 0)
		memcpy(s, texts, len);
	for (i = 0; i < n; i++) {
		list[i] = s;
		s += strlen(s) + 1;
	}
	qsort(list, n, sizeof(*list), by_text);
	return list;
}

static DIR *
open_listing(int dir, struct err *e)
{
	int fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = NULL;

	if (fd != -1)
		d = fdopendir(fd);
	if (d == NULL) {
		(void)err_sys(e, "cannot list a folder");
		if (fd != -1)
			(void)close(fd);
	}
	return d;
}

/* Names in dir that are wanted, as dir_names gives them. */
static int
list_names(int dir,
    bool (*is)(int dir, const struct dirent *d, const void *arg),
    const void *arg, char ***ret, size_t *ret_n, struct err *e)
{
	char *texts = NULL;
	size_t cap = 0;
	size_t len = 0;
	size_t n = 0;
	struct dirent *d;
	DIR *list;

	list = open_listing(dir, e);
	if (list == NULL)
		return -1;

	for (errno = 0; (d = readdir(list)) != NULL; errno = 0) {
		size_t add = strlen(d->d_name) + 1;

		if (!is(dir, d, arg))
			continue;
		texts = mem_grow(texts, &cap, len + add, 1);
		memcpy(texts + len, d->d_name, add);
		len += add;
		n++;
	}
	if (errno != 0) {
		(void)err_sys(e, "cannot list a folder");
		(void)closedir(list);
		free(texts);
		return -1;
	}
	(void)closedir(list);
	*ret = pointers_and_texts(texts, len, n);
	*ret_n = n;
	free(texts);
	return 0;
}

static bool
is_wanted_file(int dir, const struct dirent *d, const void *arg)
{
	const struct span *ends = arg;

	return wanted(d->d_name, ends[0], ends[1]) && !is_folder(dir, d);
}

int
dir_names(int dir, const char *prefix, const char *suffix, char ***ret,
    size_t *ret_n, struct err *e)
{
	struct span ends[] = { span_of(prefix), span_of(suffix) };

	return list_names(dir, is_wanted_file, ends, ret, ret_n, e);
}

static bool
is_wanted_folder(int dir, const struct dirent *d, const void *arg)
{
	bool (*is_name)(struct span name) = *(bool (*const *)(struct span))arg;

	return is_name(span_of(d->d_name)) && is_folder(dir, d);
}

int
dir_folders(int dir, bool (*is_name)(struct span name), char ***ret,
    size_t *ret_n, struct err *e)
{
	return list_names(dir, is_wanted_folder, &is_name, ret, ret_n, e);
}

/* Is it a temporary name that nobody has touched since before_s? */
static bool
is_litter(int dir, const struct dirent *d, int64_t before_s)
{
	struct stat st;

	return d->d_name[0] == '.' && strstr(d->d_name, FILE_TEMP) != NULL &&
	    fstatat(dir, d->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	    S_ISREG(st.st_mode) && (int64_t)st.st_mtime < before_s;
}

int
dir_sweep(int dir, int64_t before_ms, struct err *e)
{
	struct dirent *d;
	DIR *list;

	list = open_listing(dir, e);
	if (list == NULL)
		return -1;

	while ((d = readdir(list)) != NULL) {
		if (is_litter(dir, d, before_ms / 1000))
			(void)unlinkat(dir, d->d_name, 0);
	}
	(void)closedir(list);
	return 0;
}

static bool
is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	    (c >= '0' && c <= '9');
}

bool
dir_name_is_safe(struct span s)
{
	size_t i;

	if (s.len == 0 || s.len > 128 || !is_plain(s.s[0]))
		return false;

	for (i = 1; i < s.len; i++) {
		if (!is_plain(s.s[i]) && memchr("._@:-", s.s[i], 5) == NULL)
			return false;
	}
	return true;
}
