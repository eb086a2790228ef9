/* receipt - what became of an event */

#include "model/receipt.h"

#include "base/buf.h"
#include "base/id.h"
#include "base/num.h"
#include "model/field-print.h"
#include "model/word.h"

static const char *const kinds[] = {
	NULL,
	"journaled",
	"duplicate",
	"undeliverable",
};

static const struct words kind_words = { kinds, 4 };

const char *
receipt_kind_name(enum receipt_kind k)
{
	return word_of(&kind_words, k);
}

bool
receipt_kind_parse(struct span s, enum receipt_kind *ret)
{
	unsigned i;

	if (!word_find(&kind_words, s, &i))
		return false;
	*ret = (enum receipt_kind)i;
	return true;
}

/* Over all it says but the time: the same outcome is the same receipt. */
static void
make_id(const struct receipt *r, char ret[ID_MAX])
{
	char seq[NUM_MAX];
	struct span parts[] = {
		span_of(receipt_kind_name(r->kind)),
		r->watch,
		r->verdict,
		r->event,
		num_print(seq, r->seq),
		json_span(&r->recipients),
	};

	id_of(ret, "rcp_", parts, sizeof(parts) / sizeof(parts[0]));
}

void
receipt_print(const struct receipt *r, struct buf *out)
{
	static const struct json nobody = { JSON_ARRAY, "[]", 2 };
	char id[ID_MAX];

	make_id(r, id);
	buf_text(out, "{\"specversion\":\"1.0\",\"type\":\"sergeant.receipt.");
	buf_text(out, receipt_kind_name(r->kind));
	buf_text(out, "\",\"id\":\"");
	buf_text(out, id);
	buf_text(out, "\",\"source\":\"//sergeant.local/deliver\"");
	field_print_text(out, "subject", r->subject);
	field_print_text(out, "time", r->time);
	field_print_text(out, "watch", r->watch);
	field_print_text(out, "verdict", r->verdict);
	buf_text(out, ",\"datacontenttype\":\"application/json\",");
	buf_text(out, "\"data\":{\"event\":");
	json_quote(out, r->event);
	if (r->seq != 0)
		json_member_int(out, "seq", r->seq);
	json_member_json(out, "recipients",
	    r->recipients.type == JSON_NONE ? &nobody : &r->recipients);
	field_print_text(out, "evidence", r->evidence);
	buf_text(out, "}}");
}
