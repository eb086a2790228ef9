#include "base/mem.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "unit.h"

/* More than there is, in a child. */
static int
status_of_too_much(void)
{
	int status = 0;
	pid_t pid = fork();

	if (pid == 0) {
		(void)mem_resize(NULL, SIZE_MAX / 2, 4);
		_exit(0);
	}
	if (pid == -1 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
		return -1;
	return WEXITSTATUS(status);
}

int
main(void)
{
	static const char zeros[100];
	size_t cap = 0, grown;
	char *p;
	int *n;

	unit_case("gives zeroed memory");
	p = mem_new(sizeof(zeros));
	OK(memcmp(p, zeros, sizeof(zeros)) == 0);
	free(p);

	unit_case("gives a place also for nothing");
	p = mem_new(0);
	OK(p != NULL);
	free(p);
	p = mem_resize(NULL, 0, 8);
	OK(p != NULL);
	free(p);

	unit_case("grows an array and keeps what is in it");
	n = mem_grow(NULL, &cap, 1, sizeof(*n));
	OK(cap >= 1);
	n[0] = 42;
	grown = cap;
	n = mem_grow(n, &cap, grown + 1, sizeof(*n));
	OK(cap >= 2 * grown);
	SAME_INT(n[0], 42);

	unit_case("leaves an array alone that is large enough");
	grown = cap;
	OK(mem_grow(n, &cap, grown, sizeof(*n)) == n);
	OK(cap == grown);
	free(n);

	unit_case("ends with 71 where there is no memory");
	SAME_INT(status_of_too_much(), STATUS_OS);
	return unit_end();
}
