#include "power.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATH 512

extern char **environ;

/* Words of a command line without quotes; true where it ends with 0. */
static bool
run(const char *line)
{
	char text[PATH * 3], *argv[12], *rest = text;
	posix_spawn_file_actions_t actions;
	int n = 0, status = -1;
	pid_t pid;

	(void)snprintf(text, sizeof(text), "%s", line);
	while (n < 11 && (argv[n] = strtok_r(rest, " ", &rest)) != NULL)
		n++;
	argv[n] = NULL;
	(void)posix_spawn_file_actions_init(&actions);
	(void)posix_spawn_file_actions_addopen(
	    &actions, 1, "/dev/null", O_WRONLY, 0);
	(void)posix_spawn_file_actions_adddup2(&actions, 1, 2);
	if (posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ) == 0)
		(void)waitpid(pid, &status, 0);
	(void)posix_spawn_file_actions_destroy(&actions);
	return status == 0;
}

static bool
mount_image(const struct power *p)
{
	char line[PATH * 3];

	(void)snprintf(line, sizeof(line), "mount -o loop%s %s/%d.img %s",
	    strcmp(p->fs, "ext4") == 0 ? ",noauto_da_alloc,commit=300" : "",
	    p->folder, p->image, p->mount);
	return run(line);
}

bool
power_begin(struct power *p, const char *folder, const char *fs)
{
	char line[PATH * 2];
	int fd;

	*p = (struct power){ .fs = fs };
	(void)snprintf(p->folder, sizeof(p->folder), "%s", folder);
	(void)snprintf(p->mount, sizeof(p->mount), "%s/mnt", folder);
	(void)mkdir(p->folder, 0700);
	(void)mkdir(p->mount, 0700);
	(void)snprintf(line, sizeof(line), "%s/0.img", folder);
	fd = open(line, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	/* xfs makes nothing smaller than 300 MB; it is all holes */
	if (fd == -1 || ftruncate(fd, 320L * 1024 * 1024) == -1)
		return false;
	(void)close(fd);
	(void)snprintf(line, sizeof(line), "mkfs.%s -q %s %s/0.img", fs,
	    strcmp(fs, "ext4") == 0 ? "-F" : "-f", folder);
	return geteuid() == 0 && run(line) && mount_image(p) &&
	    chmod(p->mount, 0700) == 0;
}

void
power_sync(const struct power *p)
{
	int fd = open(p->mount, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	(void)syncfs(fd);
	(void)close(fd);
}

static void
sync_other(const struct power *p)
{
	char name[PATH];
	int fd;

	(void)snprintf(name, sizeof(name), "%s/other", p->mount);
	fd = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (fd == -1 || write(fd, "x", 1) != 1 || fsync(fd) == -1)
		perror(name);
	(void)close(fd);
}

bool
power_cut(struct power *p, bool with_others)
{
	char line[PATH * 3];

	if (with_others)
		sync_other(p);
	(void)snprintf(line, sizeof(line),
	    "cp --sparse=always %s/%d.img %s/%d.img", p->folder, p->image,
	    p->folder, !p->image);
	if (!run(line))
		return false;
	(void)snprintf(line, sizeof(line), "umount %s", p->mount);
	if (!run(line))
		return false;
	p->image = !p->image;
	return mount_image(p);
}

void
power_end(const struct power *p)
{
	char line[PATH];

	(void)snprintf(line, sizeof(line), "umount %s", p->mount);
	(void)run(line);
}
