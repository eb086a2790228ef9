#include "store/journal.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/json.h"
#include "base/pool.h"
#include "unit.h"

static const char *top;
static struct home home;
/* what receipts say that no event says */
static struct pool kept;

/* One event from its parts; recipients as JSON, NULL for none. */
static struct event
event_of(const char *id, const char *recipients, const char *verdict)
{
	struct event ev = { 0 };

	ev.type = span_of("x.happened");
	ev.id = span_of(id);
	ev.source = span_of("//t");
	ev.subject = span_of("command:disk");
	ev.verdict = span_of(verdict);
	if (recipients != NULL)
		ev.recipients =
		    (struct json){ JSON_ARRAY, recipients, strlen(recipients) };
	return ev;
}

static struct receipt
append(struct journal *j, const char *id, const char *to, const char *verdict)
{
	struct event ev = event_of(id, to, verdict);
	struct receipt r = { 0 };
	struct err e = { 0 };

	if (!OK(journal_append(j, &ev, 1, &kept, &r, &e) == 0))
		printf("# %s\n", e.text);
	return r;
}

static int64_t
lines(void)
{
	struct err e = { 0 };
	struct pool p = { 0 };
	struct journal j;
	struct event ev;
	int64_t n = 0;

	OK(journal_open(&home, false, &j, &e) == 0);
	while (journal_next(&j, &p, &ev, &e) == 1)
		SAME_INT(ev.seq, ++n);
	journal_close(&j);
	pool_done(&p);
	return n;
}

static void
dedupes(struct journal *j)
{
	struct receipt r;

	unit_case("an event is told to each of its recipients once");
	r = append(j, "e1", "[\"human:a\"]", "v1");
	SAME_INT(r.kind, RECEIPT_JOURNALED);
	SAME_INT(r.seq, 1);
	SAME_TEXT(json_span(&r.recipients), "[\"human:a\"]");
	r = append(j, "e1", "[\"human:a\",\"human:b\"]", "v1");
	SAME_INT(r.kind, RECEIPT_JOURNALED);
	SAME_INT(r.seq, 2);
	SAME_TEXT(json_span(&r.recipients), "[\"human:b\"]");

	unit_case("a verdict already named with the event writes nothing");
	r = append(j, "e1", "[\"human:a\",\"human:b\"]", "v1");
	SAME_INT(r.kind, RECEIPT_DUPLICATE);
	SAME_TEXT(json_span(&r.recipients), "[]");
	SAME_INT(lines(), 2);

	unit_case("another verdict of the same event is settled by a line");
	r = append(j, "e1", "[\"human:a\"]", "v2");
	SAME_INT(r.kind, RECEIPT_DUPLICATE);
	SAME_INT(lines(), 3);
	r = append(j, "e1", "[\"human:a\"]", "v2");
	SAME_INT(r.kind, RECEIPT_DUPLICATE);
	SAME_INT(lines(), 3);

	unit_case("without a verdict a duplicate leaves no line");
	r = append(j, "e1", "[\"human:b\"]", NULL);
	SAME_INT(r.kind, RECEIPT_DUPLICATE);
	SAME_INT(r.seq, 2);
	SAME_INT(lines(), 3);

	unit_case("nobody to tell is parked, once for each verdict");
	r = append(j, "e2", "[]", "v3");
	SAME_INT(r.kind, RECEIPT_UNDELIVERABLE);
	r = append(j, "e2", "[]", "v3");
	SAME_INT(r.kind, RECEIPT_DUPLICATE);
	r = append(j, "e2", NULL, "v4");
	SAME_INT(r.kind, RECEIPT_UNDELIVERABLE);
	SAME_INT(lines(), 5);

	unit_case("what was parked can still be told");
	r = append(j, "e2", "[\"human:a\"]", NULL);
	SAME_INT(r.kind, RECEIPT_JOURNALED);
	SAME_INT(lines(), 6);
}

static void
batches(struct journal *j)
{
	struct event ev[4];
	struct receipt r[4];
	struct err e = { 0 };

	unit_case("one batch knows what its own first half says");
	ev[0] = event_of("b1", "[\"human:a\"]", "w1");
	ev[1] = event_of("b1", "[\"human:a\"]", "w1");
	ev[2] = event_of("b1", "[\"human:a\"]", "w2");
	ev[3] = event_of("b1", "[\"human:c\",\"human:a\"]", "w2");
	OK(journal_append(j, ev, 4, &kept, r, &e) == 0);
	SAME_INT(r[0].kind, RECEIPT_JOURNALED);
	SAME_INT(r[1].kind, RECEIPT_DUPLICATE);
	SAME_INT(r[2].kind, RECEIPT_DUPLICATE);
	SAME_INT(r[3].kind, RECEIPT_JOURNALED);
	SAME_TEXT(json_span(&r[3].recipients), "[\"human:c\"]");
	SAME_INT(lines(), 9);
}

static void
records(struct journal *j)
{
	struct event ev = event_of("ack1", NULL, NULL);
	struct err e = { 0 };
	struct receipt r;

	unit_case("a record is written once and never parked");
	ev.type = span_of("sergeant.inbox.acked");
	OK(journal_append(j, &ev, 1, &kept, &r, &e) == 0);
	SAME_INT(r.kind, RECEIPT_JOURNALED);
	OK(journal_append(j, &ev, 1, &kept, &r, &e) == 0);
	SAME_INT(r.kind, RECEIPT_DUPLICATE);
	SAME_INT(lines(), 10);
}

static const char *
long_text(void)
{
	static char s[JSON_LINE_MAX + 1];

	memset(s, 'x', JSON_LINE_MAX);
	return s;
}

static void
in_a_row(struct journal *j)
{
	struct event ev[3];
	struct receipt r[3];
	struct err e = { 0 };

	unit_case("a batch knows what those say that are on their way");
	ev[0] = event_of("c1", "[\"human:a\"]", NULL);
	ev[1] = event_of("c1", "[\"human:a\",\"human:b\"]", NULL);
	ev[2] = event_of("c1", "[\"human:b\"]", NULL);
	OK(journal_write(j, &ev[0], 1, &kept, &r[0], &e) == 0);
	OK(journal_write(j, &ev[1], 1, &kept, &r[1], &e) == 0);
	OK(journal_write(j, &ev[2], 1, &kept, &r[2], &e) == 0);
	OK(journal_settle(j, &e) == 0);
	SAME_INT(r[0].kind, RECEIPT_JOURNALED);
	SAME_INT(r[0].seq, 11);
	SAME_TEXT(json_span(&r[1].recipients), "[\"human:b\"]");
	SAME_INT(r[1].seq, 12);
	SAME_INT(r[2].kind, RECEIPT_DUPLICATE);
	SAME_INT(r[2].seq, 12);
	SAME_INT(lines(), 12);

	unit_case("one that cannot be written leaves the others alone");
	OK(journal_write(j, &ev[2], 1, &kept, &r[2], &e) == 0);
	ev[0] = event_of("c2", "[\"human:a\"]", NULL);
	ev[0].summary = (struct span){ long_text(), JSON_LINE_MAX };
	OK(journal_write(j, ev, 1, &kept, r, &e) == -1);
	SAME_INT(e.status, STATUS_DATA);
	ev[0].summary = span_of("short");
	OK(journal_write(j, ev, 1, &kept, r, &e) == 0);
	OK(journal_settle(j, &e) == 0);
	SAME_INT(r[0].kind, RECEIPT_JOURNALED);
	SAME_INT(r[0].seq, 13);
	SAME_INT(lines(), 13);

	unit_case("of none there is nothing to do");
	OK(journal_write(j, ev, 0, &kept, r, &e) == 0);
	OK(journal_settle(j, &e) == 0);
	OK(journal_settle(j, &e) == 0);
	SAME_INT(lines(), 13);
}

static void
spoil(const char *name, const char *s, size_t len, off_t at)
{
	char path[400];
	int fd;

	(void)snprintf(
	    path, sizeof(path), "%s/workspaces/default/journal/%s", top, name);
	fd = open(path, O_WRONLY);
	OK(fd != -1 && pwrite(fd, s, len, at) == (ssize_t)len);
	(void)close(fd);
}

static void
forget_index(void)
{
	char path[400];

	(void)snprintf(
	    path, sizeof(path), "%s/workspaces/default/journal/ids", top);
	OK(unlink(path) == 0);
}

static void
still_knows(const char *title)
{
	struct err e = { 0 };
	struct journal j;

	unit_case("%s", title);
	OK(journal_open(&home, true, &j, &e) == 0);
	SAME_INT(
	    append(&j, "e1", "[\"human:a\"]", "v2").kind, RECEIPT_DUPLICATE);
	SAME_INT(
	    append(&j, "b1", "[\"human:c\"]", "w2").kind, RECEIPT_DUPLICATE);
	SAME_INT(lines(), 13);
	journal_close(&j);
}

static void
index_is_disposable(void)
{
	static const char zero[64];

	still_knows("another process finds all in the index");
	forget_index();
	still_knows("a lost index is made anew");
	spoil("ids", "?", 1, 20);
	still_knows("an index of another boot is made anew");
	/* the header's seq, at 8 + 40 + 40 + 8 */
	spoil("ids", zero, 8, 96);
	still_knows("an index whose header is torn is made anew");
}

static void
grows(void)
{
	enum {
		N = 6000
	};
	static struct event ev[N];
	static struct receipt r[N];
	static char id[N][16];
	struct err e = { 0 };
	struct journal j;
	int i;
	int n = 0;

	unit_case("the index grows with the journal");
	for (i = 0; i < N; i++) {
		(void)snprintf(id[i], sizeof(id[i]), "g%d", i);
		ev[i] = event_of(id[i], "[\"human:a\"]", id[i]);
	}
	OK(journal_open(&home, true, &j, &e) == 0);
	OK(journal_append(&j, ev, N, &kept, r, &e) == 0);
	for (i = 0; i < N; i++)
		n += r[i].kind == RECEIPT_JOURNALED;
	SAME_INT(n, N);
	OK(journal_append(&j, ev, N, &kept, r, &e) == 0);
	for (i = 0; i < N; i++)
		n -= r[i].kind == RECEIPT_DUPLICATE;
	SAME_INT(n, 0);
	journal_close(&j);
	SAME_INT(lines(), 13 + N);
}

int
main(void)
{
	struct err e = { 0 };
	struct journal j;

	top = unit_folder();
	OK(setenv("SERGEANT_HOME", top, 1) == 0);
	OK(home_open(&home, &e) == 0);
	OK(journal_open(&home, true, &j, &e) == 0);
	dedupes(&j);
	batches(&j);
	records(&j);
	in_a_row(&j);
	journal_close(&j);
	index_is_disposable();
	grows();
	pool_done(&kept);
	home_close(&home);
	return unit_end();
}
