#include "disk/cursor.h"

#include <stdio.h>

#include "base/err.h"
#include "base/json.h"
#include "base/num.h"

void
cursor_print(const struct cursor *c, char ret[CURSOR_TEXT_MAX])
{
	(void)snprintf(ret, CURSOR_TEXT_MAX, "%s:%lld:%lld", c->store,
	    (long long)c->epoch, (long long)c->seq);
}

static struct span
take_part(struct span *s)
{
	const char *colon = memchr(s->s, ':', s->len);
	struct span part = { s->s, s->len };

	if (colon == NULL) {
		*s = (struct span){ NULL, 0 };
		return part;
	}
	part.len = (size_t)(colon - s->s);
	s->s += part.len + 1;
	s->len -= part.len + 1;
	return part;
}

int
cursor_parse(struct span s, struct cursor *ret, struct err *e)
{
	struct cursor c = { 0 };
	struct span rest = s;
	struct span store;
	struct span epoch;

	if (s.s == NULL || s.len == 0)
		return err_set(e, STATUS_DATA, "no cursor: it is empty");

	store = take_part(&rest);
	epoch = rest.s == NULL ? rest : take_part(&rest);
	if (store.len == 0 || store.len >= sizeof(c.store) || rest.s == NULL ||
	    num_parse(epoch, 1, JSON_INT_MAX, &c.epoch, NULL) == -1 ||
	    num_parse(rest, 0, JSON_INT_MAX, &c.seq, NULL) == -1)
		return err_set(e, STATUS_DATA, "no cursor: '%.*s'",
		    (int)(s.len < 80 ? s.len : 80), s.s);

	memcpy(c.store, store.s, store.len);
	*ret = c;
	return 0;
}
