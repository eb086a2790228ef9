#include "transport/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/boot.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/num.h"

#define PROC_PID_MAX 4194304
/* proc(5): the state is the third field, the start the 22nd */
#define STATE_AT 1
#define START_AT 20
#define STEP_MS 20

static ssize_t
read_file(const char *path, char *ret, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = -1;

	if (fd != -1) {
		n = read(fd, ret, size - 1);
		(void)close(fd);
	}
	ret[n < 0 ? 0 : n] = '\0';
	return n;
}

/* The n-th word after the name, which may itself hold blanks and brackets. */
static struct span
word_after_name(const char *stat, int n)
{
	const char *s = strrchr(stat, ')');
	struct span ret = { 0 };

	for (; s != NULL && n > 0; n--) {
		s = strchr(s, ' ');
		if (s != NULL)
			s++;
	}
	if (s != NULL)
		ret = (struct span){ s, strcspn(s, " \n") };
	return ret;
}

int
process_start(int64_t pid, char ret[PANE_START_MAX], struct err *e)
{
	char path[64], stat[1024], boot[BOOT_ID_MAX];
	struct span state, start;
	ssize_t n;

	(void)snprintf(path, sizeof(path), "/proc/%lld/stat", (long long)pid);
	n = read_file(path, stat, sizeof(stat));
	if (n == -1 && (errno == ENOENT || errno == ESRCH))
		return 1;
	state = word_after_name(stat, STATE_AT);
	start = word_after_name(stat, START_AT);
	boot_id(boot);
	if (n <= 0 || start.len == 0 || start.len > 20 || boot[0] == '\0')
		return err_set(e, STATUS_OS, "cannot read '%s'", path);
	if (span_is(state, "Z") || span_is(state, "X"))
		return 1;
	(void)snprintf(
	    ret, PANE_START_MAX, "%.*s@%.8s", (int)start.len, start.s, boot);
	return 0;
}

bool
process_is(int64_t pid, const char *start)
{
	char now[PANE_START_MAX];

	return process_start(pid, now, NULL) == 0 && strcmp(now, start) == 0;
}

/* Is path the folder or below it?  "/a/b (deleted)" is, of /a/b. */
static bool
is_below(const char *path, const char *folder)
{
	size_t len = strlen(folder);

	return strncmp(path, folder, len) == 0 &&
	    (path[len] == '\0' || path[len] == '/' || path[len] == ' ');
}

int64_t
process_in(const char *folder, struct err *e)
{
	char path[300], where[4096];
	struct dirent *d;
	int64_t found = 0, pid;
	ssize_t n;
	DIR *list = opendir("/proc");

	if (list == NULL)
		return err_sys(e, "cannot list '/proc'");
	while (found == 0 && (d = readdir(list)) != NULL) {
		if (num_parse(
			span_of(d->d_name), 1, PROC_PID_MAX, &pid, NULL) == -1)
			continue;
		(void)snprintf(path, sizeof(path), "/proc/%s/cwd", d->d_name);
		n = readlink(path, where, sizeof(where) - 1);
		where[n < 0 ? 0 : n] = '\0';
		if (is_below(where, folder))
			found = pid;
	}
	(void)closedir(list);
	return found;
}

int
process_leave(const char *folder, int64_t wait_ms, struct err *e)
{
	int64_t deadline = clock_mono_ms() + wait_ms;
	int64_t pid;

	while ((pid = process_in(folder, e)) > 0 && clock_mono_ms() < deadline)
		(void)clock_wait_until(clock_mono_ms() + STEP_MS);
	if (pid > 0)
		return err_set(e, STATUS_TEMPORARY,
		    "process %lld still works in '%s'", (long long)pid, folder);
	return pid == -1 ? -1 : 0;
}
