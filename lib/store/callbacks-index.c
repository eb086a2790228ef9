/* callbacks-index - the view that says which event is due */

#include "store/callbacks-index.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/mem.h"
#include "disk/file.h"
#include "store/callbacks-inside.h"

#define NAME "index"
#define TEMP ".index" FILE_TEMP
#define VERSION 1
/* 72 MB: more is no index of ours */
#define ROWS_MAX 1000000
#define SOURCE_LEN 32

struct head {
	uint32_t crc;
	uint32_t version;
	char magic[24];
	/* of the folder of events: a copied tree has another */
	uint64_t device;
	uint64_t inode;
	int64_t claimed;
	int64_t spare[2];
};

static const char magic[24] = "sergeant callback index";

_Static_assert(sizeof(struct head) == sizeof(struct callbacks_row),
    "a head takes the place of a row");

static uint32_t
crc_of(const void *row)
{
	const char *s = row;

	return hash_crc32c(
	    0, s + sizeof(uint32_t), sizeof(struct head) - sizeof(uint32_t));
}

void
callbacks_index_done(struct callbacks_index *x)
{
	if (x->held != 0)
		(void)close(x->held - 1);
	free(x->rows);
	*x = (struct callbacks_index){ 0 };
}

/* Of this tree; no generation is claimed. */
static struct head
head_of(const struct callbacks_index *x)
{
	struct head h = {
		.version = VERSION, .device = x->device, .inode = x->inode
	};

	(void)memcpy(h.magic, magic, sizeof(magic));
	h.crc = crc_of(&h);
	return h;
}

static bool
read_head(const struct callbacks *c, struct head *ret)
{
	const struct callbacks_index *x = &c->index;

	return x->held != 0 &&
	    pread(x->held - 1, ret, sizeof(*ret), 0) == sizeof(*ret) &&
	    ret->crc == crc_of(ret) && ret->version == VERSION &&
	    memcmp(ret->magic, magic, sizeof(magic)) == 0 &&
	    ret->device == x->device && ret->inode == x->inode;
}

static int
open_index(const struct callbacks *c)
{
	struct stat st;
	int fd = openat(callbacks_dir(c), NAME,
	    O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

	if (fd == -1)
		return -1;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
	    st.st_uid == geteuid() && (st.st_mode & 07777) == 0600)
		return fd;
	(void)close(fd);
	return -1;
}

static bool
row_is_good(const struct callbacks_row *r, uint32_t after)
{
	return r->crc == crc_of(r) && r->generation > after &&
	    r->generation <= CALLBACK_GENERATION_MAX &&
	    r->status <= CALLBACK_REJECTED;
}

/* All rows up to the first that is none; false where there is no index. */
static bool
read_rows(struct callbacks *c)
{
	struct callbacks_index *x = &c->index;
	struct head h;
	struct stat st;
	size_t size = sizeof(*x->rows);
	size_t n;
	ssize_t got;
	int fd = open_index(c);

	x->n = 0;
	x->held = fd + 1;
	if (fstat(callbacks_events(c), &st) == 0) {
		x->device = st.st_dev;
		x->inode = st.st_ino;
	}
	if (!read_head(c, &h) || fstat(fd, &st) == -1 ||
	    (uint64_t)st.st_size > (uint64_t)size * ROWS_MAX)
		return false;
	n = (size_t)st.st_size / size;
	x->rows = mem_grow(x->rows, &x->cap, n, size);
	got = pread(fd, x->rows, (n - 1) * size, (off_t)size);
	if (got < 0)
		return false;
	while (x->n < (size_t)got / size &&
	    row_is_good(
		&x->rows[x->n], x->n == 0 ? 0 : x->rows[x->n - 1].generation))
		x->n++;
	/* what comes after a bad one would be out of place */
	return x->n == n - 1;
}

/* Where the folder is full, or the disk: then there is none, and no harm. */
static void
rewrite(struct callbacks *c)
{
	struct callbacks_index *x = &c->index;
	struct head h = head_of(x);
	int dir = callbacks_dir(c);
	int fd;

	if (x->held != 0)
		(void)close(x->held - 1);
	x->held = 0;
	(void)unlinkat(dir, TEMP, 0);
	fd = openat(dir, TEMP,
	    O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd == -1)
		return;
	if (fchmod(fd, 0600) == 0 &&
	    file_write_all(fd, (const char *)&h, sizeof(h), NAME, NULL) == 0 &&
	    (x->n == 0 ||
		file_write_all(fd, (const char *)x->rows,
		    x->n * sizeof(*x->rows), NAME, NULL) == 0) &&
	    renameat(dir, TEMP, dir, NAME) == 0) {
		x->held = fd + 1;
		return;
	}
	(void)unlinkat(dir, TEMP, 0);
	(void)close(fd);
}

/* ---- rows ---- */

static void
row_stat(const struct callbacks *c, int64_t generation, struct stat *ret)
{
	char path[CALLBACKS_NAME_MAX + 16];
	char name[CALLBACKS_NAME_MAX];

	callbacks_name(name, generation);
	(void)snprintf(path, sizeof(path), "%s/state.json", name);
	*ret = (struct stat){ 0 };
	(void)fstatat(callbacks_events(c), path, ret, AT_SYMLINK_NOFOLLOW);
}

static int64_t
changed_of(const struct stat *st)
{
	return (int64_t)st->st_ctim.tv_sec * 1000000000 + st->st_ctim.tv_nsec;
}

static unsigned
digit(char c)
{
	return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'a' + 10);
}

static void
source_bytes(unsigned char ret[SOURCE_LEN], const char *hash)
{
	size_t i;

	for (i = 0; i < SOURCE_LEN; i++)
		ret[i] = (unsigned char)(digit(hash[2 * i]) << 4 |
		    digit(hash[2 * i + 1]));
}

/* As it is on disk: stat before read, so that a change between is seen. */
static void
fill_row(const struct callbacks *c, struct callbacks_row *r)
{
	struct callback_item it = { 0 };
	struct stat st;

	row_stat(c, r->generation, &st);
	r->inode = st.st_ino;
	r->changed_ns = changed_of(&st);
	r->status = 0;
	if (callbacks_item(c, r->generation, &it, NULL) == 0) {
		source_bytes(r->source, it.event.source_hash.s);
		r->status = it.state.status;
		r->next_attempt_s = it.state.next_attempt_s;
	}
	callback_item_done(&it);
	r->crc = crc_of(r);
}

static size_t
place_of(const struct callbacks_index *x, int64_t generation)
{
	size_t low = 0;
	size_t high = x->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (x->rows[mid].generation < generation)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static void
write_row(struct callbacks *c, size_t i)
{
	size_t size = sizeof(*c->index.rows);

	if (c->index.held != 0)
		(void)!pwrite(c->index.held - 1, &c->index.rows[i], size,
		    (off_t)((i + 1) * size));
}

/* Is every event a row?  The sequence tells, but for the last one's maker. */
static bool
is_complete(const struct callbacks *c)
{
	const struct callbacks_index *x = &c->index;
	char name[CALLBACKS_NAME_MAX];
	struct stat st;
	int64_t last;

	if (x->n == 0)
		return false;
	last = x->rows[x->n - 1].generation;
	if (callbacks_sequence(c) != last)
		return false;
	callbacks_name(name, last);
	if (fstatat(callbacks_events(c), name, &st, AT_SYMLINK_NOFOLLOW) == -1)
		return false;
	callbacks_name(name, last + 1);
	return fstatat(callbacks_events(c), name, &st, AT_SYMLINK_NOFOLLOW) ==
	    -1;
}

/* Rows for just these generations; those there are stay as they are. */
static void
merge(struct callbacks *c, const int64_t *list, size_t n)
{
	struct callbacks_index old = c->index;
	struct callbacks_index x = {
		.held = old.held, .device = old.device, .inode = old.inode
	};
	size_t i;

	x.rows = mem_grow(NULL, &x.cap, n, sizeof(*x.rows));
	for (i = 0; i < n; i++) {
		size_t at = place_of(&old, list[i]);
		struct callbacks_row *r = &x.rows[x.n++];

		if (at < old.n && old.rows[at].generation == list[i]) {
			*r = old.rows[at];
			continue;
		}
		*r = (struct callbacks_row){ .generation = (uint32_t)list[i] };
		fill_row(c, r);
	}
	free(old.rows);
	c->index = x;
}

int
callbacks_index_load(struct callbacks *c, struct err *e)
{
	int64_t *list;
	size_t before;
	size_t i;
	size_t n;
	bool good;

	callbacks_index_done(&c->index);
	good = read_rows(c);
	if (good && is_complete(c))
		return 0;
	if (callbacks_generations(c, &list, &n, e) == -1)
		return -1;
	before = c->index.n;
	for (i = 0; i < before && i < n; i++) {
		if (c->index.rows[i].generation != list[i])
			good = false;
	}
	good = good && before <= n;
	merge(c, list, n);
	free(list);
	if (!good)
		rewrite(c);
	for (i = before; good && i < n; i++)
		write_row(c, i);
	return 0;
}

size_t
callbacks_index_after(const struct callbacks *c, int64_t generation)
{
	return place_of(&c->index, generation + 1);
}

int64_t
callbacks_index_find(const struct callbacks *c, const char *hash)
{
	unsigned char want[SOURCE_LEN];
	size_t i;

	source_bytes(want, hash);
	for (i = 0; i < c->index.n; i++) {
		if (memcmp(c->index.rows[i].source, want, SOURCE_LEN) == 0)
			return c->index.rows[i].generation;
	}
	return 0;
}

bool
callbacks_index_is_fresh(const struct callbacks *c, size_t i)
{
	const struct callbacks_row *r = &c->index.rows[i];
	struct stat st;

	row_stat(c, r->generation, &st);
	return r->status != 0 && r->inode == st.st_ino &&
	    r->changed_ns == changed_of(&st);
}

void
callbacks_index_refresh(struct callbacks *c, size_t i)
{
	if (callbacks_index_is_fresh(c, i))
		return;
	fill_row(c, &c->index.rows[i]);
	write_row(c, i);
}

void
callbacks_index_put(struct callbacks *c, int64_t generation, const char *source,
    const struct callback_state *s)
{
	struct callbacks_index *x = &c->index;
	size_t at = place_of(x, generation);
	struct callbacks_row *r;
	struct stat st;

	if (at == x->n) {
		x->rows = mem_grow(x->rows, &x->cap, x->n + 1, sizeof(*r));
		x->rows[x->n++] =
		    (struct callbacks_row){ .generation =
						(uint32_t)generation };
	}
	r = &x->rows[at];
	if (r->generation != generation)
		return;
	if (source != NULL)
		source_bytes(r->source, source);
	row_stat(c, generation, &st);
	r->inode = st.st_ino;
	r->changed_ns = changed_of(&st);
	r->status = s->status;
	r->next_attempt_s = s->next_attempt_s;
	r->crc = crc_of(r);
	write_row(c, at);
}

int64_t
callbacks_index_claimed(const struct callbacks *c)
{
	struct head h;

	return read_head(c, &h) ? h.claimed : 0;
}

void
callbacks_index_set_claimed(struct callbacks *c, int64_t generation)
{
	struct head h = head_of(&c->index);

	h.claimed = generation;
	h.crc = crc_of(&h);
	if (c->index.held != 0)
		(void)!pwrite(c->index.held - 1, &h, sizeof(h), 0);
}
