#include "transport/consumer.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/err.h"
#include "unit.h"

static const char *folder;

#define ACK                                                                    \
	"{\"idempotency_key\":\"k:1\",\"status\":\"ack\","                     \
	"\"version\":\"sergeant.callback-ack/v1\"}"

static void
path_of(char ret[4200], const char *name)
{
	(void)snprintf(ret, 4200, "%s/%s", folder, name);
}

static void
script(const char *name, mode_t mode, const char *text)
{
	char path[4200];
	int fd;

	path_of(path, name);
	(void)unlink(path);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
	(void)!write(fd, text, strlen(text));
	(void)close(fd);
	(void)chmod(path, mode);
}

static void
says(const char *name, const char *answer)
{
	struct buf b = { 0 };

	buf_format(
	    &b, "#!/bin/sh\ncat >/dev/null\nprintf '%%s' '%s'\n", answer);
	script(name, 0700, b.s);
	buf_done(&b);
}

static int
ask(const char *name, struct buf *answer, enum reply *ret, struct err *e)
{
	struct consumer c = { .folder = folder,
		.profile = span_of(name),
		.version = "sergeant.callback-ack/v1",
		.key = span_of("k:1"),
		.timeout_ms = 2000 };
	struct buf line = { 0 };
	int r;

	*e = (struct err){ 0 };
	buf_text(&line, "{\"a\":1}");
	r = consumer_ask(&c, &line, ret, answer, e);
	buf_done(&line);
	return r;
}

static void
replies(const char *what, const char *answer, enum reply want)
{
	struct buf got = { 0 };
	enum reply r = (enum reply)0;
	struct err e;

	unit_case("takes %s", what);
	says("p", answer);
	SAME_INT(ask("p", &got, &r, &e), 0);
	SAME_TEXT(span_of(e.text), "");
	SAME_INT(r, want);
	SAME_TEXT(buf_as_span(&got), answer);
	buf_done(&got);
}

static void
fails(const char *what, const char *name, enum status status, const char *why)
{
	struct buf got = { 0 };
	enum reply r = (enum reply)0;
	struct err e;

	unit_case("refuses %s", what);
	SAME_INT(ask(name, &got, &r, &e), -1);
	SAME_INT(e.status, status);
	SAME_TEXT(span_of(e.text), why);
	SAME_INT((int64_t)got.len, 0);
	buf_done(&got);
}

static void
answers(void)
{
	replies("an ack", ACK, REPLY_ACK);
	replies("an ack with space around", " " ACK "\n", REPLY_ACK);
	replies("a reject",
	    "{\"idempotency_key\":\"k:1\",\"status\":\"reject\","
	    "\"version\":\"sergeant.callback-ack/v1\"}",
	    REPLY_REJECT);
	replies("a retry with its wait",
	    "{\"idempotency_key\":\"k:1\",\"retry_after_seconds\":3600,"
	    "\"status\":\"retry\",\"version\":\"sergeant.callback-ack/v1\"}",
	    REPLY_RETRY);
}

static void
not_answers(void)
{
	static const char *const bad[] = {
		"",
		"[]",
		ACK ACK,
		"{\"idempotency_key\":\"k:2\",\"status\":\"ack\","
		"\"version\":\"sergeant.callback-ack/v1\"}",
		"{\"idempotency_key\":\"k:1\",\"status\":\"ack\","
		"\"version\":\"sergeant.callback-ack/v2\"}",
		"{\"idempotency_key\":\"k:1\",\"status\":\"ack\",\"x\":1,"
		"\"version\":\"sergeant.callback-ack/v1\"}",
		"{\"idempotency_key\":\"k:1\",\"status\":\"yes\","
		"\"version\":\"sergeant.callback-ack/v1\"}",
		"{\"idempotency_key\":\"k:1\",\"retry_after_seconds\":3601,"
		"\"status\":\"retry\","
		"\"version\":\"sergeant.callback-ack/v1\"}",
		"{\"idempotency_key\":\"k:1\",\"retry_after_seconds\":1,"
		"\"status\":\"ack\",\"version\":\"sergeant.callback-ack/v1\"}",
		"{\"idempotency_key\":\"k:1\",\"status\":\"ack\","
		"\"status\":\"ack\",\"version\":\"sergeant.callback-ack/v1\"}",
	};
	enum reply r = (enum reply)0;
	struct err e;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		unit_case("takes no %s", bad[i]);
		says("p", bad[i]);
		SAME_INT(ask("p", NULL, &r, &e), -1);
		SAME_INT(e.status, STATUS_TEMPORARY);
		SAME_INT(r, 0);
	}
}

static void
runs(void)
{
	script("p", 0700, "#!/bin/sh\necho '" ACK "'\nexit 3\n");
	fails(
	    "an ack with status 3", "p", STATUS_TEMPORARY, "'p' ended with 3");
	script("p", 0700, "#!/bin/sh\necho '" ACK "'\nkill -9 $$\n");
	fails("an ack and a signal", "p", STATUS_TEMPORARY,
	    "'p' was ended by signal 9");
	script("p", 0700, "#!/bin/sh\necho '" ACK "'\nsleep 60 & sleep 60\n");
	fails("an ack that hangs", "p", STATUS_TEMPORARY,
	    "'p' did not answer in time");
	script("p", 0700, "#!/bin/sh\nhead -c 1025 /dev/zero\n");
	fails("1025 bytes", "p", STATUS_TEMPORARY,
	    "'p' answered with more than 1024 bytes");
	script("p", 0700, "echo no interpreter\n");
	fails("a text without interpreter", "p", STATUS_TEMPORARY,
	    "cannot run 'p': Exec format error");
}

static void
trust(void)
{
	char from[4200];
	char to[4200];

	fails("another name", "../p", STATUS_TRUST,
	    "'../p' is no profile's name");
	fails("what is not there", "q", STATUS_CONFIG, "there is no 'q'");
	says("p", ACK);
	path_of(from, "link");
	path_of(to, "p");
	(void)!symlink(to, from);
	fails("a link", "link", STATUS_TRUST, "'link' is a link");
	(void)unlink(from);
	(void)chmod(to, 0720);
	fails("a file others may write", "p", STATUS_TRUST,
	    "'p' is not a file of ours alone that we may execute");
	(void)chmod(to, 0600);
	fails("a file that is not executable", "p", STATUS_TRUST,
	    "'p' is not a file of ours alone that we may execute");
	(void)chmod(to, 0700);
	(void)chmod(folder, 0770);
	snprintf(
	    from, sizeof(from), "'%s' is not a folder of ours alone", folder);
	fails("a folder others may write", "p", STATUS_TRUST, from);
	(void)chmod(folder, 0700);
}

/*
 * What it was given: no arguments, the line, three descriptors, few variables.
 */
static void
given(void)
{
	struct buf got = { 0 };
	enum reply r = (enum reply)0;
	char path[4200];
	struct err e;
	char text[256] = "";
	ssize_t n;
	int fd;

	unit_case("gives it one line, no argument and few variables");
	(void)setenv("SERGEANT_SECRET", "hunter2", 1);
	path_of(path, "seen");
	script("p", 0700,
	    "#!/bin/sh\n{ echo \"$#\"; cat; env | grep -c hunter2; } "
	    ">\"${TMPDIR}/seen\"\necho '" ACK "'\n");
	(void)setenv("TMPDIR", folder, 1);
	SAME_INT(ask("p", &got, &r, &e), 0);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	n = read(fd, text, sizeof(text) - 1);
	OK(n > 0);
	(void)close(fd);
	SAME_TEXT(span_of(text), "0\n{\"a\":1}\n0\n");
	(void)unlink(path);
	buf_done(&got);
}

int
main(void)
{
	folder = unit_folder();
	answers();
	not_answers();
	runs();
	trust();
	given();
	return unit_end();
}
