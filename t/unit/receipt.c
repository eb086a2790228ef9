#include "model/receipt.h"

#include "line.h"
#include "model/event.h"

static void
prints(void)
{
	struct json recipients = scanned("[\"session:sess_01J9\"]");
	struct receipt r = {
		.kind = RECEIPT_JOURNALED,
		.subject = span_of("github:acme/widgets#7"),
		.watch = span_of("sen_01JDYB2C3D4E5F6G7H8J9K0M1N"),
		.verdict = span_of("vrd_74559ad2dcb2821753150e0c"),
		.event = span_of("evt_3c0b9113d5d09c9c26f8089a"),
		.seq = 4711,
		.time = span_of("2026-11-30T16:00:01.520Z"),
		.recipients = recipients,
		.evidence =
		    span_of("evidence/vrd_74559ad2dcb2821753150e0c.json"),
	};
	struct buf a = { 0 }, b = { 0 };
	struct pool p = { 0 };
	struct json j;
	struct event ev = { 0 };
	struct event again = { 0 };

	unit_case("a receipt has the documented form");
	receipt_print(&r, &a);
	j = scanned(a.s);
	OK(event_parse(&j, &p, &ev, NULL) == 0);
	SAME_TEXT(ev.type, "sergeant.receipt.journaled");
	SAME_TEXT(ev.source, "//sergeant.local/deliver");
	SAME_TEXT(ev.subject, "github:acme/widgets#7");
	SAME_TEXT(ev.time, "2026-11-30T16:00:01.520Z");
	SAME_TEXT(ev.watch, "sen_01JDYB2C3D4E5F6G7H8J9K0M1N");
	SAME_TEXT(ev.verdict, "vrd_74559ad2dcb2821753150e0c");
	SAME_TEXT(json_span(&ev.data),
	    "{\"event\":\"evt_3c0b9113d5d09c9c26f8089a\",\"seq\":4711,"
	    "\"recipients\":[\"session:sess_01J9\"],\"evidence\":"
	    "\"evidence/vrd_74559ad2dcb2821753150e0c.json\"}");
	OK(span_begins(ev.id, "rcp_"));
	SAME_INT((int64_t)ev.id.len, 28);

	unit_case("its id is a function of what it says, not of when");
	r.time = span_of("2026-11-30T16:00:01.521Z");
	receipt_print(&r, &b);
	j = scanned(b.s);
	OK(event_parse(&j, &p, &again, NULL) == 0);
	OK(span_equal(ev.id, again.id));
	r.seq++;
	buf_reset(&b);
	receipt_print(&r, &b);
	j = scanned(b.s);
	OK(event_parse(&j, &p, &again, NULL) == 0);
	OK(!span_equal(ev.id, again.id));
	pool_done(&p);
	buf_done(&a);
	buf_done(&b);
}

static void
tells_nobody(void)
{
	struct receipt r = {
		.kind = RECEIPT_UNDELIVERABLE,
		.event = span_of("e1"),
	};
	struct buf out = { 0 };
	struct pool p = { 0 };
	struct json j;
	struct event ev = { 0 };

	unit_case("a receipt of nobody has an empty list of recipients");
	receipt_print(&r, &out);
	j = scanned(out.s);
	OK(event_parse(&j, &p, &ev, NULL) == 0);
	SAME_TEXT(ev.type, "sergeant.receipt.undeliverable");
	SAME_TEXT(json_span(&ev.data), "{\"event\":\"e1\",\"recipients\":[]}");
	pool_done(&p);
	buf_done(&out);
}

static void
knows_the_words(void)
{
	int i;
	enum receipt_kind other = RECEIPT_DUPLICATE;

	unit_case("each kind of receipt is read back");
	for (i = RECEIPT_JOURNALED; i <= RECEIPT_UNDELIVERABLE; i++) {
		enum receipt_kind got = RECEIPT_JOURNALED;

		OK(receipt_kind_parse(
		    span_of(receipt_kind_name((enum receipt_kind)i)), &got));
		SAME_INT(got, i);
	}
	OK(!receipt_kind_parse(span_of("woken"), &other));
	SAME_INT(other, RECEIPT_DUPLICATE);
}

int
main(void)
{
	prints();
	tells_nobody();
	knows_the_words();
	return unit_end();
}
