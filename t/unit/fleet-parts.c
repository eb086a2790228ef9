#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/err.h"
#include "disk/tree.h"
#include "model/pane.h"
#include "store/mutations.h"
#include "transport/git.h"
#include "transport/process.h"
#include "unit.h"

/* The parts of dispatch that need no task: trees, panes, the journal. */

static int
open_dir(const char *path)
{
	return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static void
put(int dir, const char *name, const char *text)
{
	int fd =
	    openat(dir, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	(void)!write(fd, text, strlen(text));
	(void)close(fd);
}

static void
removes(int at)
{
	int dir;

	unit_case("a tree goes whole, and what a link in it names stays");
	(void)mkdirat(at, "kept", 0700);
	(void)mkdirat(at, "gone", 0700);
	(void)mkdirat(at, "gone/a", 0700);
	dir = open_dir("kept");
	put(dir, "file", "x");
	(void)close(dir);
	put(at, "gone/a/file", "x");
	OK(symlinkat("../../kept", at, "gone/a/link") == 0);
	(void)mkdirat(at, "gone/shut", 0700);
	put(at, "gone/shut/file", "x");
	OK(fchmodat(at, "gone/shut", 0, 0) == 0);
	SAME_INT(tree_remove(at, "gone", NULL), 0);
	OK(faccessat(at, "gone", F_OK, 0) == -1 && errno == ENOENT);
	OK(faccessat(at, "kept/file", F_OK, 0) == 0);

	unit_case("a tree that is not there, a file, a link");
	SAME_INT(tree_remove(at, "gone", NULL), 1);
	OK(symlinkat("kept", at, "link") == 0);
	SAME_INT(tree_remove(at, "link", NULL), 0);
	OK(faccessat(at, "kept/file", F_OK, 0) == 0);
}

static void
identifies(void)
{
	static const char *const bad[] = { "", "0|%1|2|3", "0|1|2|3@b|x",
		"0|%1|0|3@b|x", "0|%1|-2|3@b|x", "0|%1|2||x", "0|%1|2|3@b|",
		"0|%12345678901234567|2|3@b|x" };
	struct pane p = { 0 };
	struct buf out = { 0 };
	struct err e = { 0 };
	size_t i;

	unit_case("an identity is printed as it was read");
	OK(pane_parse(span_of("0|%12|345|678@1a9b2693|sgt-dispatch\n"), &p,
	       NULL) == 0);
	SAME_TEXT(span_of(p.id), "%12");
	SAME_INT(p.pid, 345);
	SAME_TEXT(span_of(p.start), "678@1a9b2693");
	pane_print(&p, "sgt-dispatch", &out);
	SAME_TEXT(buf_as_span(&out), "0|%12|345|678@1a9b2693|sgt-dispatch\n");
	buf_done(&out);

	unit_case("what is no identity is refused");
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		OK(pane_parse(span_of(bad[i]), &p, &e) == -1);
		SAME_INT(e.status, STATUS_DATA);
	}
}

static void
finds_processes(void)
{
	char start[PANE_START_MAX], cwd[4096];

	unit_case("a process is itself, and no other");
	OK(process_start(getpid(), start, NULL) == 0);
	OK(process_is(getpid(), start));
	OK(!process_is(1, start));
	OK(!process_is(getpid(), "1@00000000"));
	SAME_INT(process_start(4194303, start, NULL), 1);

	unit_case(
	    "who works in a folder is found there, and in none beside it");
	OK(getcwd(cwd, sizeof(cwd)) != NULL);
	OK(process_in(cwd, NULL) > 0);
	SAME_INT(process_in("/no/such/folder", NULL), 0);
	cwd[strlen(cwd) - 1] = '\0';
	SAME_INT(process_in(cwd, NULL), 0);
}

static void
journals(int at)
{
	struct mutation m = { .kind = MUTATION_GIT,
		.repo = span_of("widgets"),
		.worktree = span_of("/w/widgets"),
		.branch = span_of("sergeant/t"),
		.sha = span_of("abc"),
		.state = span_of("widgets") };
	struct mutations all = { 0 };
	struct err e = { 0 };

	unit_case("no journal is an empty one");
	OK(mutations_load(at, &all, NULL) == 0);
	OK(all.n == 0);
	mutations_done(&all);

	unit_case("each line is read back, oldest first");
	OK(mutations_add(at, &m, NULL) == 0);
	m = (struct mutation){ .kind = MUTATION_PANE,
		.name = span_of("t/widgets") };
	OK(mutations_add(at, &m, NULL) == 0);
	OK(mutations_load(at, &all, NULL) == 0);
	OK(all.n == 2);
	SAME_INT(all.list[0].kind, MUTATION_GIT);
	SAME_TEXT(all.list[0].worktree, "/w/widgets");
	SAME_TEXT(all.list[0].sha, "abc");
	OK(all.list[0].name.len == 0);
	SAME_INT(all.list[1].kind, MUTATION_PANE);
	SAME_TEXT(all.list[1].name, "t/widgets");
	mutations_done(&all);

	unit_case("a torn line was never begun: it is not there, and is cut");
	put(at, MUTATIONS_FILE, "-\t-\t-\ttask-pending\t-\t-\tt\n-\t-\t-\tgi");
	OK(mutations_load(at, &all, NULL) == 0);
	OK(all.n == 1);
	mutations_done(&all);
	OK(mutations_add(at, &m, NULL) == 0);
	OK(mutations_load(at, &all, NULL) == 0);
	OK(all.n == 2);
	SAME_INT(all.list[1].kind, MUTATION_PANE);
	mutations_done(&all);

	unit_case("what is not known is no journal to undo by");
	put(at, MUTATIONS_FILE, "-\t-\t-\tother\t-\t-\tt\n");
	OK(mutations_load(at, &all, &e) == -1);
	SAME_INT(e.status, STATUS_CONFIG);
	put(at, MUTATIONS_FILE, "-\t-\t-\ttask-pending\t-\t-\tt\tu\n");
	OK(mutations_load(at, &all, &e) == -1);

	unit_case("a journal that is cleared is empty");
	OK(mutations_clear(at, NULL) == 0);
	OK(mutations_clear(at, NULL) == 0);
	OK(mutations_load(at, &all, NULL) == 0);
	OK(all.n == 0);
	mutations_done(&all);
}

static void
is_no_repository(const char *here)
{
	char sha[GIT_SHA_MAX];
	struct err e = { 0 };

	unit_case("a folder that is no repository is said to be none");
	OK(git_head(here, sha, &e) == -1);
	SAME_INT(e.status, STATUS_CONFIG);
}

int
main(void)
{
	const char *here = unit_folder();
	int at = open_dir(here);

	if (at == -1 || fchdir(at) == -1)
		return 1;
	removes(at);
	identifies();
	finds_processes();
	journals(at);
	is_no_repository(here);
	(void)close(at);
	return chdir("/") == -1 ? 1 : unit_end();
}
