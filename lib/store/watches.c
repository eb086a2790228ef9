#include "store/watches.h"

#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/mem.h"
#include "disk/dir.h"
#include "disk/doc.h"
#include "disk/file.h"

#define SUFFIX ".json"
#define NAME_LEN_MAX 64

static void
add_bad(struct watches *ws, const char *name, const struct err *why)
{
	struct watches_bad *b;

	ws->bad =
	    mem_grow(ws->bad, &ws->cap_bad, ws->n_bad + 1, sizeof(*ws->bad));
	b = &ws->bad[ws->n_bad++];
	b->name = pool_copy(&ws->pool, span_of(name));
	b->err = *why;
}

static int
read_version(const struct json *j, struct err *e)
{
	struct json version = json_get(j, "version");
	int64_t n;

	if (json_int(&version, "version", 1, WATCH_VERSION, &n, NULL) == -1)
		return err_set(e, STATUS_DATA, "its version is unknown");
	return 0;
}

/*
 * A line's end in a document that somebody wrote by hand would break the lines
 * that its parts are spliced into; outside of texts it is white space.
 */
static void
to_one_line(char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		if (text[i] == '\n' || text[i] == '\r')
			text[i] = ' ';
	}
}

/* The document's text into a watch, which is named like its file. */
static int
parse(const struct buf *text, const char *name, struct pool *p,
    struct watch *ret, struct err *e)
{
	char *copy = pool_new(p, text->len + 1);
	struct json j;

	if (text->len > 0)
		memcpy(copy, text->s, text->len);
	if (json_scan(copy, text->len, &j, e) == -1)
		return -1;
	to_one_line(copy, text->len);
	if (read_version(&j, e) == -1 || watch_parse(&j, p, ret, e) == -1)
		return -1;

	if (strlen(name) != ret->id.len + sizeof(SUFFIX) - 1 ||
	    memcmp(name, ret->id.s, ret->id.len) != 0)
		return err_set(e, STATUS_DATA, "its id is '%.*s'",
		    (int)ret->id.len, ret->id.s);
	return 0;
}

/* 1: not there (any more).  -1: e->status 78 where it is damaged. */
static int
load_one(int dir, const char *name, struct buf *text, struct pool *p,
    struct watch *ret, struct err *e)
{
	struct err why = { 0 };
	int r = file_read(dir, name, DOC_MAX, text, &why);

	if (r == 1)
		return 1;
	if (r == -1 && why.status != STATUS_DATA)
		return err_set(e, why.status, "%s", why.text);
	if (r == 0)
		r = parse(text, name, p, ret, &why);
	if (r == -1)
		return err_set(e, STATUS_CONFIG, "%s", why.text);
	return 0;
}

/*
 * What load_one refused is reported, and first moved aside where that may be.
 */
static void
report(struct watches *ws, int dir, bool set_aside, const char *name,
    const struct err *why)
{
	struct err e = *why;

	if (why->status == STATUS_CONFIG && set_aside)
		(void)doc_set_aside(dir, name, why->text, &e);
	else if (why->status == STATUS_CONFIG)
		(void)err_set(
		    &e, STATUS_CONFIG, "cannot use '%s': %s", name, why->text);
	add_bad(ws, name, &e);
}

static void
put(struct watches *ws, size_t i)
{
	size_t at = hash_table(ws->list[i].id) & (ws->table_size - 1);

	while (ws->table[at] != 0)
		at = (at + 1) & (ws->table_size - 1);
	ws->table[at] = i + 1;
}

static void
make_table(struct watches *ws)
{
	size_t i;

	ws->table_size = 16;
	while (ws->table_size < ws->n * 2)
		ws->table_size *= 2;
	ws->table = mem_new(ws->table_size * sizeof(*ws->table));
	for (i = 0; i < ws->n; i++)
		put(ws, i);
}

static int
load_from(int dir, bool set_aside, struct watches *ws, struct err *e)
{
	struct buf text = { 0 };
	char **names;
	size_t n, i;

	if (dir_names(dir, "", SUFFIX, &names, &n, e) == -1)
		return -1;

	for (i = 0; i < n; i++) {
		struct watch w = { 0 };
		struct err why = { 0 };
		int r = load_one(dir, names[i], &text, &ws->pool, &w, &why);

		if (r == -1)
			report(ws, dir, set_aside, names[i], &why);
		if (r != 0)
			continue;
		ws->list =
		    mem_grow(ws->list, &ws->cap, ws->n + 1, sizeof(*ws->list));
		ws->list[ws->n++] = w;
	}
	free(names);
	buf_done(&text);
	make_table(ws);
	return 0;
}

/* locked: damaged documents, and what the dead left, are put out of the way. */
static int
load(const struct home *h, bool locked, struct watches *ret, struct err *e)
{
	struct watches ws = { 0 };
	int dir = home_dir(h, "watches", e);
	int r;

	if (dir == -1)
		return -1;

	/* who holds the lock is the only one who may have a temporary file */
	if (locked)
		(void)dir_sweep(dir, INT64_MAX, NULL);
	r = load_from(dir, locked, &ws, e);
	(void)close(dir);
	if (r == -1)
		return -1;
	*ret = ws;
	return 0;
}

int
watches_load(const struct home *h, struct watches *ret, struct err *e)
{
	return load(h, false, ret, e);
}

struct watch *
watches_find(const struct watches *ws, struct span id)
{
	size_t at;

	if (ws->table_size == 0 || id.s == NULL)
		return NULL;

	at = hash_table(id) & (ws->table_size - 1);
	while (ws->table[at] != 0) {
		struct watch *w = &ws->list[ws->table[at] - 1];

		if (span_equal(w->id, id))
			return w;
		at = (at + 1) & (ws->table_size - 1);
	}
	return NULL;
}

void
watches_done(struct watches *ws)
{
	free(ws->list);
	free(ws->bad);
	free(ws->table);
	pool_done(&ws->pool);
	memset(ws, 0, sizeof(*ws));
}

int
watches_begin(
    const struct home *h, struct lock *l, struct watches *ret, struct err *e)
{
	if (lock_take(l, h->workspace, "watches", LOCK_WAIT_MS, e) == -1)
		return -1;
	if (load(h, true, ret, e) == -1) {
		lock_drop(l);
		return -1;
	}
	return 0;
}

/* What could not be read again is never written. */
static int
check_text(const struct buf *text, size_t begin, struct err *e)
{
	struct span s = { text->s + begin, text->len - begin };
	struct pool p = { 0 };
	struct watch w;
	struct json j;
	int r = json_scan(s.s, s.len, &j, e);

	if (r == 0)
		r = watch_parse(&j, &p, &w, e);
	pool_done(&p);
	return r;
}

/* The documents' texts, one after the other in text; their ends in ends. */
static int
print_all(const struct watches_change *c, size_t n, struct buf *text,
    size_t *ends, struct err *e)
{
	size_t i;

	for (i = 0; i < n; i++) {
		size_t begin = text->len;

		if (c[i].save != NULL) {
			watch_print(c[i].save, text);
			buf_byte(text, '\n');
		}
		ends[i] = text->len;
		if (text->full || text->len - begin > DOC_MAX)
			return err_set(e, STATUS_DATA,
			    "cannot save watch '%.*s': it is too large",
			    (int)c[i].id.len, c[i].id.s);
		if (c[i].save != NULL && check_text(text, begin, e) == -1)
			return -1;
	}
	return 0;
}

int
watches_commit(const struct home *h, const struct watches_change *c, size_t n,
    struct err *e)
{
	struct doc_change *docs = mem_new(n * sizeof(*docs));
	char(*names)[NAME_LEN_MAX] = mem_new(n * sizeof(*names));
	size_t *ends = mem_new(n * sizeof(*ends));
	struct buf text = { 0 };
	int dir = home_dir(h, "watches", e);
	int r = dir == -1 ? -1 : 0;
	size_t i;

	buf_init(&text, (size_t)1 << 30);
	if (r == 0)
		r = print_all(c, n, &text, ends, e);
	for (i = 0; i < n && r == 0; i++) {
		size_t begin = i == 0 ? 0 : ends[i - 1];

		(void)snprintf(names[i], NAME_LEN_MAX, "%.*s" SUFFIX,
		    (int)c[i].id.len, c[i].id.s);
		docs[i].name = names[i];
		if (c[i].save == NULL)
			continue;
		docs[i].text.s = text.s + begin;
		docs[i].text.len = ends[i] - begin;
	}
	/* committed */
	if (r == 0)
		r = doc_commit(dir, docs, n, e);
	if (dir != -1)
		(void)close(dir);
	buf_done(&text);
	free(ends);
	free(names);
	free(docs);
	return r;
}
