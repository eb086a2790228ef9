#include "cli/facts.h"

#include "base/err.h"
#include "base/mem.h"
#include "cli/events.h"
#include "cli/tool.h"
#include "model/due-line.h"

static bool
read_observation(struct facts_line *l, struct pool *p, struct err *e)
{
	struct observation *o;

	l->o = NULL;
	if (!span_is(l->ev.type, OBSERVATION_TYPE))
		return true;
	o = pool_new(p, sizeof(*o));
	if (observation_parse(&l->ev, p, o, e) == -1)
		return false;
	l->o = o;
	return true;
}

bool
facts_next(struct facts *f, struct events *in)
{
	struct facts_line *l;
	struct err e = { 0 };

	f->n = 0;
	if (!events_batch(in))
		return false;
	for (;;) {
		f->list =
		    mem_grow(f->list, &f->cap, f->n + 1, sizeof(*f->list));
		l = &f->list[f->n];
		if (!events_next_in_batch(in, &l->ev))
			return true;
		l->is_hint = span_is(l->ev.type, DUE_LINE_TYPE);
		if (read_observation(l, &in->pool, &e))
			f->n++;
		else
			tool_warn_text(STATUS_DATA, "%s:%zu: %s", in->name,
			    in->line_number, e.text);
	}
}

void
facts_done(struct facts *f)
{
	free(f->list);
	*f = (struct facts){ 0 };
}
