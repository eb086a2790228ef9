#include "world.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "base/stamp.h"
#include "store/home.h"
#include "store/states.h"

#define RUNS_MAX 8
#define RUN_STEP_MS 30000

const char *const world_programs[WORLD_PROGRAMS] = { "sgt-watch", "sgt-probe",
	"sgt-decide", "sgt-deliver" };

static const char *const times[WORLD_ACTS] = { "2026-11-30T16:00:10.000Z",
	"2026-11-30T16:10:10.000Z", "2026-11-30T23:30:10.000Z" };

#define RED                                                                    \
	"{\"key\":\"red:CI / build\",\"severity\":\"wake\",\"resets_on\":"     \
	"\"revision\",\"type\":\"pr.red\",\"brief\":\"CI / build failed\"}"
#define NOTE                                                                   \
	"{\"key\":\"comment:1\",\"severity\":\"wake\",\"resets_on\":"          \
	"\"never\",\"type\":\"pr.comment\",\"brief\":\"look here\"}"
#define MERGED                                                                 \
	"{\"key\":\"merged\",\"severity\":\"terminal\",\"resets_on\":"         \
	"\"never\",\"type\":\"pr.merged\",\"brief\":\"merged\"}"

static const char *const entries[WORLD_ACTS] = { RED, RED "," NOTE "," MERGED,
	RED "," NOTE "," MERGED };

static void
fail(const char *what)
{
	perror(what);
	abort();
}

static void
path_of(const struct world *w, const char *name, char ret[WORLD_PATH * 2])
{
	(void)snprintf(ret, WORLD_PATH * 2, "%s/%s", w->path, name);
}

static void
put(const struct world *w, const char *name, const char *content, mode_t mode)
{
	char path[WORLD_PATH * 2];
	int fd;

	path_of(w, name, path);
	(void)unlink(path);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
	if (fd == -1 ||
	    write(fd, content, strlen(content)) != (ssize_t)strlen(content))
		fail(path);
	(void)close(fd);
}

static void
make_folder(const struct world *w, const char *name)
{
	char path[WORLD_PATH * 2];

	path_of(w, name, path);
	if (mkdir(path, 0700) == -1 && errno != EEXIST)
		fail(path);
}

static void
put_watch(const struct world *w, const char *id, const char *to)
{
	char name[WORLD_PATH], text[1024];

	(void)snprintf(text, sizeof(text),
	    "{\"version\":1,\"id\":\"%s\",\"clauses\":[{\"subject\":"
	    "\"pr:seven\",\"kind\":\"pr\",\"types\":[\"pr.*\"]}],\"to\":\"%s\","
	    "\"created\":\"2026-11-30T15:00:00.000Z\",\"every\":\"5m\","
	    "\"until\":\"subject_terminal\"}\n",
	    id, to);
	(void)snprintf(
	    name, sizeof(name), "home/workspaces/default/watches/%s.json", id);
	put(w, name, text, 0600);
}

void
world_make(struct world *w, const char *path)
{
	char script[WORLD_PATH * 2];

	(void)snprintf(w->path, sizeof(w->path), "%s", path);
	make_folder(w, "");
	make_folder(w, "kinds");
	make_folder(w, "kinds/pr");
	make_folder(w, "config");
	make_folder(w, "home");
	make_folder(w, "home/workspaces");
	make_folder(w, "home/workspaces/default");
	make_folder(w, "home/workspaces/default/watches");
	put(w, "kinds/pr/kind.json",
	    "{\"kind\":\"pr\",\"scheme\":\"pr\",\"form\":\"pr:NAME\","
	    "\"subject\":\"pr:(?<name>[a-z0-9]+)\",\"transport\":\"probe\","
	    "\"default_types\":[\"pr.*\"],\"cadence\":{\"every\":\"5m\","
	    "\"floor\":\"10s\"}}\n",
	    0600);
	(void)snprintf(script, sizeof(script),
	    "#!/bin/sh\nexec cat '%s/kinds/pr/answer'\n", w->path);
	put(w, "kinds/pr/probe", script, 0700);
}

void
world_begin(const struct world *w, int act)
{
	char line[2048];

	(void)snprintf(line, sizeof(line),
	    "{\"specversion\":\"1.0\",\"type\":\"sergeant.observation\","
	    "\"id\":\"obs_1\",\"source\":\"//sergeant.local/kind/pr\","
	    "\"subject\":\"pr:seven\",\"time\":\"%s\",\"data\":{\"revision\":"
	    "\"9c1e4f2\",\"attempted\":true,\"complete\":true,\"settled\":true,"
	    "\"error\":null,\"cursor\":null,\"entries\":[%s]}}\n",
	    times[act], entries[act]);
	put(w, "kinds/pr/answer", line, 0600);
	if (act == 0) {
		put_watch(w, "sen_01JDYB2C3D4E5F6G7H8J9K0M1A", "human:ann");
		put_watch(w, "sen_01JDYB2C3D4E5F6G7H8J9K0M1B", "human:bob");
	}
	if (act == 2) {
		put_watch(w, "sen_01JDYB2C3D4E5F6G7H8J9K0M2A", "human:ann");
		put_watch(w, "sen_01JDYB2C3D4E5F6G7H8J9K0M2C", "human:carl");
	}
}

/* ---- folders ---- */

static int
remove_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
	(void)st;
	(void)flag;
	(void)ftw;
	return remove(path);
}

static void
remove_tree(const char *path)
{
	(void)nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void
world_remove(const struct world *w)
{
	remove_tree(w->path);
}

static void
copy_file(const char *from, const char *to, const struct stat *st)
{
	int in = open(from, O_RDONLY | O_CLOEXEC);
	int out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	char s[65536];
	ssize_t n;

	if (in == -1 || out == -1)
		fail(to);
	while ((n = read(in, s, sizeof(s))) > 0) {
		if (write(out, s, (size_t)n) != n)
			fail(to);
	}
	(void)fchmod(out, st->st_mode & 0777);
	(void)close(in);
	(void)close(out);
}

/* nftw hands on no argument of ours. */
static const char *copy_to;
static size_t copy_from_len;

static int
copy_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
	char to[WORLD_PATH * 3];

	(void)ftw;
	(void)snprintf(to, sizeof(to), "%s%s", copy_to, path + copy_from_len);
	if (flag == FTW_D) {
		if (mkdir(to, 0700) == -1)
			fail(to);
	} else {
		copy_file(path, to, st);
	}
	return 0;
}

static void
copy_tree(const struct world *w, const char *from, const char *to)
{
	char source[WORLD_PATH * 2], target[WORLD_PATH * 2];

	path_of(w, from, source);
	path_of(w, to, target);
	remove_tree(target);
	copy_to = target;
	copy_from_len = strlen(source);
	if (nftw(source, copy_one, 16, FTW_PHYS) != 0)
		fail(target);
}

void
world_save(const struct world *w, const char *name)
{
	copy_tree(w, "home", name);
}

void
world_restore(const struct world *w, const char *name)
{
	copy_tree(w, name, "home");
}

/* ---- running ---- */

struct surroundings {
	char text[12][WORLD_PATH * 2];
	char *list[13];
	int n;
};

static void
add(struct surroundings *s, const char *name, const char *value)
{
	(void)snprintf(s->text[s->n], sizeof(s->text[0]), "%s=%s", name, value);
	s->list[s->n] = s->text[s->n];
	s->list[++s->n] = NULL;
}

static void
surround(const struct world *w, int act, int n, struct surroundings *ret)
{
	char path[WORLD_PATH * 2], stamp[STAMP_MAX];
	int64_t now = 0;

	*ret = (struct surroundings){ 0 };
	(void)stamp_parse(span_of(times[act]), &now, NULL);
	stamp_print(stamp, now + n * RUN_STEP_MS);
	add(ret, "SGT_NOW", stamp);
	add(ret, "PATH", "/usr/bin:/bin");
	path_of(w, "home", path);
	add(ret, "SERGEANT_HOME", path);
	path_of(w, "config", path);
	add(ret, "SERGEANT_CONFIG", path);
	path_of(w, "kinds", path);
	add(ret, "SERGEANT_KINDS", path);
}

static void
arm(const struct world *w, const struct fault *f, const char *log,
    struct surroundings *s)
{
	char at[24];

	(void)snprintf(at, sizeof(at), "%ld", f->at);
	add(s, "LD_PRELOAD", w->shim);
	add(s, "FAULT_PROGRAM", world_programs[f->program]);
	add(s, "FAULT_AT", at);
	add(s, "FAULT_HOW", f->how == NULL ? "before" : f->how);
	(void)snprintf(at, sizeof(at), "%d", f->error);
	add(s, "FAULT_ERRNO", at);
	if (log != NULL)
		add(s, "FAULT_LOG", log);
}

static pid_t
start(const struct world *w, int program, int in, int out, char **env)
{
	char path[WORLD_PATH * 2], err[WORLD_PATH * 2], due[] = "due";
	char *argv[] = { path, program == 0 ? due : NULL, NULL };
	posix_spawn_file_actions_t actions;
	pid_t pid;

	(void)snprintf(
	    path, sizeof(path), "%s/%s", w->bin, world_programs[program]);
	path_of(w, "stderr", err);
	(void)posix_spawn_file_actions_init(&actions);
	(void)posix_spawn_file_actions_adddup2(&actions, in, 0);
	(void)posix_spawn_file_actions_adddup2(&actions, out, 1);
	(void)posix_spawn_file_actions_addopen(&actions, 2, err,
	    O_WRONLY | O_CREAT | O_APPEND | (program == 0 ? O_TRUNC : 0), 0600);
	errno = posix_spawn(&pid, path, &actions, NULL, argv, env);
	if (errno != 0)
		fail(path);
	(void)posix_spawn_file_actions_destroy(&actions);
	return pid;
}

int
world_run(const struct world *w, int act, int n, const struct fault *f,
    const char *log)
{
	struct surroundings plain, armed;
	pid_t pids[WORLD_PROGRAMS];
	int null = open("/dev/null", O_RDWR | O_CLOEXEC), in = dup(null), i;
	int status, ret = 0, fds[2];

	surround(w, act, n, &plain);
	armed = plain;
	for (i = 0; i < plain.n; i++)
		armed.list[i] = armed.text[i];
	if (f != NULL)
		arm(w, f, log, &armed);
	for (i = 0; i < WORLD_PROGRAMS; i++) {
		fds[0] = -1;
		fds[1] = null;
		if (i + 1 < WORLD_PROGRAMS && pipe2(fds, O_CLOEXEC) == -1)
			fail("pipe");
		pids[i] = start(w, i, in, fds[1],
		    f != NULL && f->program == i ? armed.list : plain.list);
		(void)close(in);
		if (fds[1] != null)
			(void)close(fds[1]);
		in = fds[0];
	}
	(void)close(null);
	for (i = 0; i < WORLD_PROGRAMS; i++) {
		if (waitpid(pids[i], &status, 0) != pids[i])
			fail("waitpid");
		if (f != NULL && f->program == i)
			ret = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	}
	return ret;
}

static bool
has_open(const struct world *w)
{
	char path[WORLD_PATH * 2];
	struct home h;
	struct states *s;
	bool ret = true;

	path_of(w, "home", path);
	(void)setenv("SERGEANT_HOME", path, 1);
	if (home_open(&h, NULL) == -1)
		return true;
	if (states_open(&h, false, &s, NULL) == 0) {
		ret = states_open_count(s) > 0;
		states_close(s);
	}
	home_close(&h);
	return ret;
}

bool
world_rest(const struct world *w, int act, int n)
{
	int i;

	for (i = 0; i < RUNS_MAX; i++) {
		(void)world_run(w, act, n + i, NULL, NULL);
		if (i > 0 && !has_open(w))
			return true;
	}
	return false;
}
