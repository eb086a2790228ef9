#include "engine/take.h"

#include "base/pool.h"
#include "engine/close.h"
#include "engine/look.h"
#include "engine/match.h"

/* By key; of two with one key the stronger first. */
static int
compare(const void *a, const void *b)
{
	const struct entry *x = *(const struct entry *const *)a;
	const struct entry *y = *(const struct entry *const *)b;
	int ret = span_compare(x->key, y->key);

	if (ret == 0)
		ret = (int)y->severity - (int)x->severity;
	return ret != 0 ? ret : span_compare(x->text, y->text);
}

/* The entries by key, each once: their order in the line means nothing. */
void
take_entries(struct look *l)
{
	size_t i, n = l->o->n_entries;
	bool sorted = true;

	l->entries = pool_new(l->p, n * sizeof(l->entries[0]));
	for (i = 0; i < n; i++) {
		l->entries[i] = &l->o->entries[i];
		if (i > 0 && compare(&l->entries[i - 1], &l->entries[i]) > 0)
			sorted = false;
	}
	if (!sorted)
		qsort(l->entries, n, sizeof(l->entries[0]), compare);
	for (i = 0; i < n; i++) {
		if (i == 0 ||
		    !span_equal(
			l->entries[l->n_entries - 1]->key, l->entries[i]->key))
			l->entries[l->n_entries++] = l->entries[i];
	}
}

/*
 * A look falls under the clauses of its kind, a member under its collection's.
 */
static bool
is_under(const struct look *l, const struct clause *c)
{
	if (l->o == NULL)
		return match_clause(c, l->ev);
	if (!span_equal(c->kind, l->o->kind))
		return false;

	return match_clause(c, l->ev) ||
	    (l->member && span_equal(c->subject, l->o->collection));
}

static void
take_clauses(struct look *l)
{
	static const char star[] = "[\"*\"]";
	const struct clause *c;
	size_t i;

	l->clauses = pool_new(l->p, l->w->n_clauses * sizeof(c));
	for (i = 0; i < l->w->n_clauses; i++) {
		c = &l->w->clauses[i];
		if (!is_under(l, c))
			continue;
		if (l->n_clauses == 0 || c->collection)
			l->clause = c;
		l->clauses[l->n_clauses++] = c;
		if (span_is(json_span(&c->types), star))
			l->all_types = true;
	}
}

void
take_fact(struct look *l, const struct fact *f)
{
	const struct observation *o = f->o;

	l->ev = f->ev;
	l->o = o;
	l->as_of_ms = f->as_of_ms;
	if (l->as_of_ms == 0)
		l->as_of_ms = f->ev->time_ms;
	if (o == NULL && l->as_of_ms > l->now_ms)
		l->as_of_ms = l->now_ms;
	l->revision = l->s->subject.revision;
	if (o == NULL) {
		if (f->ev->revision.s != NULL)
			l->revision = f->ev->revision;
	} else {
		l->member = o->collection.s != NULL &&
		    !span_equal(o->collection, f->ev->subject);
		l->clean =
		    o->attempted && o->complete && o->error == ERROR_NONE;
		l->first = l->member ? !l->s->collection_looked :
				       !l->s->subject.looked;
	}
	take_clauses(l);
	l->closed = close_is(l);
}

/* What the look says of the subject itself. */
void
take_revision(struct look *l)
{
	struct subject_state *s = &l->next->subject;
	const struct observation *o = l->o;
	bool new = !span_equal(o->revision, s->revision);

	if (o->revision.s == NULL || !o->attempted ||
	    (o->error != ERROR_NONE && o->n_entries == 0))
		return;

	l->revision = o->revision;
	if (!new)
		return;
	l->new_revision = s->revision.s != NULL;
	s->revision = o->revision;
	s->revision_at_ms = l->as_of_ms;
	l->changed = true;
}

void
take_cursor(struct look *l)
{
	struct subject_state *s = &l->next->subject;
	const struct json *c = &l->o->cursor;
	bool none = c->type == JSON_NONE || c->type == JSON_NULL;

	if (!l->o->attempted || l->o->error != ERROR_NONE ||
	    (none && !l->clean))
		return;

	if (none ? s->cursor.type != JSON_NONE && s->cursor.type != JSON_NULL :
		   !span_equal(json_span(c), json_span(&s->cursor))) {
		s->cursor = *c;
		l->changed = true;
	}
}

/* The first complete look is behind us. */
void
take_looked(struct look *l)
{
	struct subject_state *s = &l->next->subject;

	if (!l->clean || s->looked)
		return;

	s->looked = true;
	if (l->w->floor > 0)
		s->floor_ms = l->now_ms;
	l->changed = true;
}
