#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/mem.h"
#include "disk/file.h"
#include "store/home.h"
#include "store/inboxes.h"
#include "store/journal.h"
#include "store/states.h"
#include "world.h"

/* The outcome of a story as a text that depends on no id and no time. */

struct lines {
	char **list;
	size_t n, cap;
};

static void
add(struct lines *l, const struct buf *line)
{
	char *s = mem_new(line->len + 1);

	memcpy(s, line->s, line->len);
	l->list = mem_grow(l->list, &l->cap, l->n + 1, sizeof(*l->list));
	l->list[l->n++] = s;
}

static int
compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
print_sorted(struct lines *l, struct buf *out)
{
	size_t i;

	qsort(l->list, l->n, sizeof(*l->list), compare);
	for (i = 0; i < l->n; i++) {
		buf_text(out, l->list[i]);
		buf_byte(out, '\n');
		free(l->list[i]);
	}
	free(l->list);
}

static void
check_evidence(const struct home *h, const struct event *ev, struct buf *line)
{
	int dir = openat(h->workspace, "evidence", O_RDONLY | O_CLOEXEC);
	struct buf text = { 0 };
	struct json j;
	char name[96];

	(void)snprintf(name, sizeof(name), "%.*s.json", (int)ev->verdict.len,
	    ev->verdict.s);
	if (dir == -1 || file_read(dir, name, 1024 * 1024, &text, NULL) != 0)
		buf_text(line, " NO EVIDENCE");
	else if (json_scan(text.s, text.len, &j, NULL) == -1)
		buf_text(line, " TORN EVIDENCE");
	if (dir != -1)
		(void)close(dir);
	buf_done(&text);
}

static void
tell_event(const struct home *h, const struct event *ev, struct lines *l)
{
	struct json_item it = { 0 };
	struct buf line = { 0 };

	while (json_each(&ev->recipients, &it)) {
		buf_reset(&line);
		buf_span(&line, ev->type);
		buf_byte(&line, ' ');
		buf_text(&line, phase_name(ev->phase));
		buf_byte(&line, ' ');
		buf_span(&line, ev->watch);
		buf_byte(&line, ' ');
		buf_span(&line, json_span(&it.value));
		buf_byte(&line, ' ');
		buf_span(&line, ev->summary);
		check_evidence(h, ev, &line);
		add(l, &line);
	}
	buf_done(&line);
}

static void
tell_journal(const struct home *h, struct buf *out)
{
	struct journal j;
	struct pool p = { 0 };
	struct lines l = { 0 };
	struct event ev;
	struct err e = { 0 };
	int r = journal_open(h, false, &j, &e);

	if (r == 0 && log_seek(&j.log, 1, &e) == -1)
		r = -1;
	while (r != -1 && (r = journal_next(&j, &p, &ev, &e)) == 1) {
		if (!event_is(&ev, "sergeant.receipt.") &&
		    !event_is(&ev, "sergeant.inbox."))
			tell_event(h, &ev, &l);
	}
	print_sorted(&l, out);
	if (r == -1)
		buf_text(out, e.text);
	else
		journal_close(&j);
	pool_done(&p);
}

static void
tell_state(struct states *s, const char *watch, struct buf *out)
{
	struct state t;
	size_t i;

	states_get(s, span_of(watch), span_of("pr"), span_of("pr:seven"), &t);
	buf_format(out, "%s wakes %d count %d closed %zu ended '%s' looked %d",
	    watch, (int)t.watch.wakes, (int)t.watch.count, t.watch.n_closed,
	    end_why_name(t.watch.ended), t.subject.looked);
	for (i = 0; i < t.subject.n_keys; i++) {
		buf_byte(out, ' ');
		buf_span(out, t.subject.keys[i].key);
		buf_text(
		    out, t.subject.keys[i].told_ms != 0 ? "=told" : "=new");
	}
	buf_byte(out, '\n');
}

static void
tell_states(const struct home *h, struct buf *out)
{
	static const char *const watches[] = {
		"sen_01JDYB2C3D4E5F6G7H8J9K0M1A",
		"sen_01JDYB2C3D4E5F6G7H8J9K0M1B",
		"sen_01JDYB2C3D4E5F6G7H8J9K0M2A",
		"sen_01JDYB2C3D4E5F6G7H8J9K0M2C",
	};
	struct states *s;
	struct err e = { 0 };
	size_t i;

	if (states_open(h, false, &s, &e) == -1) {
		buf_text(out, e.text);
		return;
	}
	for (i = 0; i < 4; i++)
		tell_state(s, watches[i], out);
	buf_format(out, "open %zu\n", states_open_count(s));
	states_close(s);
}

static void
tell_inbox(const struct home *h, const char *party, struct buf *out)
{
	struct policy policy = { 0 };
	struct inbox_reader r = { h, span_of(party), &policy, NULL };
	struct inbox in;
	struct err e = { 0 };
	size_t i;

	/* long after the story: nothing is held any more */
	if (inboxes_read(&r, 1796256000000, &in, &e) == -1) {
		buf_text(out, e.text);
		return;
	}
	for (i = 0; i < in.n_messages; i++)
		buf_format(out, "%s: %s (%d, %s)\n", party,
		    in.messages[i].summary, (int)in.messages[i].count,
		    priority_name(in.messages[i].priority));
	inbox_done(&in);
}

void
world_tell(const struct world *w, struct buf *out)
{
	char path[WORLD_PATH * 2];
	struct home h;
	struct err e = { 0 };

	(void)snprintf(path, sizeof(path), "%s/home", w->path);
	(void)setenv("SERGEANT_HOME", path, 1);
	if (home_open(&h, &e) == -1) {
		buf_text(out, e.text);
		return;
	}
	tell_journal(&h, out);
	tell_states(&h, out);
	tell_inbox(&h, "human:ann", out);
	tell_inbox(&h, "human:bob", out);
	tell_inbox(&h, "human:carl", out);
	home_close(&h);
}

void
world_complaints(const struct world *w, struct buf *out)
{
	int dir = open(w->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	(void)file_read(dir, "stderr", 65536, out, NULL);
	(void)close(dir);
}
