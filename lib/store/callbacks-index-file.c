/* callbacks-index-file - the rows of the view as they are in its file */

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "disk/file.h"
#include "store/callbacks-index.h"
#include "store/callbacks-inside.h"

#define NAME "index"
#define TEMP ".index" FILE_TEMP
#define VERSION 1
/* 72 MB: more is no index of ours */
#define ROWS_MAX 1000000

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

bool
callbacks_index_read(struct callbacks *c)
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
void
callbacks_index_rewrite(struct callbacks *c)
{
	struct callbacks_index *x = &c->index;
	struct head h = head_of(x);
	int dir = callbacks_dir(c);
	size_t i;
	int fd;

	for (i = 0; i < x->n; i++)
		x->rows[i].crc = crc_of(&x->rows[i]);
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

void
callbacks_index_write(struct callbacks *c, size_t i)
{
	struct callbacks_row *r = &c->index.rows[i];
	size_t size = sizeof(*r);

	r->crc = crc_of(r);
	if (c->index.held != 0)
		(void)!pwrite(
		    c->index.held - 1, r, size, (off_t)((i + 1) * size));
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
