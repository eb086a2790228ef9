#include "store/index.h"

#include "base/mem.h"

#define SIZE_MIN 64

uint32_t
index_find(const struct index *ix, uint64_t hash,
    bool (*same)(const void *owner, uint32_t item, const void *key),
    const void *owner, const void *key)
{
	size_t at;

	if (ix->size == 0)
		return INDEX_NONE;

	at = hash & (ix->size - 1);
	while (ix->slots[at].item != 0) {
		if (ix->slots[at].hash == (uint32_t)hash &&
		    same(owner, ix->slots[at].item - 1, key))
			return ix->slots[at].item - 1;
		at = (at + 1) & (ix->size - 1);
	}
	return INDEX_NONE;
}

static void
place(struct index *ix, struct index_slot slot)
{
	size_t at = slot.hash & (ix->size - 1);

	while (ix->slots[at].item != 0)
		at = (at + 1) & (ix->size - 1);
	ix->slots[at] = slot;
}

static void
grow(struct index *ix)
{
	struct index old = *ix;
	size_t i;

	ix->size = old.size == 0 ? SIZE_MIN : old.size * 2;
	ix->slots = mem_new(ix->size * sizeof(*ix->slots));
	for (i = 0; i < old.size; i++) {
		if (old.slots[i].item != 0)
			place(ix, old.slots[i]);
	}
	free(old.slots);
}

void
index_add(struct index *ix, uint64_t hash, uint32_t item)
{
	/* never more than half full */
	if ((ix->n + 1) * 2 > ix->size)
		grow(ix);
	place(ix, (struct index_slot){ item + 1, (uint32_t)hash });
	ix->n++;
}

void
index_reset(struct index *ix)
{
	if (ix->slots != NULL)
		memset(ix->slots, 0, ix->size * sizeof(*ix->slots));
	ix->n = 0;
}

void
index_done(struct index *ix)
{
	free(ix->slots);
	*ix = (struct index){ 0 };
}
