/* state - what decide remembers of a watch */

#include "model/state.h"

#include "base/buf.h"
#include "base/err.h"
#include "base/pool.h"
#include "model/event.h"
#include "model/field-print.h"
#include "model/field.h"
#include "model/word.h"

/* The watch's part, and its closed subjects as scanned. */
struct own {
	struct watch_state s;
	struct json closed;
};

#define AT(member) offsetof(struct own, s.member)
#define COUNT(name, member)                                                    \
	FIELD_NAME(name), FIELD_INT, member, false, 0, JSON_INT_MAX, NULL

static const struct field own_list[] = {
	{ COUNT("wakes", AT(wakes)) },
	{ COUNT("turns", AT(turns)) },
	{ COUNT("tokens", AT(tokens)) },
	{ COUNT("charged_seq", AT(charged_seq)) },
	{ COUNT("count", AT(count)) },
	{ FIELD_NAME("closed"), FIELD_TEXTS, offsetof(struct own, closed),
	    false, 0, STATE_CLOSED_MAX, NULL },
	{ FIELD_NAME("ended"), FIELD_WORD, AT(ended), false, 0, 0, &end_words },
	{ COUNT("ended_at", AT(ended_ms)) },
	{ FIELD_NAME("outcome"), FIELD_WORD, AT(outcome), false, 0, 0,
	    &outcome_words },
};
static const struct fields own_fields = {
	"a watch's state",
	own_list,
	sizeof(own_list) / sizeof(own_list[0]),
};

int
watch_state_parse(const struct json *j, struct pool *p, struct watch_state *ret,
    struct err *e)
{
	struct own got = { 0 };
	struct json_item it = { 0 };
	size_t n;

	if (fields_read(&own_fields, j, &got, p, e) == -1)
		return -1;

	n = json_count(&got.closed);
	if (n > 0)
		got.s.closed = pool_new(p, n * sizeof(*got.s.closed));
	while (json_each(&got.closed, &it)) {
		if (json_text(&it.value, "closed", p,
			&got.s.closed[got.s.n_closed], e) == -1)
			return -1;
		got.s.n_closed++;
	}
	*ret = got.s;
	return 0;
}

void
watch_state_print(const struct watch_state *s, struct buf *out)
{
	size_t i;

	buf_byte(out, '{');
	field_print_int(out, "wakes", s->wakes);
	field_print_int(out, "turns", s->turns);
	field_print_int(out, "tokens", s->tokens);
	field_print_int(out, "charged_seq", s->charged_seq);
	field_print_int(out, "count", s->count);
	if (s->n_closed > 0) {
		json_member(out, "closed");
		buf_byte(out, '[');
		for (i = 0; i < s->n_closed; i++) {
			if (i > 0)
				buf_byte(out, ',');
			json_quote(out, s->closed[i]);
		}
		buf_byte(out, ']');
	}
	field_print_word(out, "ended", end_why_name(s->ended));
	field_print_int(out, "ended_at", s->ended_ms);
	field_print_word(out, "outcome", outcome_name(s->outcome));
	buf_byte(out, '}');
}
