#include <errno.h>
#include <fcntl.h>

#include "base/err.h"
#include "base/mem.h"
#include "disk/doc.h"
#include "disk/file.h"
#include "store/schedule-inside.h"

#define NAME "schedule.json"
#define VERSION 1
/* a hundred thousand rows are some 20 MB */
#define FILE_MAX (256UL * 1024 * 1024)

/* A row as others saved it: the newer look wins, and the later hint. */
static void
take_row(struct schedule *s, const struct json *j, struct pool *p)
{
	struct json watch = json_get(j, "watch"), row = json_get(j, "row");
	struct json subject = json_get(j, "subject");
	struct schedule_slot *slot;
	struct span w, t;
	struct row r;

	if (json_text(&watch, "watch", p, &w, NULL) == -1 ||
	    json_text(&subject, "subject", p, &t, NULL) == -1 ||
	    row_parse(&row, p, &r, NULL) == -1)
		return;

	slot = schedule_slot(s, w, t);
	if (!slot->dirty || r.last_ms > slot->row.last_ms) {
		r.way = span_equal(slot->row.way, r.way) ?
		    slot->row.way :
		    pool_copy(&s->texts, r.way);
		slot->row = r;
		slot->began_ms = 0;
	} else if (r.hint_ms > slot->began_ms) {
		if (slot->row.hint_ms < r.hint_ms)
			slot->row.hint_ms = r.hint_ms;
		if (slot->row.next_ms > r.hint_ms)
			slot->row.next_ms = r.hint_ms;
	}
}

static void
take_way(struct schedule *s, const struct json *j, struct pool *p)
{
	struct json way = json_get(j, "way"), error = json_get(j, "error");
	struct json errors = json_get(j, "errors");
	struct json since = json_get(j, "since_ms");
	struct way_state got = { 0 }, *w;
	struct span text;
	bool was;

	if (json_text(&way, "way", p, &got.way, NULL) == -1 ||
	    json_text(&error, "error", p, &text, NULL) == -1 ||
	    json_int(&errors, "errors", 0, JSON_INT_MAX, &got.errors, NULL) ==
		-1 ||
	    json_int(
		&since, "since_ms", 0, JSON_INT_MAX, &got.since_ms, NULL) == -1)
		return;
	was = s->dirty;
	w = schedule_way(s, got.way, true);
	s->dirty = was;
	w->error = error_class_parse(text);
	w->errors = got.errors;
	w->since_ms = got.since_ms;
}

/* Torn, empty, of another boot or version: dropped, everything is due. */
static void
take(struct schedule *s, struct span text, struct pool *p)
{
	struct json j, boot, list, version;
	struct json_item it = { 0 };
	struct span id;
	int64_t n;

	if (json_scan(text.s, text.len, &j, NULL) == -1)
		return;
	version = json_get(&j, "version");
	boot = json_get(&j, "boot");
	if (json_int(&version, "version", VERSION, VERSION, &n, NULL) == -1 ||
	    json_text(&boot, "boot", p, &id, NULL) == -1 ||
	    !span_is(id, s->boot))
		return;

	list = json_get(&j, "rows");
	while (json_each(&list, &it))
		take_row(s, &it.value, p);
	list = json_get(&j, "ways");
	it = (struct json_item){ 0 };
	while (json_each(&list, &it))
		take_way(s, &it.value, p);
}

static bool
same_file(const struct stat *a, const struct stat *b)
{
	return a->st_ino == b->st_ino && a->st_dev == b->st_dev &&
	    a->st_size == b->st_size &&
	    a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
	    a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

int
schedule_refresh(struct schedule *s, const struct home *h, struct err *e)
{
	struct buf text;
	struct pool p = { 0 };
	struct stat st;
	int r;

	if (fstatat(h->workspace, NAME, &st, AT_SYMLINK_NOFOLLOW) == -1) {
		if (errno == ENOENT)
			return 0;
		return err_sys(e, "cannot read '%s'", NAME);
	}
	if (same_file(&st, &s->file))
		return 0;

	buf_init(&text, FILE_MAX);
	r = file_read(h->workspace, NAME, FILE_MAX, &text, e);
	if (r == 0)
		take(s, buf_as_span(&text), &p);
	buf_done(&text);
	pool_done(&p);
	if (r == -1)
		return -1;
	s->file = st;
	return 0;
}

int
schedule_load(const struct home *h, struct schedule **ret, struct err *e)
{
	struct schedule *s = mem_new(sizeof(*s));

	boot_id(s->boot);
	if (schedule_refresh(s, h, e) == -1) {
		schedule_free(s);
		return -1;
	}
	*ret = s;
	return 0;
}

static void
print(const struct schedule *s, bool (*alive)(void *arg, struct span watch),
    void *arg, struct buf *out)
{
	bool first = true;
	size_t i;

	buf_text(out, "{\"version\":1");
	json_member_text(out, "boot", span_of(s->boot));
	buf_text(out, ",\"rows\":[");
	for (i = 0; i < s->n_slots; i++) {
		/* only a member spoke of it: no row yet */
		if (s->slots[i].row.last_ms == 0 &&
		    s->slots[i].row.hint_ms == 0)
			continue;
		if (!alive(arg, s->slots[i].watch))
			continue;
		buf_text(out, first ? "\n{" : ",\n{");
		first = false;
		json_member_text(out, "watch", s->slots[i].watch);
		json_member_text(out, "subject", s->slots[i].subject);
		json_member(out, "row");
		row_print(&s->slots[i].row, out);
		buf_byte(out, '}');
	}
	buf_text(out, "],\"ways\":[");
	for (i = 0; i < s->n_ways; i++) {
		const struct way_state *w = &s->ways[i];

		buf_text(out, i == 0 ? "\n{" : ",\n{");
		json_member_text(out, "way", w->way);
		json_member_text(
		    out, "error", span_of(error_class_name(w->error)));
		json_member_int(out, "errors", w->errors);
		json_member_int(out, "since_ms", w->since_ms);
		buf_byte(out, '}');
	}
	buf_text(out, "]}\n");
}

int
schedule_save(struct schedule *s, const struct home *h,
    bool (*alive)(void *arg, struct span watch), void *arg, struct err *e)
{
	struct buf out;
	size_t i;
	int r;

	if (!s->dirty)
		return 0;
	buf_init(&out, FILE_MAX);
	print(s, alive, arg, &out);
	r = doc_replace_view(h->workspace, NAME, VERSION, buf_as_span(&out), e);
	buf_done(&out);
	if (r == -1)
		return -1;

	for (i = 0; i < s->n_slots; i++)
		s->slots[i].dirty = false;
	s->dirty = false;
	if (fstatat(h->workspace, NAME, &s->file, AT_SYMLINK_NOFOLLOW) == -1)
		return err_sys(e, "cannot read '%s'", NAME);
	/* saved, but what it replaced is to be told of */
	return r == 0 ? 0 : -1;
}
