/* status - what has become of a watch */

#include "engine/status.h"

#include <stdio.h>

#include "base/pool.h"
#include "base/stamp.h"

/* "timeout: 6 looks since 2026-11-30T16:00:00.000Z" */
static struct span
failure(const struct row *r, struct pool *p)
{
	char since[STAMP_MAX];
	char text[128];
	int n;

	stamp_print(since, r->errors_since_ms);
	n = snprintf(text, sizeof(text), "%s: %lld look%s since %s",
	    error_class_name(r->error), (long long)r->errors,
	    r->errors == 1 ? "" : "s", since);
	return pool_copy(p, (struct span){ text, (size_t)n });
}

/* Looks: the newest, the next, and whether one of the subjects fails. */
static const struct row *
read_rows(
    const struct watch *w, const struct status_facts *f, struct report *ret)
{
	const struct row *failing = NULL;
	bool now = false;
	size_t i;

	for (i = 0; i < w->n_clauses; i++) {
		const struct row *r = f->rows[i];

		if (r == NULL || r->next_ms == 0) {
			now = true;
			if (r == NULL)
				continue;
		}
		if (r->last_ms > ret->last_ms)
			ret->last_ms = r->last_ms;
		if (ret->next_ms == 0 || r->next_ms < ret->next_ms)
			ret->next_ms = r->next_ms;
		if (r->errors > 0 &&
		    (failing == NULL || r->errors > failing->errors))
			failing = r;
	}
	if (now)
		ret->next_ms = 0;
	return failing;
}

/* Told, to somebody who was to act on it, and not over. */
static bool
is_open(const struct key_state *k)
{
	return !k->over && k->episode.s != NULL &&
	    k->severity != SEVERITY_RECORD;
}

static void
read_open(const struct status_facts *f, struct pool *p, struct report *ret)
{
	size_t n = 0;
	size_t i, j;

	for (i = 0; i < f->n_parts; i++) {
		for (j = 0; j < f->parts[i]->n_keys; j++)
			n += is_open(&f->parts[i]->keys[j]);
	}
	if (n == 0)
		return;

	ret->open = pool_new(p, n * sizeof(*ret->open));
	for (i = 0; i < f->n_parts; i++) {
		for (j = 0; j < f->parts[i]->n_keys; j++) {
			const struct key_state *k = &f->parts[i]->keys[j];
			struct report_open *o = &ret->open[ret->n_open];

			if (!is_open(k))
				continue;
			o->subject = f->subjects[i];
			o->key = k->key;
			o->brief = k->brief;
			o->severity = k->severity;
			o->since_ms = k->since_ms;
			ret->n_open++;
		}
	}
}

static enum watch_status
end_status(const struct watch_state *own)
{
	if (end_why_is_stop(own->ended))
		return WATCH_STOPPED;
	return own->outcome == OUTCOME_BLOCKED ? WATCH_BLOCKED : WATCH_EXPIRED;
}

void
watch_status(const struct watch *w, const struct status_facts *f,
    struct pool *p, struct report *ret)
{
	struct report got = { .watch = w, .status = WATCH_ACTIVE };
	const struct row *failing = read_rows(w, f, &got);

	read_open(f, p, &got);
	if (f->own != NULL)
		got.count = f->own->count;
	if (f->own != NULL && f->own->ended != END_NONE) {
		got.status = end_status(f->own);
		got.why = span_of(end_why_name(f->own->ended));
		got.ended_ms = f->own->ended_ms;
		got.next_ms = 0;
	} else if (w->paused) {
		got.status = WATCH_PAUSED;
		got.next_ms = 0;
	} else if (f->orphaned) {
		got.status = WATCH_ORPHANED;
		got.why = w->to;
	} else if (failing != NULL) {
		got.status = WATCH_ERROR;
		got.why = failure(failing, p);
	}
	*ret = got;
}
