/* how large a call may be, and how long a way rests */

#include "unit.h"

#include "engine/backoff.h"
#include "engine/batch.h"

#define DAY BATCH_DOUBLES_MS
#define SOON BATCH_DOUBTED_MS
/* a moment */
#define T INT64_C(1796054400000)

static bool
was(struct batch *b, int64_t n, bool heavy, int64_t at_ms)
{
	struct batch_trial t = { n, 20, heavy };

	return batch_learn(b, &t, at_ms);
}

static void
halves(void)
{
	struct batch b = { 0 };

	unit_case("nothing learned, all allowed");
	SAME_INT(batch_size(&b, 20, T), 20);
	OK(!was(&b, 20, false, T));
	unit_case("half of what was too heavy, never more than before");
	OK(was(&b, 20, true, T));
	SAME_INT(batch_size(&b, 20, T), 10);
	OK(was(&b, 10, true, T));
	SAME_INT(batch_size(&b, 20, T), 5);
	OK(was(&b, 20, true, T));
	SAME_INT(batch_size(&b, 20, T), 5);
	OK(was(&b, 5, true, T) && was(&b, 2, true, T));
	SAME_INT(batch_size(&b, 20, T), 1);
	unit_case("one alone is as light as can be");
	OK(!was(&b, 1, true, T));
	SAME_INT(batch_size(&b, 20, T), 1);
	unit_case("a kind that allows less is not given more");
	SAME_INT(batch_size(&b, 1, T + 9 * DAY), 1);
}

static void
doubles(void)
{
	struct batch b = { 0 };

	unit_case("a size that never held is forgotten soon: an outage");
	OK(was(&b, 20, true, T) && was(&b, 10, true, T));
	SAME_INT(batch_size(&b, 20, T + SOON - 1), 5);
	SAME_INT(batch_size(&b, 20, T + SOON), 20);
	unit_case("only a whole call proves a size");
	OK(!was(&b, 4, false, T + 1));
	OK(was(&b, 5, false, T + 2));
	OK(!was(&b, 5, false, T + 3));
	unit_case("a proved one doubles each day");
	SAME_INT(batch_size(&b, 20, T + 2 + DAY - 1), 5);
	SAME_INT(batch_size(&b, 20, T + 2 + DAY), 10);
	SAME_INT(batch_size(&b, 20, T + 2 + 2 * DAY), 20);
	SAME_INT(batch_size(&b, 20, T + 2 + 900 * DAY), 20);
	unit_case("too heavy once more, it begins there");
	OK(was(&b, 10, true, T + 2 + DAY));
	SAME_INT(batch_size(&b, 20, T + 3 + DAY), 5);
	unit_case("a clock set back forgets it");
	SAME_INT(batch_size(&b, 20, T - 1), 20);
}

static void
rests(void)
{
	struct backoff_rest r = { 0 };

	unit_case("a minute where nobody said, and twice as long each time");
	r = backoff_rest(&r, 0, T);
	SAME_INT(r.until_ms, T + 60000);
	r = backoff_rest(&r, 0, T + 60000);
	SAME_INT(r.until_ms, T + 60000 + 120000);
	r = backoff_rest(&r, 0, T + 200000);
	SAME_INT(r.until_ms, T + 200000 + 240000);
	unit_case("another process learns the same: once");
	r = backoff_rest(&r, 0, T + 201000);
	SAME_INT(r.until_ms, T + 200000 + 240000);
	unit_case("long after, it begins anew");
	r = backoff_rest(&r, 0, T + 900000);
	SAME_INT(r.until_ms, T + 900000 + 60000);
	unit_case("what the server says holds, and is never cut short");
	r = backoff_rest(&r, T + 2000000, T + 901000);
	SAME_INT(r.until_ms, T + 2000000);
	r = backoff_rest(&r, T + 1000000, T + 902000);
	SAME_INT(r.until_ms, T + 2000000);
	unit_case("an hour at most");
	r = (struct backoff_rest){ T, 3000000 };
	r = backoff_rest(&r, 0, T + 1);
	SAME_INT(r.wait_ms, 3600000);
	unit_case("a clock set back cuts it");
	r = (struct backoff_rest){ T + 9 * DAY, 0 };
	r = backoff_rest(&r, 0, T);
	SAME_INT(r.until_ms, T + 60000);
}

int
main(void)
{
	halves();
	doubles();
	rests();
	return unit_end();
}
