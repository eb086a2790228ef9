#include "transport/look-batch.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "transport/look-call.h"
#include "transport/look-conditions.h"
#include "transport/look-part.h"

/* What was learned of one host of a kind. */
struct learned {
	struct span host;
	struct batch batch;
	struct learned *next;
};

static void
name_way(const struct kind_run *r, struct span host, struct buf *out)
{
	buf_span(out, r->kind->name);
	buf_byte(out, ' ');
	buf_span(out, host);
}

/* Recalled once a run. */
static struct learned *
learned_of(struct looks *ls, struct kind_run *r, struct span host)
{
	const struct look_memory *m = &ls->s.memory;
	struct buf way = { 0 };
	struct learned *k;

	for (k = r->learned; k != NULL; k = k->next)
		if (span_equal(k->host, host))
			return k;
	k = pool_new(&r->pool, sizeof(*k));
	k->host = pool_copy(&r->pool, host);
	if (m->batch != NULL && r->kind->batch > 1) {
		name_way(r, host, &way);
		k->batch = m->batch(m->probes, buf_as_span(&way));
		buf_done(&way);
	}
	k->next = r->learned;
	r->learned = k;
	return k;
}

static void
learn(struct looks *ls, struct call *c, bool heavy)
{
	struct batch_trial t = { (int64_t)c->n_looks, c->run->kind->batch,
		heavy };
	const struct look_memory *m = &ls->s.memory;
	struct learned *k = learned_of(ls, c->run, c->host);
	struct batch trial = k->batch;
	struct buf way = { 0 };
	struct err e = { 0 };

	if (t.max <= 1 || !batch_learn(&trial, &t, clock_now_ms()))
		return;
	k->batch = trial;
	if (m->learn == NULL)
		return;
	name_way(c->run, c->host, &way);
	if (m->learn(m->probes, buf_as_span(&way), &t, &k->batch, &e) == -1) {
		k->batch = trial;
		ls->s.warn(&e);
	}
	buf_done(&way);
}

static void
close_call(struct looks *ls, struct call **at)
{
	struct call *c = *at;

	*at = c->next;
	c->next = NULL;
	*ls->waiting_end = c;
	ls->waiting_end = &c->next;
}

void
batch_close(struct looks *ls, struct kind_run *r)
{
	while (r->open != NULL)
		close_call(ls, &r->open);
}

static bool
has_subject(const struct call *c, struct span subject)
{
	const struct look *l;

	for (l = c->looks; l != NULL; l = l->next)
		if (span_equal(l->subject, subject))
			return true;
	return false;
}

void
batch_put(struct looks *ls, struct look *l)
{
	struct kind_run *r = l->run;
	struct span host = r->kind->batch > 1 ? kind_host(r->kind, l->subject) :
						(struct span){ 0 };
	struct learned *k = learned_of(ls, r, host);
	struct call **at = &r->open;
	struct call *c;

	while (*at != NULL && !span_equal((*at)->host, host))
		at = &(*at)->next;
	if (*at != NULL && has_subject(*at, l->subject)) {
		close_call(ls, at);
		at = &r->open;
		while (*at != NULL)
			at = &(*at)->next;
	}
	if (*at == NULL) {
		*at = mem_new(sizeof(**at));
		(*at)->run = r;
		(*at)->host = k->host;
	}
	c = *at;
	(void)snprintf(l->id, sizeof(l->id), "%zu", c->n_looks);
	l->next = c->looks;
	c->looks = l;
	look_remember(ls, l);
	if (++c->n_looks >=
	    (size_t)batch_size(&k->batch, r->kind->batch, clock_now_ms()))
		close_call(ls, at);
	conditions_register(ls, l);
}

/* Those that may begin again, and are (all, or) marked heavy. */
static void
begin_again(struct looks *ls, struct call *c, bool all)
{
	struct look **at = &c->looks;
	struct look *l;

	while ((l = *at) != NULL) {
		if (l->again || l->answered || (!all && !l->heavy)) {
			at = &l->next;
			continue;
		}
		*at = l->next;
		l->again = true;
		l->heavy = false;
		buf_reset(&l->values);
		batch_put(ls, l);
	}
	batch_close(ls, c->run);
}

/* No answer to a request that was for several. */
static bool
is_heavy(const struct call *c)
{
	const struct ask *a;
	size_t i;

	for (i = 0; i < c->n_asks; i++) {
		a = &c->asks[i];
		if (a->fetch != NULL &&
		    (a->fetch->status == 502 || a->fetch->status == 504) &&
		    (a->request.covers.type == JSON_NONE ||
			json_count(&a->request.covers) > 1))
			return true;
	}
	return false;
}

bool
batch_split(struct looks *ls, struct call *c)
{
	if (c->n_looks < 2 || !is_heavy(c))
		return false;
	c->was_heavy = true;
	learn(ls, c, true);
	if (c->looks->again)
		return false;
	begin_again(ls, c, true);
	return true;
}

void
batch_settle(struct looks *ls, struct call *c)
{
	const struct look *l;
	size_t i;

	for (l = c->looks; l != NULL && !l->heavy; l = l->next)
		;
	if (l != NULL) {
		learn(ls, c, true);
		begin_again(ls, c, false);
		return;
	}
	if (c->was_heavy)
		return;
	for (i = 0; i < c->n_asks; i++)
		if (c->asks[i].fetch == NULL ||
		    c->asks[i].fetch->error != ERROR_NONE)
			return;
	learn(ls, c, false);
}

void
batch_done(struct looks *ls, struct kind_run *r)
{
	struct call *c;

	while ((c = r->open) != NULL) {
		r->open = c->next;
		call_free(ls, c);
	}
	pool_done(&r->pool);
}
