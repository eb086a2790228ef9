#include "base/pool.h"
#include "engine/flap.h"
#include "engine/look.h"
#include "engine/mask.h"

static int
compare(const void *a, const void *b)
{
	const struct key_state *x = a, *y = b;

	return span_compare(x->key, y->key);
}

static void
own(struct look *l)
{
	struct subject_state *s = &l->next->subject;
	struct key_state *keys;

	if (s->n_keys == 0)
		return;

	/* one more: who owns them may add one */
	keys = pool_new(l->p, (s->n_keys + 1) * sizeof(keys[0]));
	memcpy(keys, s->keys, s->n_keys * sizeof(keys[0]));
	s->keys = keys;
}

void
mask_sort(struct look *l)
{
	const struct subject_state *s = &l->next->subject;
	size_t i;

	for (i = 1; i < s->n_keys; i++) {
		if (compare(&s->keys[i - 1], &s->keys[i]) > 0) {
			own(l);
			qsort(s->keys, s->n_keys, sizeof(s->keys[0]), compare);
			return;
		}
	}
}

struct key_state *
mask_find(struct look *l, struct span key)
{
	struct key_state want = { .key = key };

	if (l->next->subject.n_keys == 0)
		return NULL;

	return bsearch(&want, l->next->subject.keys, l->next->subject.n_keys,
	    sizeof(want), compare);
}

bool
mask_is_terminal_told(struct look *l, struct span key)
{
	const struct key_state *k = mask_find(l, key);

	return k != NULL && k->severity == SEVERITY_TERMINAL && k->told_ms > 0;
}

void
mask_tell_terminal(struct look *l, const struct entry *e)
{
	struct subject_state *s = &l->next->subject;
	struct key_state *k;

	own(l);
	k = mask_find(l, e->key);
	if (k == NULL) {
		if (s->n_keys == 0)
			s->keys = pool_new(l->p, sizeof(*k));
		k = &s->keys[s->n_keys++];
	}
	memset(k, 0, sizeof(*k));
	k->key = e->key;
	k->resets_on = e->resets_on;
	k->severity = SEVERITY_TERMINAL;
	k->type = e->type;
	k->brief = e->brief;
	k->since_ms = l->now_ms;
	k->told_ms = l->now_ms;
	k->told_revision = l->revision;
	l->changed = true;
	qsort(s->keys, s->n_keys, sizeof(*k), compare);
}

void
mask_reopen(struct look *l)
{
	struct subject_state *s = &l->next->subject;
	size_t i, n = 0;

	own(l);
	for (i = 0; i < s->n_keys; i++) {
		if (s->keys[i].severity != SEVERITY_TERMINAL)
			s->keys[n++] = s->keys[i];
	}
	s->n_keys = n;
	l->changed = true;
}

static bool
is_useful(const struct look *l, const struct key_state *k)
{
	int64_t old = l->now_ms - FLAP_STATES * l->w->every_ms;

	if (k->key.s == NULL)
		return false;
	if (!k->over || k->episode.s != NULL || k->flapping)
		return true;
	if (k->resets_on == RESETS_ON_REVISION && k->told_ms > 0)
		return true;

	return k->n_changes > 0 && k->changes[k->n_changes - 1] > old;
}

void
mask_forget(struct look *l)
{
	struct subject_state *s = &l->next->subject;
	size_t i, n = 0;

	if (!l->changed)
		return;

	if (s->keys == l->s->subject.keys)
		own(l);
	for (i = 0; i < s->n_keys; i++) {
		if (is_useful(l, &s->keys[i]))
			s->keys[n++] = s->keys[i];
	}
	s->n_keys = n;
}
