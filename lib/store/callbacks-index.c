/* callbacks-index - the view that says which event is due */

#include "store/callbacks-index.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "store/callbacks-inside.h"

#define SOURCE_LEN 32

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
	good = callbacks_index_read(c);
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
		callbacks_index_rewrite(c);
	for (i = before; good && i < n; i++)
		callbacks_index_write(c, i);
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
	callbacks_index_write(c, i);
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
	callbacks_index_write(c, at);
}
