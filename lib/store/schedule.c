#include "store/schedule.h"

#include "base/hash.h"
#include "base/mem.h"
#include "store/schedule-inside.h"

struct slot_key {
	struct span watch;
	struct span subject;
};

static bool
same_slot(const void *owner, uint32_t item, const void *key)
{
	const struct schedule *s = owner;
	const struct slot_key *k = key;

	return span_equal(s->slots[item].watch, k->watch) &&
	    span_equal(s->slots[item].subject, k->subject);
}

static uint64_t
hash_slot(const struct slot_key *k)
{
	return hash_table(k->watch) * 31 + hash_table(k->subject);
}

const struct row *
schedule_find(const struct schedule *s, struct span watch, struct span subject)
{
	struct slot_key key = { watch, subject };
	uint32_t at =
	    index_find(&s->index, hash_slot(&key), same_slot, s, &key);

	return at == INDEX_NONE ? NULL : &s->slots[at].row;
}

struct schedule_slot *
schedule_slot(struct schedule *s, struct span watch, struct span subject)
{
	struct slot_key key = { watch, subject };
	uint64_t hash = hash_slot(&key);
	uint32_t at = index_find(&s->index, hash, same_slot, s, &key);

	if (at != INDEX_NONE)
		return &s->slots[at];
	s->slots = mem_grow(
	    s->slots, &s->cap_slots, s->n_slots + 1, sizeof(*s->slots));
	at = (uint32_t)s->n_slots++;
	s->slots[at] = (struct schedule_slot){
		.watch = pool_copy(&s->texts, watch),
		.subject = pool_copy(&s->texts, subject),
	};
	index_add(&s->index, hash, at);
	return &s->slots[at];
}

void
schedule_put(struct schedule *s, struct span watch, struct span subject,
    const struct row *r, int64_t began_ms)
{
	struct schedule_slot *slot = schedule_slot(s, watch, subject);
	struct span way = slot->row.way;
	int64_t hint = slot->row.hint_ms;

	if (!span_equal(way, r->way))
		way = pool_copy(&s->texts, r->way);
	slot->row = *r;
	slot->row.way = way;
	slot->row.hint_ms = hint > began_ms ? hint : 0;
	if (slot->row.hint_ms != 0 && slot->row.next_ms > hint)
		slot->row.next_ms = hint;
	if (slot->member_next_ms != 0 &&
	    slot->row.next_ms > slot->member_next_ms)
		slot->row.next_ms = slot->member_next_ms;
	if (slot->row.hot_until_ms < slot->member_hot_ms)
		slot->row.hot_until_ms = slot->member_hot_ms;
	slot->member_next_ms = 0;
	slot->member_hot_ms = 0;
	slot->began_ms = began_ms;
	slot->dirty = true;
	s->dirty = true;
}

void
schedule_put_member(struct schedule *s, struct span watch,
    struct span collection, const struct row *r)
{
	struct schedule_slot *slot = schedule_slot(s, watch, collection);

	if (slot->member_next_ms == 0 || r->next_ms < slot->member_next_ms)
		slot->member_next_ms = r->next_ms;
	if (slot->member_hot_ms < r->hot_until_ms)
		slot->member_hot_ms = r->hot_until_ms;
}

void
schedule_bring(struct schedule *s, struct span watch, struct span subject,
    const struct row *r)
{
	struct schedule_slot *slot;

	/* without a row it is due anyway */
	if (schedule_find(s, watch, subject) == NULL)
		return;
	slot = schedule_slot(s, watch, subject);
	if (slot->row.next_ms <= r->next_ms &&
	    slot->row.hot_until_ms >= r->hot_until_ms)
		return;
	if (slot->row.next_ms > r->next_ms)
		slot->row.next_ms = r->next_ms;
	if (slot->row.hot_until_ms < r->hot_until_ms)
		slot->row.hot_until_ms = r->hot_until_ms;
	slot->dirty = true;
	s->dirty = true;
}

void
schedule_hint(
    struct schedule *s, struct span watch, struct span subject, int64_t at_ms)
{
	struct schedule_slot *slot = schedule_slot(s, watch, subject);

	if (slot->row.hint_ms < at_ms)
		slot->row.hint_ms = at_ms;
	if (slot->row.next_ms > at_ms)
		slot->row.next_ms = at_ms;
	slot->dirty = true;
	s->dirty = true;
}

struct way_state *
schedule_way(struct schedule *s, struct span way, bool make)
{
	size_t i;

	s->dirty |= make;
	for (i = 0; i < s->n_ways; i++) {
		if (span_equal(s->ways[i].way, way))
			return &s->ways[i];
	}
	if (!make)
		return NULL;
	s->ways =
	    mem_grow(s->ways, &s->cap_ways, s->n_ways + 1, sizeof(*s->ways));
	s->ways[i] = (struct way_state){ .way = pool_copy(&s->texts, way) };
	s->n_ways++;
	return &s->ways[i];
}

void
schedule_each_on_way(const struct schedule *s, struct span way,
    void (*each)(void *arg, struct span watch), void *arg)
{
	size_t i;

	for (i = 0; i < s->n_slots; i++) {
		if (s->slots[i].row.way.s != NULL &&
		    span_equal(s->slots[i].row.way, way))
			each(arg, s->slots[i].watch);
	}
}

bool
schedule_is_dirty(const struct schedule *s)
{
	return s->dirty;
}

void
schedule_free(struct schedule *s)
{
	if (s == NULL)
		return;
	free(s->slots);
	free(s->ways);
	index_done(&s->index);
	pool_done(&s->texts);
	free(s);
}
