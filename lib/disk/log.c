#include "disk/log.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/json.h"
#include "base/pool.h"
#include "disk/dir.h"
#include "disk/file.h"
#include "disk/log-segment.h"

#define ID_NAME "id.json"
#define ID_TEXT_MAX 256
/* One batch: what the largest read of a pipe can turn into, many times. */
#define BATCH_MAX ((size_t)1024 * 1024 * 1024)

static int
id_make(int dir, struct err *e)
{
	unsigned char random[16];
	char text[ID_TEXT_MAX];
	char store[33];
	size_t i;

	if (getrandom(random, sizeof(random), 0) != sizeof(random))
		return err_sys(e, "cannot make an id");

	for (i = 0; i < sizeof(random); i++)
		(void)snprintf(store + 2 * i, 3, "%02x", random[i]);
	(void)snprintf(text, sizeof(text),
	    "{\"version\":1,\"store\":\"%s\",\"epoch\":1}\n", store);
	return file_create(dir, ID_NAME, span_of(text), e) == -1 ? -1 : 0;
}

/*
 * Unlike a document, an unreadable id stays where it is: a fresh one would
 * silently make every cursor one of another store.
 */
static int
id_parse(struct log *l, const struct buf *text, struct err *e)
{
	struct pool pool = { 0 };
	struct json member;
	struct span store;
	struct json j;
	int64_t n;
	int r;

	r = json_scan(text->s, text->len, &j, e);
	member = json_get(&j, "version");
	if (r == 0)
		r = json_int(&member, "version", 1, 1, &n, e);
	member = json_get(&j, "epoch");
	if (r == 0)
		r = json_int(&member, "epoch", 1, JSON_INT_MAX, &l->epoch, e);
	member = json_get(&j, "store");
	if (r == 0)
		r = json_text(&member, "store", &pool, &store, e);
	if (r == 0 && (store.len == 0 || store.len >= sizeof(l->store)))
		r = -1;
	if (r == 0) {
		memcpy(l->store, store.s, store.len);
		l->store[store.len] = '\0';
	}
	pool_done(&pool);
	if (r == -1)
		return err_set(e, STATUS_CONFIG,
		    "cannot use '%s/%s': unknown version or damaged", l->name,
		    ID_NAME);
	return 0;
}

static int
id_load(struct log *l, bool make, struct err *e)
{
	struct buf text = { 0 };
	int r;

	r = file_read(l->dir_held - 1, ID_NAME, ID_TEXT_MAX, &text, e);
	if (r == 1 && make) {
		r = id_make(l->dir_held - 1, e);
		if (r == 0)
			r = file_read(
			    l->dir_held - 1, ID_NAME, ID_TEXT_MAX, &text, e);
	}
	if (r == 0)
		r = id_parse(l, &text, e);
	buf_done(&text);
	return r == -1 ? -1 : 0;
}

int
log_attach(struct log *l, struct err *e)
{
	int fd;

	if (l->dir_held == 0) {
		if (faccessat(l->home, l->name, F_OK, 0) == -1 &&
		    errno == ENOENT)
			return 1;

		fd = dir_open(l->home, l->name, e);
		if (fd == -1)
			return -1;
		l->dir_held = fd + 1;
	}
	return l->store[0] == '\0' ? id_load(l, false, e) : 0;
}

int
log_open(struct log *ret, int home, const char *name, bool make, struct err *e)
{
	struct log l = { 0 };
	int fd;
	int r;

	l.home = home;
	(void)snprintf(l.name, sizeof(l.name), "%s", name);
	buf_init(&l.out, BATCH_MAX);
	if (make) {
		fd = dir_make(home, name, e);
		l.dir_held = fd + 1;
		r = fd == -1 ? -1 : id_load(&l, true, e);
	} else {
		r = log_attach(&l, e);
	}
	if (r == -1) {
		log_close(&l);
		return -1;
	}
	*ret = l;
	return 0;
}

static void
let_go(int *held)
{
	if (*held != 0)
		(void)close(*held - 1);
	*held = 0;
}

void
log_close(struct log *l)
{
	let_go(&l->read_held);
	let_go(&l->write_held);
	let_go(&l->dir_held);
	free(l->segments);
	free(l->window);
	buf_done(&l->out);
	*l = (struct log){ 0 };
}

/* The end of the last segment, made durable where `sync`. */
static int
find_end(struct log *l, bool sync, int64_t *ret_next, struct err *e)
{
	struct segment_tail tail = { 0, 1, false };
	int64_t last = l->segments[l->n_segments - 1].first_seq;
	struct stat st = { 0 };
	int fd = segment_open(l, last, O_RDONLY);
	int r = 0;

	if (fd == -1 || fstat(fd, &st) == -1)
		r = err_sys(e, "cannot open a segment of '%s'", l->name);
	if (r == 0)
		r = segment_tail(fd, st.st_size, last, &tail, e);
	if (r == 0 && sync)
		r = file_datasync(fd, l->name, e);
	if (r == 0 && sync && st.st_nlink > 1)
		r = dir_sync(l->dir_held - 1, e);
	if (fd != -1)
		(void)close(fd);
	/* to a reader a line without its newline is not yet there */
	if (r == 0)
		*ret_next = tail.next_seq - tail.unterminated;
	return r;
}

int
log_bounds(struct log *l, int64_t *ret_first, int64_t *ret_next, struct err *e)
{
	int64_t next = 1;

	if (segment_list(l, e) == -1)
		return -1;
	if (l->n_segments > 0 && find_end(l, false, &next, e) == -1)
		return -1;
	*ret_first = l->n_segments == 0 ? 1 : l->segments[0].first_seq;
	*ret_next = next;
	return 0;
}

int
log_sync_all(struct log *l, int64_t *ret_next, struct err *e)
{
	int64_t next = 1;

	if (segment_list(l, e) == -1)
		return -1;
	if (l->n_segments > 0 && find_end(l, true, &next, e) == -1)
		return -1;
	*ret_next = next;
	return 0;
}

int64_t
log_size(const struct log *l)
{
	char name[SEGMENT_NAME_MAX];
	int64_t total = 0;
	struct stat st;
	size_t i;

	for (i = 0; i < l->n_segments; i++) {
		segment_name(name, l->segments[i].first_seq);
		if (fstatat(l->dir_held - 1, name, &st, AT_SYMLINK_NOFOLLOW) ==
		    0)
			total += st.st_size;
	}
	return total;
}

void
log_cursor(const struct log *l, int64_t seq, struct cursor *ret)
{
	memcpy(ret->store, l->store, sizeof(ret->store));
	ret->epoch = l->epoch;
	ret->seq = seq;
}

enum cursor_fault
log_check_cursor(struct log *l, const struct cursor *c, int64_t *ret_lost)
{
	int64_t first;
	int64_t next;

	if (strcmp(c->store, l->store) != 0 || c->epoch != l->epoch)
		return CURSOR_OTHER_STORE;

	/* what cannot be listed now will fail where it is read */
	if (log_bounds(l, &first, &next, NULL) == -1)
		return CURSOR_FINE;

	if (c->seq + 1 < first) {
		*ret_lost = first - c->seq - 1;
		return CURSOR_TOO_OLD;
	}
	return c->seq >= next ? CURSOR_AHEAD : CURSOR_FINE;
}
