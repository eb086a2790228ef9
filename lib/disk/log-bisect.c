/* log-bisect - come near a line of a segment by halving */

#include "disk/log-bisect.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "disk/log-line.h"
#include "disk/log-segment.h"
#include "disk/log.h"

/* Below that, reading on is cheaper than bisecting. */
#define BISECT_MIN 32768

/* The first good line that begins in s[1..len): its offset in s, or 0. */
static size_t
first_line(const char *s, size_t len, int64_t *ret_seq)
{
	const char *begin = memchr(s, '\n', len);
	const char *end = s + len;
	const char *newline;

	while (begin != NULL) {
		begin++;
		newline = memchr(begin, '\n', (size_t)(end - begin));
		if (newline == NULL)
			return 0;
		*ret_seq = log_line_check(begin, (size_t)(newline - begin));
		if (*ret_seq != 0 &&
		    log_line_is_lost(begin, (size_t)(newline - begin)) == 0)
			return (size_t)(begin - s);
		begin = newline;
	}
	return 0;
}

int
log_bisect(struct log *l, int64_t size, int64_t seq, struct err *e)
{
	size_t cap = BISECT_MIN;
	char *s = mem_new(cap);
	int64_t hi = size;
	int64_t mid;
	int64_t found;
	int64_t n;
	size_t at;

	while (hi - l->offset > BISECT_MIN) {
		mid = l->offset + (hi - l->offset) / 2;
		n = segment_read(l->read_held - 1, s, cap, mid);
		if (n == -1) {
			free(s);
			return err_sys(e, "cannot read '%s'", l->name);
		}
		at = first_line(s, (size_t)n, &found);
		if (at == 0 && mid + n < hi && cap < 2 * LOG_LINE_MAX) {
			cap *= 4;
			s = mem_resize(s, cap, 1);
		} else if (at == 0 || found > seq) {
			hi = mid;
		} else {
			l->offset = mid + (int64_t)at;
			l->next_seq = found;
		}
	}
	free(s);
	return 0;
}
