#include "store/states-inside.h"

#include "base/mem.h"

/* A batch of decisions is some MB; one of ten thousand hosts some ten. */
#define BATCH_MAX (1024UL * 1024 * 1024)

void
state_lines_end(struct state_lines *l, int64_t seq)
{
	l->lines = mem_grow(l->lines, &l->cap, l->n + 1, sizeof(*l->lines));
	l->lines[l->n++] = (struct state_line){ l->text.len, seq };
}

struct span
state_lines_at(const struct state_lines *l, size_t i)
{
	size_t from = i == 0 ? 0 : l->lines[i - 1].end;

	return (struct span){ l->text.s + from, l->lines[i].end - from };
}

void
state_lines_reset(struct state_lines *l)
{
	l->text.len_max = BATCH_MAX;
	buf_reset(&l->text);
	l->n = 0;
}

void
state_lines_done(struct state_lines *l)
{
	buf_done(&l->text);
	free(l->lines);
}

uint32_t
state_lines_crc(const struct state_lines *l, size_t first)
{
	uint32_t crc = 0;
	size_t i;

	for (i = first; i < l->n; i++) {
		struct span line = state_lines_at(l, i);

		crc = hash_crc32c(crc, line.s, line.len - 1);
	}
	return crc;
}

static void
comma(struct buf *out)
{
	if (out->len > 0 && out->s[out->len - 1] != '[')
		buf_byte(out, ',');
}

void
state_id_print(const char *prefix, const struct state_id *id, struct buf *out)
{
	static const char hex[] = "0123456789abcdef";
	size_t i;

	comma(out);
	buf_byte(out, '"');
	buf_text(out, prefix);
	for (i = 0; i < sizeof(id->b); i++) {
		buf_byte(out, hex[id->b[i] >> 4]);
		buf_byte(out, hex[id->b[i] & 15]);
	}
	buf_byte(out, '"');
}

static void
print_named(const struct state_open *o, bool all, struct buf *out)
{
	size_t i;

	for (i = 0; i < o->n_events; i++) {
		if (!o->events[i].named || !(all || o->events[i].fresh))
			continue;
		comma(out);
		buf_byte(out, '[');
		state_id_print("vrd_", &o->id, out);
		state_id_print("evt_", &o->events[i].event, out);
		buf_byte(out, ']');
	}
}

void
states_print_commit(
    struct states *s, const struct state_lines *l, bool all, struct buf *out)
{
	char text[CURSOR_TEXT_MAX];
	/* nothing was learned of any: a great many may be open */
	size_t i, n = all || s->named_moved ? s->n_opens : 0;

	buf_text(out, "{\"commit\":{");
	json_member_int(out, "n", (int64_t)l->n);
	buf_format(out, ",\"crc\":\"%08x\"", (unsigned)state_lines_crc(l, 0));
	if (s->cursor.store[0] != '\0') {
		cursor_print(&s->cursor, text);
		json_member_text(out, "journal", span_of(text));
	}
	json_member_int(out, "inbound", s->inbound);
	json_member(out, "closed");
	buf_byte(out, '[');
	for (i = 0; i < n; i++) {
		if (s->opens[i].n_left == 0)
			state_id_print("vrd_", &s->opens[i].id, out);
	}
	buf_byte(out, ']');
	json_member(out, "named");
	buf_byte(out, '[');
	for (i = 0; i < n; i++) {
		if (s->opens[i].n_left > 0)
			print_named(&s->opens[i], all, out);
	}
	buf_text(out, "]}}");
}
