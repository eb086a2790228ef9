#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "disk/dir.h"
#include "disk/doc.h"
#include "disk/file.h"
#include "disk/lock.h"
#include "unit.h"

/* Folders, files, locks and documents in a temporary folder. */
static int home;

static mode_t
mode_of(const char *name)
{
	struct stat st;

	return fstatat(home, name, &st, AT_SYMLINK_NOFOLLOW) == -1 ?
	    0 :
	    st.st_mode & 07777;
}

/* How many names begin with it. */
static size_t
count(const char *prefix)
{
	struct err e = { 0 };
	char **names;
	size_t n = 0;

	if (OK(dir_names(home, prefix, "", &names, &n, &e) == 0))
		free(names);
	return n;
}

static void
folders(void)
{
	struct err e = { 0 };
	char **names;
	size_t n;
	int fd;

	unit_case("makes every missing part of a path, ours alone");
	fd = dir_make(home, "a/b/c", &e);
	OK(fd != -1);
	(void)close(fd);
	SAME_INT(mode_of("a"), 0700);
	SAME_INT(mode_of("a/b/c"), 0700);

	unit_case("refuses a folder that others may write, or a link");
	OK(mkdirat(home, "open", 0700) == 0);
	OK(fchmodat(home, "open", 0770, 0) == 0);
	OK(dir_open(home, "open", &e) == -1);
	SAME_INT(e.status, STATUS_TRUST);
	OK(symlinkat("a", home, "link") == 0);
	OK(dir_open(home, "link", &e) == -1);
	SAME_INT(e.status, STATUS_TRUST);
	e = (struct err){ 0 };
	OK(dir_make(home, "link", &e) == -1);
	SAME_INT(e.status, STATUS_TRUST);
	SAME_TEXT(span_of(e.text), "cannot use 'link': it is no real folder");
	OK(dir_open(home, "absent", &e) == -1);
	SAME_INT(e.status, STATUS_IO);

	unit_case("lists names by prefix and suffix, sorted");
	OK(file_replace(home, "l-2.x", span_of("2"), false, &e) == 0);
	OK(file_replace(home, "l-1.x", span_of("1"), false, &e) == 0);
	OK(file_replace(home, "l-3.y", span_of("3"), false, &e) == 0);
	OK(dir_names(home, "l-", ".x", &names, &n, &e) == 0);
	SAME_INT((int64_t)n, 2);
	SAME_TEXT(span_of(names[0]), "l-1.x");
	SAME_TEXT(span_of(names[1]), "l-2.x");
	free(names);

	unit_case("a name is safe, or no name");
	OK(dir_name_is_safe(span_of("sen_01.json")));
	OK(dir_name_is_safe(span_of("human:a@b.json")));
	OK(!dir_name_is_safe(span_of("")));
	OK(!dir_name_is_safe(span_of(".hidden")));
	OK(!dir_name_is_safe(span_of("..")));
	OK(!dir_name_is_safe(span_of("a/b")));
	OK(!dir_name_is_safe(span_of("a b")));
	OK(!dir_name_is_safe((struct span){ "a\0b", 3 }));
}

static void
files(void)
{
	struct err e = { 0 };
	struct buf text = { 0 };
	size_t n;

	unit_case("replaces a file whole, readable by us alone");
	OK(file_replace(home, "doc", span_of("old"), true, &e) == 0);
	OK(file_replace(home, "doc", span_of("new"), true, &e) == 0);
	OK(file_read(home, "doc", 100, &text, &e) == 0);
	SAME_TEXT(buf_as_span(&text), "new");
	SAME_INT(mode_of("doc"), 0600);

	unit_case("creates, and never replaces");
	OK(file_create(home, "once", span_of("first"), &e) == 0);
	OK(file_create(home, "once", span_of("second"), &e) == 1);
	OK(file_read(home, "once", 100, &text, &e) == 0);
	SAME_TEXT(buf_as_span(&text), "first");

	unit_case("removes what is there");
	OK(file_remove(home, "once", &e) == 0);
	OK(file_remove(home, "once", &e) == 1);
	OK(file_read(home, "once", 100, &text, &e) == 1);

	unit_case(
	    "refuses what is too large, a link, a pipe, others' to write");
	OK(file_read(home, "doc", 2, &text, &e) == -1);
	SAME_INT(e.status, STATUS_DATA);
	OK(symlinkat("doc", home, "alias") == 0);
	OK(file_read(home, "alias", 100, &text, &e) == -1);
	SAME_INT(e.status, STATUS_TRUST);
	OK(mkfifoat(home, "pipe", 0600) == 0);
	OK(file_read(home, "pipe", 100, &text, &e) == -1);
	SAME_INT(e.status, STATUS_TRUST);
	OK(fchmodat(home, "doc", 0620, 0) == 0);
	OK(file_read(home, "doc", 100, &text, &e) == -1);
	SAME_INT(e.status, STATUS_TRUST);

	unit_case("writes under no name but a safe one");
	n = count("");
	OK(file_replace(home, "../x", span_of("x"), true, &e) == -1);
	SAME_INT(e.status, STATUS_BUG);
	SAME_INT((int64_t)count(""), (int64_t)n);
	buf_done(&text);
}

static void
locks(void)
{
	struct lock a = { 0 };
	struct lock b = { 0 };
	struct err e = { 0 };
	int64_t begin;
	int status;
	pid_t pid;

	unit_case(
	    "a lock is held by one, and waited for so long and no longer");
	OK(lock_take(&a, home, "journal", 0, &e) == 0);
	OK(lock_take(&b, home, "journal", 0, &e) == -1);
	SAME_INT(e.status, STATUS_TEMPORARY);
	begin = clock_mono_ms();
	OK(lock_take(&b, home, "journal", 40, &e) == -1);
	OK(clock_mono_ms() - begin >= 40);
	SAME_TEXT(
	    span_of(e.text), "cannot lock 'journal': timed out after 40 ms");
	OK(lock_take(&b, home, "inbox", 0, &e) == 0);
	lock_drop(&b);
	lock_drop(&a);
	lock_drop(&a);
	OK(lock_take(&b, home, "journal", 0, &e) == 0);
	lock_drop(&b);

	unit_case("the kernel drops the lock of the dead");
	pid = fork();
	if (pid == 0) {
		(void)lock_take(&a, home, "journal", 0, &e);
		_exit(0);
	}
	OK(waitpid(pid, &status, 0) == pid);
	OK(lock_take(&b, home, "journal", 1000, &e) == 0);
	lock_drop(&b);
}

static void
documents(void)
{
	struct doc_change many[20];
	struct err e = { 0 };
	struct buf text = { 0 };
	struct json j;
	char names[20][24];
	int i;

	unit_case("loads a document of a known version");
	OK(file_replace(home, "w.json", span_of("{\"version\":1}"), true, &e) ==
	    0);
	SAME_INT(doc_load(home, "w.json", 2, &text, &j, &e), DOC_LOADED);
	SAME_INT(doc_load(home, "none.json", 2, &text, &j, &e), DOC_ABSENT);

	unit_case("moves aside what is of another version, or damaged");
	OK(file_replace(home, "w.json", span_of("{\"version\":3}"), true, &e) ==
	    0);
	SAME_INT(doc_load(home, "w.json", 2, &text, &j, &e), DOC_QUARANTINED);
	SAME_INT(e.status, STATUS_CONFIG);
	SAME_TEXT(span_of(e.text),
	    "cannot use 'w.json': its version is unknown; it is now "
	    "'quarantine/w.json'");
	SAME_INT(doc_load(home, "w.json", 2, &text, &j, &e), DOC_ABSENT);
	OK(file_replace(home, "w.json", span_of("{\"version\":1"), true, &e) ==
	    0);
	SAME_INT(doc_load(home, "w.json", 2, &text, &j, &e), DOC_QUARANTINED);
	OK(faccessat(home, "quarantine/w.json.1", F_OK, 0) == 0);

	unit_case("replaces a view, but one of another version is kept");
	OK(doc_replace_view(
	       home, "v.json", 1, span_of("{\"version\":1}"), &e) == 0);
	OK(doc_replace_view(
	       home, "v.json", 1, span_of("{\"version\":1,"), &e) == 0);
	OK(doc_replace_view(
	       home, "v.json", 1, span_of("{\"version\":10}"), &e) == 0);
	OK(doc_replace_view(
	       home, "v.json", 1, span_of("{\"version\":1}"), &e) == 1);
	OK(faccessat(home, "quarantine/v.json", F_OK, 0) == 0);
	SAME_INT(doc_load(home, "v.json", 1, &text, &j, &e), DOC_LOADED);

	unit_case("commits many changes at once, in order");
	for (i = 0; i < 20; i++) {
		(void)snprintf(names[i], sizeof(names[i]), "m%d.json", i);
		many[i].name = names[i];
		many[i].text = span_of("{\"version\":1}");
	}
	OK(doc_commit(home, many, 20, &e) == 0);
	SAME_INT((int64_t)count("m"), 20);
	many[3].text = (struct span){ NULL, 0 };
	OK(doc_commit(home, many, 4, &e) == 0);
	SAME_INT((int64_t)count("m"), 19);

	unit_case("a change that cannot be made leaves the others' as it was");
	many[0].text = span_of("{\"version\":1,\"new\":true}");
	many[1].name = "../no";
	OK(doc_commit(home, many, 2, &e) == -1);
	OK(file_read(home, "m0.json", 100, &text, &e) == 0);
	SAME_TEXT(buf_as_span(&text), "{\"version\":1}");
	buf_done(&text);
}

int
main(void)
{
	home = open(unit_folder(), O_RDONLY | O_DIRECTORY);
	folders();
	files();
	locks();
	documents();
	return unit_end();
}
