/* sgt-dispatch --worker - the first step in a window: become the harness */

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/mem.h"
#include "dispatch.h"
#include "model/task.h"
#include "store/home.h"
#include "store/tasks.h"
#include "surroundings.h"
#include "transport/credential.h"
#include "transport/process.h"

/* for whoever opened the window to write down who is in it */
#define KNOWN_MS 10000
#define STEP_MS 20

/*
 * What is not known to be ours is never run: should who opened this window have
 * died before it wrote that down, it ends by itself.
 */
static int
wait_until_known(const char *task, const char *repo, struct err *e)
{
	int64_t deadline = clock_mono_ms() + KNOWN_MS;
	struct task_worker w = { 0 };
	struct fleet f = { 0 };
	bool known = false;
	int dir;

	if (fleet_open(&f, e) == -1)
		return -1;
	while (!known && clock_mono_ms() < deadline) {
		dir = fleet_task(&f, span_of(task), NULL);
		if (dir != -1 &&
		    task_worker_open(dir, span_of(repo), &w, NULL) == 0)
			known = w.has_pane && w.pane.pid == getpid() &&
			    process_is(w.pane.pid, w.pane.start);
		task_worker_close(&w);
		if (dir != -1)
			(void)close(dir);
		if (!known)
			(void)clock_wait_until(clock_mono_ms() + STEP_MS);
	}
	fleet_close(&f);
	return known ?
	    0 :
	    err_set(e, STATUS_TEMPORARY, "nobody knows of this window");
}

static int
read_notification(
    const char *task, const char *repo, struct buf *ret, struct err *e)
{
	struct fleet f = { 0 };
	struct buf path = { 0 };
	int dir = -1;
	int r = fleet_open(&f, e);

	buf_format(&path, "%s/notification", repo);
	if (r == 0)
		dir = fleet_task(&f, span_of(task), e);
	if (dir != -1) {
		r = fleet_read_text(dir, path.s, 128, ret, e);
		(void)close(dir);
	}
	fleet_close(&f);
	buf_done(&path);
	while (ret->len > 0 && ret->s[ret->len - 1] == '\n')
		ret->s[--ret->len] = '\0';
	if (r == 1 || dir == -1)
		return err_set(e, STATUS_CONFIG, "there is no notification");
	return r;
}

int
dispatch_worker(
    const char *task, const char *repo, const char *harness, struct err *e)
{
	struct surroundings s = { .n = 0 };
	struct buf notification = { 0 };
	char config[4096];
	struct harness h;
	char *const *argv;
	char *const *env;

	if (task_name_check(span_of(repo), e) == -1 ||
	    wait_until_known(task, repo, e) == -1 ||
	    read_notification(task, repo, &notification, e) == -1 ||
	    home_config_path(config, e) == -1 ||
	    harness_load(config, harness, &h, e) == -1 ||
	    surroundings_exclude(&s, task, repo, e) == -1)
		return -1;
	surroundings_of(&s, &h);
	surroundings_add(&s, "SERGEANT_TASK", task);
	surroundings_add(&s, "SERGEANT_REPO", repo);
	surroundings_add(&s, "SERGEANT_NOTIFICATION", notification.s);
	argv = (char *const *)(uintptr_t)h.argv;
	env = (char *const *)(uintptr_t)credential_free_environment(
	    &s.pool, s.list);
	(void)execve(argv[0], argv, env);
	(void)err_sys(e, "cannot run harness '%s'", harness);
	buf_done(&notification);
	pool_done(&s.pool);
	harness_done(&h);
	return -1;
}
