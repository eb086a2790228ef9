#include "store/states.h"

#include "base/id.h"
#include "base/mem.h"
#include "store/states-inside.h"

/* some 20 MB of parts as they were read */
#define CACHED_MAX 20000

static int
nibble(char c)
{
	return c <= '9' ? c - '0' : c - 'a' + 10;
}

void
state_id_of(struct span s, struct state_id *ret)
{
	char hex[HASH_HEX_MAX];
	const char *digits = hex;
	size_t i;

	if (id_is(s, "evt_") || id_is(s, "vrd_"))
		digits = s.s + 4;
	else
		hash_sha256_hex(hex, s);
	for (i = 0; i < sizeof(ret->b); i++)
		ret->b[i] = (unsigned char)(nibble(digits[2 * i]) << 4 |
		    nibble(digits[2 * i + 1]));
}

struct span
state_text_span(struct state_text t)
{
	return (struct span){ t.s, t.len };
}

static struct state_text
copy(struct span from)
{
	struct state_text ret = { mem_resize(NULL, from.len + 1, 1), from.len };

	if (from.len > 0)
		memcpy(ret.s, from.s, from.len);
	ret.s[from.len] = '\0';
	return ret;
}

void
states_replace(struct states *s, struct state_text *t, struct span with)
{
	if (t->s != NULL) {
		s->retired = mem_grow(s->retired, &s->cap_retired,
		    s->n_retired + 1, sizeof(*s->retired));
		s->retired[s->n_retired++] = t->s;
	}
	*t = copy(with);
}

void
states_release(struct states *s)
{
	size_t i;

	for (i = 0; i < s->n_retired; i++)
		free(s->retired[i]);
	s->n_retired = 0;
	pool_reset(&s->pool);
	if (s->n_cached > CACHED_MAX) {
		s->n_cached = 0;
		s->generation++;
		pool_reset(&s->cache);
	}
}

static bool
same_own(const void *owner, uint32_t item, const void *key)
{
	const struct states *s = owner;

	return span_equal(
	    state_text_span(s->owns[item].id), *(const struct span *)key);
}

uint32_t
states_find_own(struct states *s, struct span id, bool make)
{
	uint64_t hash = hash_table(id);
	uint32_t at = index_find(&s->own_index, hash, same_own, s, &id);

	if (at != INDEX_NONE || !make)
		return at;

	s->owns =
	    mem_grow(s->owns, &s->cap_owns, s->n_owns + 1, sizeof(*s->owns));
	at = (uint32_t)s->n_owns++;
	s->owns[at] = (struct state_own){ .id = copy(id) };
	index_add(&s->own_index, hash, at);
	return at;
}

struct part_key {
	uint32_t own;
	struct span kind;
	struct span subject;
};

static bool
same_part(const void *owner, uint32_t item, const void *key)
{
	const struct states *s = owner;
	const struct state_part *p = &s->parts[item];
	const struct part_key *k = key;

	return p->own == k->own &&
	    span_equal(state_text_span(p->subject), k->subject) &&
	    span_equal(state_text_span(p->kind), k->kind);
}

/* DESIGN.md 9: sha256 of kind, subject identity, watch id */
static void
name_part(struct states *s, struct state_part *p)
{
	struct buf *b = &s->scratch;

	buf_reset(b);
	buf_span(b, state_text_span(p->kind));
	buf_byte(b, '\n');
	buf_span(b, state_text_span(p->subject));
	buf_byte(b, '\n');
	buf_span(b, state_text_span(s->owns[p->own].id));
	hash_sha256_hex(p->key, buf_as_span(b));
}

uint32_t
states_find_part(struct states *s, struct span watch, struct span kind,
    struct span subject, bool make)
{
	struct part_key key = { states_find_own(s, watch, make), kind,
		subject };
	struct state_part *p;
	uint64_t hash;
	uint32_t at;

	if (key.own == INDEX_NONE)
		return INDEX_NONE;
	hash = hash_table(subject) * 31 + key.own;
	at = index_find(&s->part_index, hash, same_part, s, &key);
	if (at != INDEX_NONE || !make)
		return at;

	s->parts = mem_grow(
	    s->parts, &s->cap_parts, s->n_parts + 1, sizeof(*s->parts));
	at = (uint32_t)s->n_parts++;
	p = &s->parts[at];
	*p = (struct state_part){
		.own = key.own, .kind = copy(kind), .subject = copy(subject)
	};
	name_part(s, p);
	index_add(&s->part_index, hash, at);
	return at;
}

struct seen_key {
	uint32_t own;
	struct state_id id;
};

static bool
same_seen(const void *owner, uint32_t item, const void *key)
{
	const struct states *s = owner;
	const struct seen_key *k = key;

	return s->parts[s->seen[item].part].own == k->own &&
	    memcmp(&s->seen[item].id, &k->id, sizeof(k->id)) == 0;
}

static uint64_t
hash_seen(const struct seen_key *k)
{
	uint64_t ret;

	/* the id is itself a hash */
	memcpy(&ret, k->id.b, sizeof(ret));
	return ret ^ (uint64_t)k->own * 2654435761U;
}

void
states_add_seen(struct states *s, uint32_t part, struct span id)
{
	struct seen_key key = { .own = s->parts[part].own };
	uint64_t hash;

	state_id_of(id, &key.id);
	hash = hash_seen(&key);
	if (index_find(&s->seen_index, hash, same_seen, s, &key) != INDEX_NONE)
		return;

	s->seen =
	    mem_grow(s->seen, &s->cap_seen, s->n_seen + 1, sizeof(*s->seen));
	s->seen[s->n_seen] = (struct state_seen){ key.id, part, s->look };
	index_add(&s->seen_index, hash, (uint32_t)s->n_seen);
	s->n_seen++;
}

struct asker {
	struct states *s;
	uint32_t own;
};

static bool
is_seen(void *arg, struct span id)
{
	const struct asker *a = arg;
	struct states *s = a->s;
	struct seen_key key = { .own = a->own };
	uint32_t at;

	state_id_of(id, &key.id);
	at = index_find(&s->seen_index, hash_seen(&key), same_seen, s, &key);
	if (at == INDEX_NONE)
		return false;
	s->seen[at].shown = s->look;
	return true;
}

/* A part that cannot be read counts as none, and is reported. */
static void
read_own(struct states *s, struct state_own *o)
{
	struct json j = { JSON_OBJECT, o->text.s, o->text.len };
	struct watch_state *w;

	if (o->generation == s->generation && o->parsed != NULL)
		return;
	s->n_cached++;
	w = pool_new(&s->cache, sizeof(*w));
	if (watch_state_parse(&j, &s->cache, w, &s->fault) == -1)
		*w = (struct watch_state){ 0 };
	o->parsed = w;
	o->generation = s->generation;
}

static void
read_part(struct states *s, struct state_part *p)
{
	struct json j = { JSON_OBJECT, p->text.s, p->text.len };
	struct subject_state *t;

	if (p->generation == s->generation && p->parsed != NULL)
		return;
	s->n_cached++;
	t = pool_new(&s->cache, sizeof(*t));
	if (subject_state_parse(&j, &s->cache, t, &s->fault) == -1)
		*t = (struct subject_state){ 0 };
	p->parsed = t;
	p->generation = s->generation;
}

void
states_get(struct states *s, struct span watch, struct span kind,
    struct span subject, struct state *ret)
{
	struct asker *a = pool_new(&s->pool, sizeof(*a));
	uint32_t part = states_find_part(s, watch, kind, subject, false);

	*ret = (struct state){ .seen = is_seen, .seen_arg = a };
	s->look++;
	a->s = s;
	a->own = states_find_own(s, watch, false);
	if (a->own != INDEX_NONE && s->owns[a->own].text.s != NULL) {
		read_own(s, &s->owns[a->own]);
		ret->watch = *s->owns[a->own].parsed;
	}
	if (part != INDEX_NONE && s->parts[part].text.s != NULL) {
		read_part(s, &s->parts[part]);
		ret->subject = *s->parts[part].parsed;
	}
}

bool
states_looked(
    struct states *s, struct span watch, struct span kind, struct span subject)
{
	uint32_t part = states_find_part(s, watch, kind, subject, false);

	if (part == INDEX_NONE || s->parts[part].text.s == NULL)
		return false;
	read_part(s, &s->parts[part]);
	return s->parts[part].parsed->looked;
}

void
states_shown(
    struct states *s, struct span watch, struct span kind, struct span subject)
{
	uint32_t part = states_find_part(s, watch, kind, subject, false);

	if (part != INDEX_NONE)
		s->parts[part].looked = s->look;
}

const struct watch_state *
states_watch(struct states *s, struct span watch)
{
	uint32_t own = states_find_own(s, watch, false);

	if (own == INDEX_NONE || s->owns[own].text.s == NULL)
		return NULL;
	read_own(s, &s->owns[own]);
	return s->owns[own].parsed;
}

bool
states_fault(struct states *s, struct err *e)
{
	if (s->fault.status == STATUS_OK)
		return false;
	if (e != NULL)
		*e = s->fault;
	s->fault = (struct err){ 0 };
	return true;
}

bool
states_torn(struct states *s, struct err *ret)
{
	return log_torn(&s->log, ret);
}
