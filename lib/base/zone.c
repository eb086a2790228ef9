#include "base/zone.h"

int32_t
zone_offset_s(const struct zone *z, int64_t at_ms)
{
	size_t low = 0, high = z->n;

	/* the last change at or before at_ms */
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (z->at_ms[middle] <= at_ms)
			low = middle + 1;
		else
			high = middle;
	}
	return low == 0 ? z->first_offset_s : z->offset_s[low - 1];
}

void
zone_done(struct zone *z)
{
	struct zone zero = { 0 };

	free(z->at_ms);
	free(z->offset_s);
	*z = zero;
}
