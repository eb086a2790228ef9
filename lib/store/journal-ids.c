#include "store/journal-ids.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/boot.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/text.h"
#include "disk/file.h"

#define MAGIC "sgtids2"
#define SIZE_MIN 4096
#define SIZE_MAX_SLOTS ((int64_t)1 << 28)

static uint32_t
header_crc(const struct ids_header *h)
{
	return hash_crc32c(0, h, offsetof(struct ids_header, crc));
}

static struct ids_slot *
slots_of(const struct ids *ids)
{
	char *base = ids->image != NULL ? ids->image : ids->map;

	return (void *)(base + sizeof(struct ids_header));
}

static void
unmap(struct ids *ids)
{
	if (ids->map != NULL)
		(void)munmap(ids->map, ids->len);
	if (ids->held != 0)
		(void)close(ids->held - 1);
	ids->map = NULL;
	ids->held = 0;
}

void
ids_close(struct ids *ids)
{
	unmap(ids);
	free(ids->image);
	*ids = (struct ids){ 0 };
}

static size_t
len_of(int64_t size)
{
	return sizeof(struct ids_header) +
	    (size_t)size * sizeof(struct ids_slot);
}

static bool
is_ours(const struct ids_header *found, const struct ids_header *want,
    int64_t last, const struct stat *st)
{
	return memcmp(found->magic, MAGIC, sizeof(found->magic)) == 0 &&
	    found->crc == header_crc(found) && found->boot[0] != '\0' &&
	    memcmp(found->boot, want->boot, sizeof(found->boot)) == 0 &&
	    memcmp(found->store, want->store, sizeof(found->store)) == 0 &&
	    found->epoch == want->epoch && found->seq <= last &&
	    found->size >= SIZE_MIN && found->size <= SIZE_MAX_SLOTS &&
	    (found->size & (found->size - 1)) == 0 &&
	    (off_t)len_of(found->size) == st->st_size &&
	    found->dev == want->dev;
}

/* Map the file if it is to be believed. */
static bool
map_file(struct ids *ids, const struct ids_header *want, int64_t last)
{
	int fd = openat(ids->dir, IDS_NAME, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
	struct ids_header found;
	struct stat st;
	void *map;

	if (fd == -1)
		return false;
	if (fstat(fd, &st) == -1 ||
	    pread(fd, &found, sizeof(found), 0) != sizeof(found) ||
	    !is_ours(&found, want, last, &st)) {
		(void)close(fd);
		return false;
	}
	map = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED,
	    fd, 0);
	if (map == MAP_FAILED) {
		(void)close(fd);
		return false;
	}
	ids->held = fd + 1;
	ids->map = map;
	ids->len = (size_t)st.st_size;
	ids->header = found;
	return true;
}

/* Still the file of that name, and what others added to it taken in? */
static bool
is_current(struct ids *ids, const struct ids_header *want, int64_t last)
{
	struct stat st;

	if (ids->map == NULL || fstat(ids->held - 1, &st) == -1 ||
	    st.st_nlink == 0)
		return false;
	memcpy(&ids->header, ids->map, sizeof(ids->header));
	return is_ours(&ids->header, want, last, &st);
}

static void
start_image(struct ids *ids, const struct ids_header *like, int64_t size)
{
	ids->image = mem_new(len_of(size));
	ids->len = len_of(size);
	ids->header = *like;
	ids->header.size = size;
	ids->header.used = 0;
}

int
ids_refresh(struct ids *ids, int dir, const char *store, int64_t epoch,
    int64_t last, struct err *e)
{
	struct ids_header want = { .magic = MAGIC, .epoch = epoch };
	struct stat st;

	if (ids->map != NULL) {
		memcpy(want.boot, ids->header.boot, sizeof(want.boot));
		want.dev = ids->header.dev;
	} else {
		boot_id(want.boot);
		if (fstat(dir, &st) == -1)
			return err_sys(e, "cannot stat 'journal'");
		/* the folder's: a file may tell another one, as overlays do */
		want.dev = (uint64_t)st.st_dev;
	}
	(void)snprintf(want.store, sizeof(want.store), "%s", store);
	ids->dir = dir;
	/* an image that could not be saved is thrown away */
	free(ids->image);
	ids->image = NULL;
	if (is_current(ids, &want, last))
		return 0;
	unmap(ids);
	if (!map_file(ids, &want, last))
		start_image(ids, &want, SIZE_MIN);
	return 0;
}

int64_t
ids_find(const struct ids *ids, uint64_t hash, size_t n)
{
	const struct ids_slot *slots = slots_of(ids);
	uint64_t mask = (uint64_t)ids->header.size - 1;
	uint64_t i;

	if (hash == 0)
		hash = 1;
	for (i = hash & mask; slots[i].hash != 0; i = (i + 1) & mask) {
		/* without a seq: its writer died in the middle of it */
		if (slots[i].hash == hash && slots[i].seq != 0 && n-- == 0)
			return slots[i].seq;
	}
	return 0;
}

static void
add(struct ids *ids, const struct ids_slot *slot)
{
	struct ids_slot *slots = slots_of(ids);
	uint64_t mask = (uint64_t)ids->header.size - 1;
	uint64_t i;

	/* counted even if it is there: a table is never fuller than it says */
	ids->header.used++;
	for (i = slot->hash & mask; slots[i].hash != 0; i = (i + 1) & mask) {
		/* a predecessor died before it wrote the header */
		if (slots[i].hash == slot->hash && slots[i].seq == slot->seq)
			return;
	}
	slots[i] = *slot;
}

/* Into memory, with room, without what retention took. */
static void
grow(struct ids *ids)
{
	struct ids old = *ids;
	const struct ids_slot *slots = slots_of(&old);
	int64_t size = SIZE_MIN;
	int64_t live = 0;
	int64_t i;

	for (i = 0; i < old.header.size; i++)
		live += slots[i].hash != 0 && slots[i].seq >= ids->first_seq;
	while (size < 4 * live)
		size *= 2;

	ids->map = NULL;
	ids->held = 0;
	start_image(ids, &old.header, size);
	for (i = 0; i < old.header.size; i++) {
		if (slots[i].hash != 0 && slots[i].seq >= ids->first_seq)
			add(ids, &slots[i]);
	}
	unmap(&old);
	free(old.image);
}

void
ids_add(struct ids *ids, uint64_t hash, int64_t seq)
{
	struct ids_slot slot = { hash == 0 ? 1 : hash, seq };

	if (2 * (ids->header.used + 1) > ids->header.size)
		grow(ids);
	add(ids, &slot);
}

int
ids_commit(struct ids *ids, int64_t seq, struct err *e)
{
	struct ids_header *h = &ids->header;
	struct span image;

	h->seq = seq;
	h->crc = header_crc(h);
	if (ids->image == NULL) {
		/* whoever is killed here leaves the slots, not this */
		atomic_signal_fence(memory_order_release);
		memcpy(ids->map, h, sizeof(*h));
		return 0;
	}
	memcpy(ids->image, h, sizeof(*h));
	image = (struct span){ ids->image, ids->len };
	return file_replace(ids->dir, IDS_NAME, image, false, e);
}
