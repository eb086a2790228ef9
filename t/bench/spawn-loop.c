/*
 * spawn-loop N FILE PROGRAM - run PROGRAM so many times, one after the other,
 * FILE on its stdin and its stdout read from a pipe: all a bare loop would do
 */

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/num.h"

extern char **environ;

static int
once(const char *file, char *argv[])
{
	posix_spawn_file_actions_t actions;
	char text[1024];
	int fds[2], status;
	pid_t pid;

	if (pipe2(fds, O_CLOEXEC) == -1)
		return -1;
	(void)posix_spawn_file_actions_init(&actions);
	(void)posix_spawn_file_actions_addopen(&actions, 0, file, O_RDONLY, 0);
	(void)posix_spawn_file_actions_adddup2(&actions, fds[1], 1);
	if (posix_spawn(&pid, argv[0], &actions, NULL, argv, environ) != 0)
		return -1;
	(void)posix_spawn_file_actions_destroy(&actions);
	(void)close(fds[1]);
	while (read(fds[0], text, sizeof(text)) > 0)
		;
	(void)close(fds[0]);
	return waitpid(pid, &status, 0) == pid && status == 0 ? 0 : -1;
}

int
main(int argc, char *argv[])
{
	int64_t n;

	if (argc < 4 || num_parse(span_of(argv[1]), 1, 1000000, &n, NULL) == -1)
		return 64;
	for (; n > 0; n--) {
		if (once(argv[2], argv + 3) == -1)
			return 71;
	}
	return 0;
}
