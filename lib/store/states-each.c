/* states-each - every subject that something is remembered of */

#include "store/states-inside.h"

void
states_each_part(struct states *s,
    void (*each)(
	void *arg, struct span watch, struct span kind, struct span subject),
    void *arg)
{
	size_t i;

	for (i = 0; i < s->n_parts; i++) {
		const struct state_part *p = &s->parts[i];

		if (p->text.s != NULL)
			each(arg, state_text_span(s->owns[p->own].id),
			    state_text_span(p->kind),
			    state_text_span(p->subject));
	}
}
