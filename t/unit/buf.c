#include "base/buf.h"

#include "unit.h"

static void
adds(void)
{
	struct buf b = { 0 };
	struct span nul = { "a\0b", 3 };
	int i;

	unit_case("is empty and a text from the start");
	SAME_TEXT(buf_as_span(&b), "");

	unit_case("adds texts, bytes and numbers");
	buf_text(&b, "one ");
	buf_add(&b, "twofold", 3);
	buf_byte(&b, ' ');
	buf_int(&b, INT64_MIN);
	buf_byte(&b, ' ');
	buf_int(&b, INT64_MAX);
	buf_byte(&b, ' ');
	buf_int(&b, 0);
	buf_format(&b, " %s=%03d", "x", 7);
	buf_span(&b, span_of(NULL));
	buf_text(&b, "");
	SAME_TEXT(buf_as_span(&b),
	    "one two -9223372036854775808 9223372036854775807 0 x=007");
	OK(b.s[b.len] == '\0');

	unit_case("keeps a NUL byte");
	buf_reset(&b);
	buf_span(&b, nul);
	OK(span_equal(buf_as_span(&b), nul));

	unit_case("grows far beyond what it began with");
	buf_reset(&b);
	for (i = 0; i < 100000; i++)
		buf_text(&b, "0123456789");
	SAME_INT((int64_t)b.len, 1000000);
	OK(!b.full);
	OK(memcmp(b.s + 999990, "0123456789", 11) == 0);

	unit_case("formats what is longer than any fixed buffer");
	buf_reset(&b);
	buf_format(&b, "%*d", 10000, 5);
	SAME_INT((int64_t)b.len, 10000);
	OK(b.s[9999] == '5' && b.s[0] == ' ');
	buf_done(&b);
	OK(b.s == NULL && b.len == 0);
}

static void
is_capped(void)
{
	struct buf b;

	buf_init(&b, 5);
	unit_case("takes as much as its cap and no byte more");
	buf_text(&b, "12345");
	OK(!b.full);
	SAME_TEXT(buf_as_span(&b), "12345");
	buf_byte(&b, '6');
	OK(b.full);
	SAME_TEXT(buf_as_span(&b), "12345");

	unit_case("adds nothing more once something did not fit");
	buf_reset(&b);
	OK(!b.full);
	buf_text(&b, "123");
	buf_format(&b, "%d", 456);
	OK(b.full);
	buf_byte(&b, '4');
	OK(buf_room(&b, 1) == NULL);
	SAME_TEXT(buf_as_span(&b), "123");
	buf_done(&b);

	unit_case("keeps its cap when it is done");
	buf_text(&b, "123456");
	OK(b.full);
	buf_done(&b);

	unit_case("refuses a length that would wrap");
	buf_text(&b, "1");
	OK(buf_room(&b, SIZE_MAX) == NULL);
	buf_done(&b);
}

static void
gives_room(void)
{
	struct buf b = { 0 };
	char *p;

	unit_case("gives room at its end");
	buf_text(&b, "ab");
	p = buf_room(&b, 100);
	if (OK(p == b.s + 2)) {
		memset(p, 'c', 100);
		b.len += 100;
	}
	OK(b.s[102] == '\0');
	SAME_INT((int64_t)b.len, 102);

	unit_case("drops bytes at its begin");
	buf_reset(&b);
	buf_text(&b, "line 1\nline 2\n");
	buf_shift(&b, 7);
	SAME_TEXT(buf_as_span(&b), "line 2\n");
	OK(b.s[b.len] == '\0');
	buf_shift(&b, 0);
	buf_shift(&b, 100);
	SAME_TEXT(buf_as_span(&b), "");
	buf_done(&b);
	buf_shift(&b, 1);
	buf_reset(&b);
	SAME_TEXT(buf_as_span(&b), "");
}

int
main(void)
{
	adds();
	is_capped();
	gives_room();
	return unit_end();
}
