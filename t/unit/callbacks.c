/* the callback protocol's files: register, enqueue, seal */

#include "store/callbacks.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "store/fleet.h"
#include "store/origins.h"
#include "unit.h"

/* 2026-11-30T16:00:00.500Z */
#define NOW 1796054400500

static struct fleet fleet;
static const char *folder;

static const struct origin origin = { { "hermes-discord", 14 },
	{ "req-7f91b230", 12 } };

static void
path_of(char ret[4200], const char *name)
{
	(void)snprintf(ret, 4200, "%s/%s", folder, name);
}

static void
begin(void)
{
	char path[4200];

	fleet_close(&fleet);
	folder = unit_folder();
	(void)setenv("SERGEANT_FLEET", folder, 1);
	OK(fleet_open(&fleet, NULL) == 0);
	path_of(path, "t1");
	OK(mkdir(path, 0755) == 0);
	path_of(path, "t2");
	OK(mkdir(path, 0755) == 0);
}

static void
holds(const char *name, const char *want, mode_t mode)
{
	char path[4200], text[1024] = "";
	struct stat st;
	int fd;

	path_of(path, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	OK(fd != -1 && read(fd, text, sizeof(text) - 1) >= 0);
	SAME_TEXT(span_of(text), want);
	OK(fstat(fd, &st) == 0);
	SAME_INT(st.st_mode & 07777, mode);
	(void)close(fd);
}

static void
put(const char *name, const char *text)
{
	char path[4200];
	int fd;

	path_of(path, name);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	OK(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	(void)close(fd);
}

static void
refuses(int r, const struct err *e, enum status status, const char *why)
{
	SAME_INT(r, -1);
	SAME_INT(e->status, status);
	SAME_TEXT(span_of(e->text), why);
}

static int
enrol(const char *task, const char *profile, const char *correlation,
    struct err *e)
{
	struct origin o = { span_of(profile), span_of(correlation) };

	*e = (struct err){ 0 };
	return origins_register(&fleet, span_of(task), &o, ORIGIN_CALLBACK, e);
}

static void
registers(void)
{
	struct origin_record r;
	struct buf text = { 0 };
	struct err e;

	unit_case("register writes origin and mapping, exactly");
	begin();
	(void)umask(0777);
	SAME_INT(enrol("t1", "hermes-discord", "req-7f91b230", &e), 0);
	(void)umask(022);
	SAME_TEXT(span_of(e.text), "");
	holds("t1/.callbacks/origin.json",
	    "{\"correlation_id\":\"req-7f91b230\",\"profile\":"
	    "\"hermes-discord\",\"version\":\"sergeant.callback-origin/v1\"}\n",
	    0600);
	holds("t1/.callbacks/lock", "", 0600);
	OK(origins_find(&fleet, origin.correlation, &text, &r, &e) == 0);
	SAME_TEXT(buf_as_span(&text),
	    "{\"correlation_id\":\"req-7f91b230\",\"kind\":\"callback\","
	    "\"task_id\":\"t1\",\"version\":"
	    "\"sergeant.callback-origin-registry/v1\"}\n");
	SAME_INT(
	    origins_find(&fleet, span_of("req-other001"), &text, &r, &e), 1);

	unit_case("the same again is no change, another is refused");
	SAME_INT(enrol("t1", "hermes-discord", "req-7f91b230", &e), 0);
	refuses(enrol("t1", "other", "req-7f91b230", &e), &e, STATUS_USAGE,
	    "callback origin is already registered");
	refuses(enrol("t1", "other", "req-unused01", &e), &e, STATUS_USAGE,
	    "callback origin is already registered");
	SAME_INT(
	    origins_find(&fleet, span_of("req-unused01"), &text, &r, &e), 1);

	unit_case("a correlation goes to no second task");
	refuses(enrol("t2", "hermes-discord", "req-7f91b230", &e), &e,
	    STATUS_USAGE,
	    "correlation ID is already registered to another task");
	refuses(enrol("t3", "hermes-discord", "req-7f91b231", &e), &e,
	    STATUS_CONFIG, "task directory does not exist");
	buf_done(&text);
}

static int64_t
add(struct callbacks *c, const char *source, const char *payload, struct err *e)
{
	int64_t n = 0;

	*e = (struct err){ 0 };
	if (callbacks_enqueue(c, CALLBACK_NEEDS_INPUT, span_of(source),
		span_of(payload), NOW, &n, e) == -1)
		return -1;
	return n;
}

static void
enqueues(void)
{
	struct callbacks c = { 0 };
	struct err e = { 0 };
	size_t left;

	unit_case("a task without an origin is left alone");
	begin();
	SAME_INT(callbacks_open(&fleet, span_of("t1"), &c, &e), 1);

	unit_case("an event and its state, exactly");
	SAME_INT(enrol("t1", "hermes-discord", "req-7f91b230", &e), 0);
	SAME_INT(callbacks_open(&fleet, span_of("t1"), &c, &e), 0);
	SAME_INT(
	    add(&c, "coordinator-followup-1", "Choose \"A\".\n\tOr B", &e), 1);
	holds("t1/.callbacks/events/00000001/event.json",
	    "{\"correlation_id\":\"req-7f91b230\",\"created_at\":"
	    "\"2026-11-30T16:00:00Z\",\"generation\":1,\"idempotency_key\":"
	    "\"sgt-callback-v1:req-7f91b230:1\",\"payload\":\"Choose \\\"A\\\"."
	    "\\n\\tOr B\",\"profile\":\"hermes-discord\",\"source_hash\":"
	    "\"6355f0796a5cf5809793be963ebbc1c79905f0ac1526ad6425e1f2722d3117d1"
	    "\",\"type\":\"needs_input\",\"version\":"
	    "\"sergeant.callback-event/v1\"}\n",
	    0600);
	holds("t1/.callbacks/events/00000001/state.json",
	    "{\"acknowledged_at\":null,\"attempts\":0,\"claimed_at\":null,"
	    "\"last_result\":null,\"next_attempt_at\":1796054400,\"status\":"
	    "\"pending\",\"version\":\"sergeant.callback-state/v1\"}\n",
	    0600);
	holds("t1/.callbacks/sequence", "1\n", 0600);

	unit_case("the same type and source give the first event");
	SAME_INT(add(&c, "coordinator-followup-1", "other", &e), 1);
	SAME_INT(add(&c, "coordinator-followup-2", "other", &e), 2);

	unit_case("a garbled or lost sequence is made from the events");
	put("t1/.callbacks/sequence", "soon\n");
	SAME_INT(add(&c, "three", "x", &e), 3);
	put("t1/.callbacks/sequence", "7\n");
	SAME_INT(add(&c, "eight", "x", &e), 8);

	unit_case("no seal while something is unacknowledged");
	SAME_INT(callbacks_seal(&c, NULL, &left, &e), 1);
	SAME_INT((int64_t)left, 4);

	unit_case("sealed: no new event, but the first of a source");
	put("t1/.callbacks/sealed", "sergeant.callback-seal/v1\n");
	refuses((int)add(&c, "nine", "x", &e), &e, STATUS_CONFIG,
	    "callback task is sealed for cleanup");
	SAME_INT(add(&c, "three", "x", &e), 3);
	SAME_INT(callbacks_unseal(&c, &e), 0);
	SAME_INT(callbacks_unseal(&c, &e), 0);
	SAME_INT(add(&c, "nine", "x", &e), 9);

	unit_case("what is no seal is not taken away");
	put("t1/.callbacks/sealed", "x\n");
	refuses(callbacks_unseal(&c, &e), &e, STATUS_CONFIG,
	    "invalid callback cleanup seal");
	callbacks_close(&c);
}

static void
fails_closed(void)
{
	struct callbacks c = { 0 };
	struct err e = { 0 };
	char path[4200], aside[4200];
	size_t left;

	unit_case("events that are gone are not nothing");
	begin();
	SAME_INT(enrol("t1", "hermes-discord", "req-7f91b230", &e), 0);
	SAME_INT(callbacks_open(&fleet, span_of("t1"), &c, &e), 0);
	put("t1/.callbacks/sequence", "1\n");
	refuses(callbacks_unacknowledged(&c, NULL, &left, &e), &e,
	    STATUS_CONFIG, "task 't1' has had 1 events, but they are gone");
	callbacks_close(&c);
	path_of(path, "t1/.callbacks/events");
	path_of(aside, "t1/events");
	OK(rename(path, aside) == 0);
	refuses(callbacks_open(&fleet, span_of("t1"), &c, &e), &e,
	    STATUS_CONFIG, "task 't1' has an origin, but its events are gone");

	unit_case("an origin that is gone is not none");
	path_of(path, "t1/.callbacks/origin.json");
	OK(unlink(path) == 0);
	refuses(callbacks_open(&fleet, span_of("t1"), &c, &e), &e,
	    STATUS_CONFIG, "task 't1' has callbacks but no origin");
}

int
main(void)
{
	registers();
	enqueues();
	fails_closed();
	fleet_close(&fleet);
	return unit_end();
}
