#include "base/json-keys.h"

#include "base/json-parts.h"
#include "base/mem.h"
#include "base/octets.h"

void
json_keys_init(struct json_keys *k)
{
	static const struct pool no_pool;

	/* not `here`: it is larger than most lines */
	k->all = k->here;
	k->n = 0;
	k->cap = JSON_KEYS_HERE;
	k->pool = no_pool;
}

void
json_keys_done(struct json_keys *k)
{
	if (k->all != k->here)
		free(k->all);
	pool_done(&k->pool);
}

void
json_keys_open(const struct json_keys *k, struct json_keys_part *ret)
{
	ret->seen = 0;
	ret->first = k->n;
}

/* Of both ends and the length: what is equal in that is compared. */
static uint64_t
hash(const char *s, size_t len)
{
	char some[8] = { 0 };
	uint64_t a, b = 0;

	if (len >= 8) {
		a = octets_load(s);
		b = octets_load(s + len - 8);
	} else {
		memcpy(some, s, len);
		a = octets_load(some);
	}
	a = (a ^ len) * 0x9e3779b97f4a7c15u;
	b = (b ^ a >> 32) * 0xc2b2ae3d27d4eb4fu;
	return a ^ b ^ b >> 29;
}

static bool
is_same(const struct json_keys_one *a, const struct json_keys_one *b)
{
	return a->hash == b->hash && a->len == b->len &&
	    memcmp(a->s, b->s, a->len) == 0;
}

static int
by_key(const void *a, const void *b)
{
	const struct json_keys_one *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	if (x->len != y->len)
		return x->len < y->len ? -1 : 1;
	return memcmp(x->s, y->s, x->len);
}

static void
grow(struct json_keys *k)
{
	struct json_keys_one *old = k->all;

	if (old != k->here) {
		k->all = mem_grow(old, &k->cap, k->n + 1, sizeof(*old));
		return;
	}
	k->cap = 0;
	k->all =
	    mem_grow(NULL, &k->cap, (size_t)2 * JSON_KEYS_HERE, sizeof(*old));
	memcpy(k->all, old, k->n * sizeof(*old));
}

const struct json_keys_one *
json_keys_add(struct json_keys *k, struct json_keys_part *part, struct span raw,
    bool escaped, size_t at)
{
	struct json_keys_one *one;
	uint64_t bit;
	size_t i;

	if (k->n == k->cap)
		grow(k);
	one = &k->all[k->n];
	if (escaped) {
		char *to = pool_new(&k->pool, raw.len);

		raw.len = json_unescape(to, raw);
		raw.s = to;
	}
	one->s = raw.s;
	one->len = (uint32_t)raw.len;
	one->at = (uint32_t)at;
	one->hash = hash(raw.s, raw.len);
	bit = (uint64_t)1 << (one->hash >> 58);
	if ((part->seen & bit) != 0 &&
	    k->n - part->first < JSON_KEYS_COMPARED) {
		for (i = part->first; i < k->n; i++) {
			if (is_same(&k->all[i], one))
				return one;
		}
	}
	part->seen |= bit;
	k->n++;
	return NULL;
}

const struct json_keys_one *
json_keys_close(struct json_keys *k, const struct json_keys_part *part)
{
	struct json_keys_one *one = k->all + part->first;
	size_t n = k->n - part->first, i;

	k->n = part->first;
	if (n <= JSON_KEYS_COMPARED)
		return NULL;

	qsort(one, n, sizeof(*one), by_key);
	for (i = 1; i < n; i++) {
		if (is_same(&one[i - 1], &one[i]))
			return one[i].at > one[i - 1].at ? &one[i] :
							   &one[i - 1];
	}
	return NULL;
}
