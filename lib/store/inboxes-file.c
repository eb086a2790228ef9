#include "store/inboxes-inside.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/pool.h"
#include "disk/dir.h"
#include "disk/doc.h"
#include "disk/file.h"

#define VIEW_MAX ((size_t)64 * 1024 * 1024)
#define SNAPSHOT_MAX ((size_t)1024 * 1024 * 1024)
#define VIEW_NAME_MAX (INBOX_PARTY_MAX + 8)
#define CURSOR_NAME "cursor.json"
#define CURSOR_VERSION 1

static void
view_name(const struct box *box, char ret[VIEW_NAME_MAX])
{
	(void)snprintf(ret, VIEW_NAME_MAX, "%s.json", box->in.party);
}

static int
read_int(const struct json *j, const char *name, int64_t *ret, struct err *e)
{
	struct json value = json_get(j, name);

	return json_int(&value, name, 0, JSON_INT_MAX, ret, e);
}

/* "version" "store" "epoch" "seq": the head of a cursor and of a snapshot. */
static int
read_head(const struct json *j, struct cursor *ret, struct err *e)
{
	struct json store = json_get(j, "store");
	struct cursor at = { 0 };
	struct pool p = { 0 };
	struct span s = { NULL, 0 };
	int64_t version = 0;
	int status = -1;

	if (read_int(j, "version", &version, e) == 0 &&
	    version == CURSOR_VERSION &&
	    json_text(&store, "store", &p, &s, e) == 0 &&
	    s.len < sizeof(at.store) &&
	    read_int(j, "epoch", &at.epoch, e) == 0 &&
	    read_int(j, "seq", &at.seq, e) == 0) {
		memcpy(at.store, s.s, s.len);
		*ret = at;
		status = 0;
	}
	pool_done(&p);
	return status;
}

static void
print_head(const struct cursor *at, struct buf *out)
{
	buf_byte(out, '{');
	json_member_int(out, "version", CURSOR_VERSION);
	json_member_text(out, "store", span_of(at->store));
	json_member_int(out, "epoch", at->epoch);
	json_member_int(out, "seq", at->seq);
}

static int
read_boxes(const struct json *j, struct boxes *b, struct err *e)
{
	struct json parties = json_get(j, "parties");
	struct json_item it = { 0 };
	struct box *box;

	while (json_each(&parties, &it)) {
		box = boxes_get(b, it.key);
		if (box == NULL ||
		    json_int(&it.value, "seq", 0, JSON_INT_MAX, &box->recorded,
			e) != 0)
			return -1;
	}
	return 0;
}

int
boxes_load_cursor(struct boxes *b, struct err *e)
{
	struct buf text = { 0 };
	struct cursor at;
	struct json j;
	int status;

	buf_init(&text, VIEW_MAX);
	status = file_read(b->dir, CURSOR_NAME, VIEW_MAX, &text, e);
	if (status == 0 &&
	    (json_scan(text.s, text.len, &j, NULL) != 0 ||
		read_head(&j, &at, NULL) != 0 ||
		strcmp(at.store, b->at.store) != 0 || at.epoch != b->at.epoch ||
		read_boxes(&j, b, NULL) != 0))
		status = 1;
	if (status == 0)
		b->at.seq = at.seq;
	buf_done(&text);
	return status;
}

int
boxes_load_view(struct boxes *b, struct box *box, struct err *e)
{
	char name[VIEW_NAME_MAX];
	struct buf text = { 0 };
	struct inbox in;
	struct json j;
	int status;

	view_name(box, name);
	buf_init(&text, VIEW_MAX);
	status = file_read(b->dir, name, VIEW_MAX, &text, e);
	if (status == 1 && box->recorded == 0) {
		box->in.seq = b->at.seq;
		box->loaded = true;
		status = 0;
	} else if (status == 0) {
		status = 1;
		if (json_scan(text.s, text.len, &j, NULL) == 0 &&
		    inbox_parse(&j, &in, NULL) == 0) {
			if (strcmp(in.party, box->in.party) == 0 &&
			    in.seq >= box->recorded && box->recorded != 0) {
				box->in = in;
				box->loaded = true;
				status = 0;
			} else
				inbox_done(&in);
		}
	}
	buf_done(&text);
	return status;
}

static int
save_view(struct boxes *b, struct box *box, struct buf *text, struct err *e)
{
	char name[VIEW_NAME_MAX];
	int r;

	view_name(box, name);
	buf_reset(text);
	inbox_print(&box->in, text);
	buf_byte(text, '\n');
	r = doc_replace_view(b->dir, name, INBOX_VERSION, buf_as_span(text), e);
	if (r == -1)
		return -1;
	box->recorded = box->in.seq;
	box->changed = false;
	return r;
}

static int
save_cursor(struct boxes *b, struct buf *text, struct err *e)
{
	bool first = true;
	size_t i;

	buf_reset(text);
	print_head(&b->at, text);
	json_member(text, "parties");
	buf_byte(text, '{');
	for (i = 0; i < b->n; i++) {
		if (b->list[i].recorded == 0)
			continue;
		/* a party's grammar needs no escape */
		buf_format(text, "%s\"%s\":%" PRId64, first ? "" : ",",
		    b->list[i].in.party, b->list[i].recorded);
		first = false;
	}
	buf_text(text, "}}\n");
	return doc_replace_view(
	    b->dir, CURSOR_NAME, CURSOR_VERSION, buf_as_span(text), e);
}

int
boxes_save_views(struct boxes *b, struct err *e)
{
	struct buf text = { 0 };
	bool aside = false;
	int status = 0;
	size_t i;

	buf_init(&text, VIEW_MAX);
	for (i = 0; i < b->n && status != -1; i++) {
		if (b->list[i].changed)
			status = save_view(b, &b->list[i], &text, e);
		aside |= status == 1;
	}
	if (status != -1)
		status = save_cursor(b, &text, e);
	buf_done(&text);
	return status == 0 && aside ? 1 : status;
}

static int
read_snapshot_line(struct boxes *b, struct span line, struct err *e)
{
	struct inbox in;
	struct json j;
	struct box *box;

	if (json_scan(line.s, line.len, &j, e) != 0 ||
	    inbox_parse(&j, &in, e) != 0)
		return -1;

	box = boxes_get(b, span_of(in.party));
	if (box == NULL || box->loaded) {
		inbox_done(&in);
		return err_set(e, STATUS_IO, "a party twice");
	}
	box->in = in;
	box->loaded = true;
	box->changed = true;
	return 0;
}

/* Its lines one by one; the first is the head, which says how many follow. */
static int
read_snapshot(struct boxes *b, const struct buf *text, struct err *e)
{
	const char *at_byte = text->s;
	const char *end = text->s + text->len;
	const char *stop;
	int64_t want = -1, n = 0;
	struct cursor at = { 0 };
	struct span line;
	struct json j;

	for (; at_byte < end; at_byte = stop + 1, n++) {
		stop = memchr(at_byte, '\n', (size_t)(end - at_byte));
		if (stop == NULL)
			break;
		line.s = at_byte;
		line.len = (size_t)(stop - at_byte);
		if (n > 0 && read_snapshot_line(b, line, e) != 0)
			return -1;
		if (n == 0 &&
		    (json_scan(line.s, line.len, &j, e) != 0 ||
			read_head(&j, &at, e) != 0 ||
			read_int(&j, "n", &want, e) != 0))
			return -1;
	}
	if (n != want + 1)
		return err_set(e, STATUS_IO, "lines are missing");
	if (strcmp(at.store, b->at.store) != 0)
		return err_set(e, STATUS_IO, "it is of another journal");
	b->at.seq = at.seq;
	return 0;
}

static int
load_snapshot(struct boxes *b, const char *name, struct err *e)
{
	struct buf text = { 0 };
	struct err why = { 0 };
	int status;

	buf_init(&text, SNAPSHOT_MAX);
	status = file_read(b->dir, name, SNAPSHOT_MAX, &text, e);
	if (status == 0 && read_snapshot(b, &text, &why) != 0)
		status = err_set(
		    e, STATUS_IO, "cannot read 'inbox/%s': %s", name, why.text);
	buf_done(&text);
	return status == 0 ? 0 : -1;
}

int
boxes_load_snapshot(struct boxes *b, struct err *e)
{
	char **names;
	size_t n;
	int status = 0;

	if (dir_names(b->dir, "snapshot-", ".jsonl", &names, &n, e) != 0)
		return -1;
	if (n > 0)
		status = load_snapshot(b, names[n - 1], e);
	free(names);
	return status;
}

static void
print_snapshot(struct boxes *b, struct buf *text)
{
	size_t i, n = 0;

	for (i = 0; i < b->n; i++)
		n += b->list[i].loaded;
	print_head(&b->at, text);
	json_member_int(text, "n", (int64_t)n);
	buf_text(text, "}\n");
	for (i = 0; i < b->n; i++) {
		if (!b->list[i].loaded)
			continue;
		inbox_print(&b->list[i].in, text);
		buf_byte(text, '\n');
	}
}

/* The newer one is durable before an older one goes. */
static int
drop_older(struct boxes *b, const char *newest, struct err *e)
{
	char **names;
	size_t i, n;
	int status = 0;

	if (dir_names(b->dir, "snapshot-", ".jsonl", &names, &n, e) != 0)
		return -1;
	for (i = 0; i < n && status == 0; i++) {
		if (strcmp(names[i], newest) != 0 &&
		    file_remove(b->dir, names[i], e) < 0)
			status = -1;
	}
	free(names);
	return status;
}

int
boxes_save_snapshot(struct boxes *b, struct err *e)
{
	char name[64];
	struct buf text = { 0 };
	int status;

	(void)snprintf(
	    name, sizeof(name), "snapshot-%020" PRId64 ".jsonl", b->at.seq);
	buf_init(&text, SNAPSHOT_MAX);
	print_snapshot(b, &text);
	if (text.full)
		status = err_set(e, STATUS_IO, "the inboxes are too large");
	else
		/* committed */
		status =
		    file_replace(b->dir, name, buf_as_span(&text), true, e);
	buf_done(&text);
	return status == 0 ? drop_older(b, name, e) : -1;
}
