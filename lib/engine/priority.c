#include "engine/priority.h"

#include "engine/look.h"
#include "engine/mask.h"

static bool
was_told(struct look *l, struct span key)
{
	const struct key_state *k = mask_find(l, key);

	if (k == NULL || (k->told_ms == 0 && k->told_revision.s == NULL))
		return false;
	if (k->told_revision.s == NULL || l->revision.s == NULL)
		return k->told_revision.s == l->revision.s;

	return span_equal(k->told_revision, l->revision);
}

enum priority
priority_of(struct look *l, const struct entry *e)
{
	enum priority ret = e->priority, raised;
	struct json_item it = { 0 };

	if (ret == PRIORITY_NONE)
		ret = severity_priority(e->severity);
	while (json_each(&e->raises, &it)) {
		if (priority_parse(json_inside(&it.value), &raised) &&
		    raised > ret && was_told(l, json_key(&it, l->p)))
			ret = raised;
	}
	return ret;
}
