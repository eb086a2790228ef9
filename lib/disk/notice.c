#include "disk/notice.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "base/clock.h"

void
notice_begin(struct notice *n, int dir)
{
	char path[64];
	int fd;

	n->held = 0;
	fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (fd == -1)
		return;

	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", dir);
	if (inotify_add_watch(fd, path,
		IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE) == -1) {
		(void)close(fd);
		return;
	}
	n->held = fd + 1;
}

static int
wait_pause(int64_t deadline_ms)
{
	int64_t pause_ms = clock_mono_ms() + NOTICE_PAUSE_MS;

	return clock_wait_until(
	    pause_ms < deadline_ms ? pause_ms : deadline_ms);
}

void
notice_take(struct notice *n)
{
	char events[4096];

	/* how often is not asked */
	while (n->held > 0 && read(n->held - 1, events, sizeof(events)) > 0)
		;
}

int
notice_wait(struct notice *n, int64_t deadline_ms)
{
	struct pollfd p = { .fd = n->held - 1, .events = POLLIN };
	int64_t left_ms;
	int ready;

	if (n->held == 0)
		return wait_pause(deadline_ms);

	left_ms = deadline_ms - clock_mono_ms();
	if (left_ms <= 0)
		return 0;
	ready = poll(&p, 1, left_ms > INT_MAX ? INT_MAX : (int)left_ms);
	if (ready == -1)
		return errno == EINTR ? -1 : wait_pause(deadline_ms);

	if (ready > 0)
		notice_take(n);
	return 0;
}

void
notice_end(struct notice *n)
{
	if (n->held > 0)
		(void)close(n->held - 1);
	n->held = 0;
}
