#include "base/pool.h"

#include <stdbool.h>
#include <stdint.h>

#include "unit.h"

static bool
is_zeroed(const char *s, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (s[i] != 0)
			return false;
	}
	return true;
}

static void
gives(void)
{
	struct pool p = { 0 };
	size_t sizes[] = { 0, 1, 7, 8, 9, 100, 4000, 5000, 100000, 3 };
	char *got[10];
	size_t i, k;

	unit_case("gives zeroed, aligned memory that stays where it is");
	for (i = 0; i < 10; i++) {
		got[i] = pool_new(&p, sizes[i]);
		OK(is_zeroed(got[i], sizes[i]));
		OK((uintptr_t)got[i] % sizeof(max_align_t) == 0 ||
		    (uintptr_t)got[i] % 16 == 0);
		memset(got[i], (int)i + 1, sizes[i]);
	}
	for (i = 0; i < 10; i++) {
		for (k = 0; k < sizes[i]; k++) {
			if (!OK(got[i][k] == (char)(i + 1)))
				break;
		}
	}
	unit_case("gives zeroed memory again after a reset");
	pool_reset(&p);
	for (i = 0; i < 10; i++) {
		got[i] = pool_new(&p, sizes[i]);
		OK(is_zeroed(got[i], sizes[i]));
		memset(got[i], 0xff, sizes[i]);
	}
	pool_done(&p);
	OK(p.block == NULL);
}

static void
keeps(void)
{
	struct pool p = { 0 };
	struct pool_block *block;
	int round, i;

	unit_case("needs no more memory for a second round like the first");
	for (i = 0; i < 1000; i++)
		(void)pool_new(&p, 100);
	pool_reset(&p);
	for (i = 0; i < 1000; i++)
		(void)pool_new(&p, 100);
	pool_reset(&p);
	block = p.block;
	for (round = 0; round < 3; round++) {
		for (i = 0; i < 1000; i++)
			(void)pool_new(&p, 100);
		OK(p.block == block);
		pool_reset(&p);
	}
	pool_done(&p);
	pool_done(&p);
}

int
main(void)
{
	struct pool p = { 0 };
	struct span nul = { "a\0b", 3 }, got;

	gives();
	keeps();

	unit_case("copies a text and ends it with a NUL");
	got = pool_copy(&p, nul);
	OK(span_equal(got, nul));
	OK(got.s != nul.s);
	OK(got.s[3] == '\0');
	got = pool_copy(&p, span_of(""));
	SAME_TEXT(got, "");

	unit_case("leaves the absent text absent");
	SAME_TEXT(pool_copy(&p, span_of(NULL)), NULL);

	unit_case("can be emptied before it was used");
	pool_done(&p);
	pool_reset(&p);
	OK(p.block == NULL);
	return unit_end();
}
