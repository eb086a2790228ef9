#include "store/retention.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/mem.h"
#include "disk/dir.h"
#include "disk/file.h"
#include "store/inboxes.h"
#include "store/states.h"

#define SNAPSHOT_MAX ((size_t)256 * 1024 * 1024)
#define NAME_BEGIN "evidence/"

/* Names of evidence that unread messages hold, sorted; spans of the text. */
struct names {
	struct buf text;
	struct span *list;
	size_t n;
	size_t cap;
};

static int
by_text(const void *a, const void *b)
{
	return span_compare(*(const struct span *)a, *(const struct span *)b);
}

static void
collect(struct names *names)
{
	const char *s = names->text.s;
	const char *end = s + names->text.len;
	const char *quote;
	size_t skip = sizeof(NAME_BEGIN) - 1;

	while (s != NULL && s < end &&
	    (s = memmem(s, (size_t)(end - s), NAME_BEGIN, skip)) != NULL) {
		s += skip;
		quote = memchr(s, '"', (size_t)(end - s));
		if (quote == NULL)
			break;
		names->list = mem_grow(names->list, &names->cap, names->n + 1,
		    sizeof(*names->list));
		names->list[names->n++] =
		    (struct span){ s, (size_t)(quote - s) };
		s = quote;
	}
	if (names->n > 1)
		qsort(names->list, names->n, sizeof(*names->list), by_text);
}

/* Fold all, and read what the snapshot then says. */
static int
load_names(struct journal *j, const struct inboxes_saving *saving,
    struct names *ret, struct err *e)
{
	char name[64];
	int64_t seq;
	int dir;
	int r;

	if (inboxes_snapshot(
		j->home, saving->policy, saving->now_ms, &seq, e) == -1)
		return -1;
	/* nothing was ever told: no snapshot, no unread message */
	if (seq == 0)
		return 0;

	dir = home_dir(j->home, "inbox", e);
	if (dir == -1)
		return -1;
	(void)snprintf(
	    name, sizeof(name), "snapshot-%020lld.jsonl", (long long)seq);
	buf_init(&ret->text, SNAPSHOT_MAX);
	r = file_read(dir, name, SNAPSHOT_MAX, &ret->text, e);
	(void)close(dir);
	if (r == 1)
		r = err_set(e, STATUS_TEMPORARY,
		    "cannot read 'inbox/%s': another rotation is at work",
		    name);
	if (r == 0)
		collect(ret);
	return r;
}

static bool
is_old(int dir, const char *name, int64_t before_ms)
{
	struct stat st;

	return fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	    (int64_t)st.st_mtim.tv_sec * 1000 < before_ms;
}

static int
unlink_unnamed(int dir, const struct names *names, char **files, size_t n,
    int64_t before_ms, struct err *e)
{
	struct span file;
	size_t i;

	for (i = 0; i < n; i++) {
		file = span_of(files[i]);
		if (!is_old(dir, files[i], before_ms) ||
		    (names->n > 0 &&
			bsearch(&file, names->list, names->n,
			    sizeof(*names->list), by_text) != NULL))
			continue;
		if (unlinkat(dir, files[i], 0) == -1 && errno != ENOENT)
			return err_sys(e, "cannot remove '%s'", files[i]);
	}
	return 0;
}

static bool
any_old(int dir, char **files, size_t n, int64_t before_ms)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (is_old(dir, files[i], before_ms))
			return true;
	}
	return false;
}

/* A lost unlink is harmless: nothing is synced. */
static int
drop_evidence(
    struct journal *j, const struct inboxes_saving *saving, struct err *e)
{
	int64_t before_ms = saving->now_ms - RETENTION_EVIDENCE_MS;
	struct names names = { 0 };
	char **files = NULL;
	size_t n = 0;
	int dir;
	int r;

	dir = home_dir(j->home, "evidence", e);
	if (dir == -1)
		return -1;
	r = dir_sweep(dir, before_ms, e);
	if (r == 0)
		r = dir_names(dir, "", ".json", &files, &n, e);
	if (r == 0 && any_old(dir, files, n, before_ms)) {
		r = load_names(j, saving, &names, e);
		if (r == 0)
			r = unlink_unnamed(dir, &names, files, n, before_ms, e);
	}
	free(files);
	free(names.list);
	buf_done(&names.text);
	(void)close(dir);
	return r;
}

/* The last seq that decide took in. */
static int
decide_cursor(const struct home *h, int64_t *ret, struct err *e)
{
	struct states *s;

	*ret = INT64_MAX - 1;
	if (faccessat(h->workspace, "state", F_OK, 0) == -1 && errno == ENOENT)
		return 0;
	if (states_open(h, false, &s, e) == -1)
		return -1;
	*ret = states_journal_cursor(s);
	states_close(s);
	return 0;
}

static int
sweep(const struct home *h, int64_t before_ms, struct err *e)
{
	static const char *const names[] = { "journal", "inbox", "watches",
		"state" };
	size_t i;
	int dir;
	int r = 0;

	for (i = 0; r == 0 && i < sizeof(names) / sizeof(names[0]); i++) {
		if (faccessat(h->workspace, names[i], F_OK, 0) == -1)
			continue;
		dir = dir_open(h->workspace, names[i], e);
		if (dir == -1)
			return -1;
		r = dir_sweep(dir, before_ms, e);
		(void)close(dir);
	}
	return r;
}

int
retention_run(struct journal *j, int64_t now_ms, struct err *e)
{
	static const struct policy plain;
	struct inboxes_saving saving = { j->home, &plain, now_ms };
	int64_t cursor;

	if (decide_cursor(j->home, &cursor, e) == -1 ||
	    journal_rotate(j, cursor, now_ms, inboxes_save, &saving, e) == -1 ||
	    drop_evidence(j, &saving, e) == -1)
		return -1;
	return sweep(j->home, now_ms - RETENTION_EVIDENCE_MS, e);
}
