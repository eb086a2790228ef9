#include "engine/batch.h"

int64_t
batch_size(const struct batch *b, int64_t max, int64_t now_ms)
{
	int64_t age_ms = now_ms - b->at_ms;
	int64_t size = b->size;

	/* a time to come: the clock was set back */
	if (size <= 0 || age_ms < 0 ||
	    (!b->proved && age_ms >= BATCH_DOUBTED_MS))
		return max;
	for (; age_ms >= BATCH_DOUBLES_MS && size < max;
	     age_ms -= BATCH_DOUBLES_MS)
		size *= 2;
	return size < max ? size : max;
}

bool
batch_learn(struct batch *b, const struct batch_trial *t, int64_t now_ms)
{
	int64_t size = batch_size(b, t->max, now_ms);
	int64_t half = t->n > 1 ? t->n / 2 : 1;

	if (t->heavy) {
		/* a call of one is as light as can be */
		if (t->n <= 1)
			return false;
		*b = (struct batch){ half < size ? half : size, now_ms, false };
		return true;
	}
	if (b->proved || size >= t->max || t->n < size)
		return false;
	*b = (struct batch){ size, now_ms, true };
	return true;
}
